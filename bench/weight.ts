import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { pluginsChoice } from '#harness/plugins-choice.ts'
import { requireBrowser } from '../scripts/find-browser.ts'
import { browserFlags } from './browser-flags.ts'
import { type Bench, kilobytes, type Row } from './figures.ts'
import { bytesOf, fetchRaw, findPages } from './pages-of-shop.ts'
import { measureFirstVisit, SETTLE_MS } from './peers/first-visit.ts'
import { withShop } from './shop-under-test.ts'

const kilobyte = 1_000

/** Rows 1 to 3: what a first visit fetches. Bytes, so exact. */
export const weight: Bench = {
  title: 'Weight of a first visit',
  rows: [1, 2, 3],

  run: ({ dataDir, say, options }) => {
    const choice = pluginsChoice(options)
    return withShop({ dataDir, plugins: choice }, async ({ origin }) => {
      const pages = await findPages(origin)
      const react = gzipLength(readReactChunk())
      const scripts: Row[] = []
      const parts: string[] = []
      const visits = await measureVisits(origin, pages, say)
      const styles = new Map<string, number>()
      for (const [what, path] of Object.entries(pages)) {
        say(what)
        const loaded = await loadFirst(origin + path)
        const bytes = loaded.scripts.reduce((sum, { body }) => sum + gzipLength(body), 0)
        parts.push(
          `${what}: ${loaded.scripts.map(({ name, body }) => `${name} ${gzipLength(body)}`).join(', ')}`,
        )
        scripts.push({
          row: 1,
          what: `JavaScript of ${what}, gzip`,
          ours: kilobytes(bytes),
          reference: `${kilobytes(react)} (React alone)`,
          ratio: bytes / react,
          budget: '≤ 87 KB',
          met: bytes <= 87 * kilobyte,
        })
        for (const url of loaded.styles) styles.set(url, await bytesOf(url, 'br'))
      }
      const css = [...styles.values()].reduce((sum, bytes) => sum + bytes, 0)
      const html = {
        listing: await bytesOfHtml(origin + pages.listing),
        product: await bytesOfHtml(origin + pages.product),
      }
      return {
        rows: [
          ...scripts,
          ...visits.map(({ page, script }) => untouchedRow(page, script)),
          bytesRow(2, 'CSS of all of them, brotli', css, 12),
          htmlRow('HTML of a listing of 24, brotli', html.listing, 9),
          htmlRow('HTML of a product, brotli', html.product, 7.5),
          dataRow('Data of the listing, requested with the scripts, brotli', html.listing),
          dataRow('Data of the product, requested with the scripts, brotli', html.product),
        ],
        notes: [
          `Product: \`${pages.product}\`, the best-selling one, with its reviews where that plugin is active. Plugins: ${choice ? `${choice} of them active` : 'those that the demo shop has active'}. HTML: as sent to most visitors, which is what the budget is for; beside it the first answer after a change, which is compressed faster.`,
          'Scripts that the document requests, decoded and compressed by the benchmark (gzip level 6). React alone: the chunk of react, react-dom and scheduler of the same build. CSS and HTML: bodies as sent by the shop; documents once they have been requested often (ADR 0024), and to their first visitor. 1 KB is 1,000 bytes.',
          `Scripts, bytes: ${parts.join('; ')}.`,
          `Untouched: scripts on the wire with their headers, until ${SETTLE_MS / 1_000} s after the load event, on a phone's screen; after that event: ${visits.map(({ page, scripts }) => `${page}: ${scripts.map(({ url, bytes }) => `${nameOf(url)} ${bytes}`).join(', ')}`).join('; ')}.`,
        ],
      }
    })
  },
}

const bytesRow = (row: number, what: string, bytes: number, most: number): Row => ({
  row,
  what,
  ours: kilobytes(bytes),
  budget: `≤ ${most} KB`,
  met: bytes <= most * kilobyte,
})

const untouchedRow = (page: string, bytes: number): Row => ({
  row: 1,
  what: `Scripts of an untouched visit, ${page}`,
  ours: kilobytes(bytes),
  budget: '≤ 100 KB',
  met: bytes <= 100 * kilobyte,
})

/** First visits of a phone that touches nothing, with the scripts that arrived after the load event. */
async function measureVisits(origin: string, pages: Record<string, string>, say: (step: string) => void) {
  const browser = await chromium.launch({ executablePath: requireBrowser(say), args: browserFlags })
  try {
    const visits = []
    for (const page of ['home', 'listing', 'product']) {
      say(`untouched visit, ${page}`)
      const { script, scripts } = await measureFirstVisit(browser, origin + pages[page])
      visits.push({ page, script, scripts: scripts.filter(({ isAfterLoad }) => isAfterLoad) })
    }
    return visits
  } finally {
    await browser.close()
  }
}

type HtmlBytes = { first: number; settled: number; data: number }

const dataRow = (what: string, { data }: HtmlBytes): Row => ({ row: 3, what, ours: kilobytes(data) })

const htmlRow = (what: string, { first, settled }: HtmlBytes, most: number): Row => ({
  ...bytesRow(3, what, settled, most),
  reference: `${kilobytes(first)} (first answer)`,
})

/**
 * Bytes of a document's first answer, and of the answer after many requests, which the shop compresses again; then those of the data
 * that the browser requests with the scripts (ADR 0024).
 */
async function bytesOfHtml(url: string): Promise<HtmlBytes> {
  const first = await bytesOf(url, 'br')
  let settled = first
  for (let tries = 0; tries < 200 && settled === first; tries++) {
    await sleep(50)
    settled = await bytesOf(url, 'br')
  }
  const html = (await fetchRaw(url, 'identity')).body.toString()
  const [, dataPath] = /fetch\("([^"]+_payload\.json[^"]+)"/.exec(html) ?? []
  if (!dataPath) throw new Error(`${url} requests no data`)
  return { first, settled, data: await bytesOf(new URL(dataPath, url).href, 'br') }
}

type Script = { name: string; body: Buffer }

/**
 * Scripts (their texts) and stylesheets (their addresses) of a page's document. Its start script requests the scripts together, once
 * the page is painted (ADR 0020).
 */
async function loadFirst(url: string): Promise<{ scripts: Script[]; styles: string[] }> {
  const html = (await fetchRaw(url, 'identity')).body.toString()
  const styles = [...html.matchAll(/<link rel="stylesheet" href="(\/assets\/[^"]+)"/g)]
  const scripts = new Set([...html.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path))
  if (scripts.size === 0 || styles.length === 0) throw new Error(`${url} loads no script or no style`)
  return {
    scripts: await Promise.all(
      [...scripts].map(async (path) => ({
        name: nameOf(path),
        body: (await fetchRaw(new URL(path, url).href, 'identity')).body,
      })),
    ),
    styles: styles.map(([, path = '']) => new URL(path, url).href),
  }
}

/** `/assets/react-B3x.js` is called react: the rest changes with every build. */
const nameOf = (path: string) => path.replace(/^.*\/|-[\w-]{7,8}\.js$/g, '')

function readReactChunk(): Buffer {
  const folder = join(import.meta.dirname, '../dist/client/assets')
  const name = readdirSync(folder).find((file) => /^react-[\w-]+\.js$/.test(file))
  if (!name) throw new Error('The build has no chunk of React')
  return readFileSync(join(folder, name))
}

const gzipLength = (body: Buffer) => gzipSync(body, { level: 6 }).length
