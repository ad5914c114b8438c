import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { requireBrowser } from '../scripts/find-browser.ts'
import { browserFlags } from './browser-flags.ts'
import { type Bench, kilobytes, type Row } from './figures.ts'
import { bytesOf, findPages } from './pages-of-shop.ts'
import { withShop } from './shop-under-test.ts'

const kilobyte = 1_000

/** Rows 1 to 3: what a first visit fetches. Bytes, so exact. */
export const weight: Bench = {
  title: 'Weight of a first visit',
  rows: [1, 2, 3],

  run: ({ dataDir, say }) =>
    withShop({ dataDir }, async ({ origin }) => {
      const pages = await findPages(origin)
      const browser = await chromium.launch({ executablePath: requireBrowser(say), args: browserFlags })
      try {
        const react = gzipLength(readReactChunk())
        const scripts: Row[] = []
        const parts: string[] = []
        const styles = new Map<string, number>()
        for (const [what, path] of Object.entries(pages)) {
          say(what)
          const loaded = await loadFirst(browser, origin + path)
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
          listing: await bytesOf(origin + pages.listing, 'br'),
          product: await bytesOf(origin + pages.product, 'br'),
        }
        return {
          rows: [
            ...scripts,
            bytesRow(2, 'CSS of all of them, brotli', css, 12),
            bytesRow(3, 'HTML of a listing of 24, brotli', html.listing, 10),
            bytesRow(3, 'HTML of a product, brotli', html.product, 8),
          ],
          notes: [
            'Chromium with an empty cache; scripts requested before the load event, decoded and compressed by the benchmark (gzip level 6). React alone: the chunk of react, react-dom and scheduler of the same build. CSS and HTML: bodies as sent by the shop. 1 KB is 1,000 bytes.',
            `Scripts, bytes: ${parts.join('; ')}.`,
          ],
        }
      } finally {
        await browser.close()
      }
    }),
}

const bytesRow = (row: number, what: string, bytes: number, most: number): Row => ({
  row,
  what,
  ours: kilobytes(bytes),
  budget: `≤ ${most} KB`,
  met: bytes <= most * kilobyte,
})

type Script = { name: string; body: Buffer }

/** Scripts (their texts) and stylesheets (their addresses) that a page begins to fetch before its load event. */
async function loadFirst(browser: Browser, url: string): Promise<{ scripts: Script[]; styles: string[] }> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true })
  try {
    const page = await context.newPage()
    const begun: { url: string; kind: string; body: Promise<Buffer> }[] = []
    let isLoaded = false
    page.once('load', () => {
      isLoaded = true
    })
    page.on('request', (request) => {
      if (isLoaded || !['script', 'stylesheet'].includes(request.resourceType())) return
      const body = request.response().then((response) => response?.body() ?? Buffer.alloc(0))
      begun.push({ url: request.url(), kind: request.resourceType(), body })
    })
    await page.goto(url, { waitUntil: 'load' })
    const scripts = await Promise.all(
      begun
        .filter(({ kind }) => kind === 'script')
        .map(async (script) => ({ name: nameOf(script.url), body: await script.body })),
    )
    const styles = begun.filter(({ kind }) => kind === 'stylesheet').map((style) => style.url)
    if (scripts.length === 0 || styles.length === 0) throw new Error(`${url} loads no script or no style`)
    return { scripts, styles }
  } finally {
    await context.close()
  }
}

/** `/assets/react-B3x.js` is called react: the rest changes with every build. */
const nameOf = (url: string) => new URL(url).pathname.replace(/^.*\/|-[\w-]{7,8}\.js$/g, '')

function readReactChunk(): Buffer {
  const folder = join(import.meta.dirname, '../dist/client/assets')
  const name = readdirSync(folder).find((file) => /^react-[\w-]+\.js$/.test(file))
  if (!name) throw new Error('The build has no chunk of React')
  return readFileSync(join(folder, name))
}

const gzipLength = (body: Buffer) => gzipSync(body, { level: 6 }).length
