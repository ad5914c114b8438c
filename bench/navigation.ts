import { type Browser, chromium, type Page } from '@playwright/test'
import { requireBrowser } from '../scripts/find-browser.ts'
import { browserFlags } from './browser-flags.ts'
import { type Bench, kilobytes, median, type Row } from './figures.ts'
import { findPages } from './pages-of-shop.ts'
import { pinningNote } from './processes/on-core.ts'
import { withShop } from './shop-under-test.ts'

const times = 15
/** How long a shopper looks at the listing, and how long the pointer rests on a product before it goes down. */
const settleMs = 3_000
const hoverMs = 100

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
          [1, 36],
          [4, 110],
        ] as const) {
          say(`processor ${slower === 1 ? 'as it is' : `${slower} times slower`}`)
          const samples: number[] = []
          for (let at = 0; at < times; at++) {
            const visit = await visitProduct(browser, origin + listing, { at, slower })
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
          what: 'prefetched once the listing has loaded',
          ours: `${requests} requests, ${kilobytes(bytes)}`,
          budget: '≤ 15 requests, 25 KB',
          met: requests <= 15 && bytes <= 25_000,
        })
        return {
          rows,
          notes: [
            `Each of ${times} times in a fresh profile, 412 × 823 at 2.625: the listing is shown for ${settleMs / 1_000} s, the pointer moves to another product each time, rests ${hoverMs} ms and goes down. Measured until the first frame after the address and the heading have changed. ${pinningNote}`,
            'Prefetched: data and code that the page requests after its load event and before the pointer moves; its own lazy parts and pictures in view are not counted.',
          ],
        }
      } finally {
        await browser.close()
      }
    }),
}

type Ahead = { requests: number; bytes: number }

async function visitProduct(
  browser: Browser,
  url: string,
  { at, slower }: { at: number; slower: number },
): Promise<{ ms: number; ahead: Ahead }> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 2.625,
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchPress)
    if (slower > 1) {
      const devTools = await context.newCDPSession(page)
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    }
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(settleMs)
    const links = page.locator('article h2 a, article h3 a')
    const link = links.nth(at % (await links.count()))
    await link.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await page.waitForTimeout(500)
    const ahead = await askedAhead(page)
    await link.hover()
    await page.waitForTimeout(hoverMs)
    await page.mouse.down()
    await page.waitForTimeout(60)
    await page.mouse.up()
    const ms = await page.waitForFunction(() => (window as { pressToPaint?: number }).pressToPaint)
    return { ms: (await ms.jsonValue()) as number, ahead }
  } finally {
    await context.close()
  }
}

/** Runs in the page: measures the time from the first press to the first frame with the next page's heading. */
function watchPress() {
  const heading = () => document.querySelector('h1')?.textContent
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      const before = heading()
      const { href } = location
      const look = () => {
        const now = heading()
        if (location.href === href || !now || now === before) return void requestAnimationFrame(look)
        requestAnimationFrame(() => {
          const painted = new MessageChannel()
          painted.port1.onmessage = () =>
            Object.assign(window, { pressToPaint: performance.now() - timeStamp })
          painted.port2.postMessage(0)
        })
      }
      look()
    },
    { capture: true, once: true },
  )
}

/** Payloads of other pages, and code of screens that are not this one. */
const askedAhead = (page: Page): Promise<Ahead> =>
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
