import { chromium, type Page } from '@playwright/test'
import { requireBrowser } from '../scripts/find-browser.ts'
import { browserFlags } from './browser-flags.ts'
import { type Bench, kilobytes, median, type Row } from './figures.ts'
import { findPages } from './pages-of-shop.ts'
import { pressToPaint, visitNote } from './press-to-paint.ts'
import { pinningNote } from './processes/on-core.ts'
import { withShop } from './shop-under-test.ts'

const times = 15

/** The links to products on a listing of ours. */
export const productLinks = 'article h2 a, article h3 a'

/** Row 15: from the pointer going down on a product of a listing to the frame with the product's heading. */
export const navigation: Bench = {
  title: 'From a listing to a product',
  rows: [15],

  run: ({ dataDir, say }) =>
    withShop({ dataDir }, async ({ origin }) => {
      const { listing } = await findPages(origin)
      const browser = await chromium.launch({ executablePath: requireBrowser(say), args: browserFlags })
      try {
        const rows: Row[] = []
        let ahead: Ahead | undefined
        for (const [slower, most] of [
          [1, 50],
          [4, 135],
        ] as const) {
          say(`processor ${slower === 1 ? 'as it is' : `${slower} times slower`}`)
          const samples: number[] = []
          for (let at = 0; at < times; at++) {
            const visit = await pressToPaint(
              browser,
              { url: origin + listing, links: productLinks, at, slower },
              requestedAhead,
            )
            samples.push(visit.ms)
            ahead ??= visit.ahead
          }
          const sorted = samples.toSorted((a, b) => a - b)
          const p90 = sorted[Math.floor(0.9 * sorted.length)] as number
          rows.push({
            row: 15,
            what: `pointer down to painted heading, p50 / p90${slower === 1 ? '' : `, processor ${slower} times slower`}`,
            ours: `${Math.round(median(samples))} ms / ${Math.round(p90)} ms`,
            budget: `p50 ≤ ${most} ms`,
            met: median(samples) <= most,
          })
        }
        const { requests, bytes } = ahead as Ahead
        rows.push({
          row: 15,
          what: 'prefetched once the listing has been scrolled',
          ours: `${requests} requests, ${kilobytes(bytes)}`,
          budget: '≤ 15 requests, 25 KB',
          met: requests <= 15 && bytes <= 25_000,
        })
        return {
          rows,
          notes: [
            `${visitNote(times)} ${pinningNote}`,
            'Prefetched: data and code that the page requests after its load event and before the pointer moves, all of it after a scroll; its own lazy parts and pictures in view are not counted.',
          ],
        }
      } finally {
        await browser.close()
      }
    }),
}

type Ahead = { requests: number; bytes: number }

/** Payloads of other pages, and code of screens that are not this one. */
const requestedAhead = (page: Page): Promise<Ahead> =>
  page.evaluate(() => {
    const [{ loadEventEnd }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming]
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const later = all.filter(
      ({ name, startTime }) =>
        startTime > loadEventEnd && /_payload\.json|\/assets\/(product|category|collection)-/.test(name),
    )
    return {
      requests: later.length,
      bytes: later.reduce((sum, { transferSize }) => sum + transferSize, 0),
    }
  })
