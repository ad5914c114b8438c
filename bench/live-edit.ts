import { chromium, type Frame, type Page } from '@playwright/test'
import { serveEditor } from '#harness/serve-editor.ts'
import { requireBrowser } from '../scripts/find-browser.ts'
import { browserFlags } from './browser-flags.ts'
import { type Bench, median, type Row } from './figures.ts'
import { pinningNote } from './processes/on-core.ts'
import { type ShopUnderTest, withShop } from './shop-under-test.ts'

const times = 60
const limitMs = 150

/** The sections that are edited: settings alone, and with products that the server looks up. */
const edited = {
  Headline: (title: string) => ({ title }),
  ProductGrid: (title: string) => ({ title, source: 'best_selling', limit: 8 }),
}

/** Row 18, second half: from the editor's message to the frame with the changed section. */
export const liveEdit: Bench = {
  title: 'Live editing of a section',
  rows: [18],

  run: ({ dataDir, say }) =>
    withEditor(dataDir, async ({ origin, process }, editor) => {
      const token = await process.ask('previewToken', { slug: 'gift-guide' })
      const browser = await chromium.launch({ executablePath: requireBrowser(say), args: browserFlags })
      try {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
        const frame = await openEditor(page, editor, `${origin}/gift-guide?preview=${token}`)
        const rows: Row[] = []
        for (const [component, settingsOf] of Object.entries(edited)) {
          say(component)
          const samples: number[] = []
          for (let at = 0; at < times; at++)
            samples.push(
              await update(page, frame, { component, settings: settingsOf(`${component} ${at}`), at }),
            )
          // The first one adds the section and loads its code.
          const sorted = samples.slice(1).toSorted((a, b) => a - b)
          const p95 = sorted[Math.floor(0.95 * sorted.length)] as number
          rows.push({
            row: 18,
            what: `message to painted ${component}, p50 / p95`,
            ours: `${Math.round(median(sorted))} ms / ${Math.round(p95)} ms`,
            budget: `p95 ≤ ${limitMs} ms`,
            met: p95 <= limitMs,
          })
        }
        return {
          rows,
          notes: [
            `${times - 1} updates each, one after the other, of a section of the gift guide (16 sections) in a frame of another origin, 1440 × 900: from the parent's \`postMessage\` to the frame after the one with the new text. ${pinningNote}`,
          ],
        }
      } finally {
        await browser.close()
      }
    }),
}

/** A shop whose previews may be framed by an editor of another origin. */
async function withEditor<Result>(
  dataDir: string,
  work: (shop: ShopUnderTest, editor: string) => Promise<Result>,
): Promise<Result> {
  const editor = await serveEditor()
  try {
    return await withShop({ dataDir, editorOrigin: editor.origin }, (shop) => work(shop, editor.origin))
  } finally {
    editor.close()
  }
}

async function openEditor(page: Page, editor: string, preview: string): Promise<Frame> {
  await page.goto(`${editor}/editor?${new URLSearchParams({ preview })}`)
  await page.waitForFunction("window.received.some(({ type }) => type === 'ready')")
  const [, frame] = page.frames()
  if (!frame) throw new Error('The preview is not in the frame')
  await page.waitForTimeout(1_000)
  return frame
}

/** Milliseconds until the frame has painted the section. Both windows' clocks start at their own `timeOrigin`. */
async function update(
  page: Page,
  frame: Frame,
  { component, settings, at }: { component: string; settings: { title: string }; at: number },
): Promise<number> {
  const key = `new_${component}`
  const painted = frame.evaluate(
    ([section, title]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector(`[data-section="${section}"]`)?.textContent?.includes(title as string))
            return
          observer.disconnect()
          requestAnimationFrame(() => {
            const channel = new MessageChannel()
            channel.port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
            channel.port2.postMessage(0)
          })
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        look()
      }),
    [key, settings.title] as const,
  )
  // The observer is there before the message is sent.
  await frame.evaluate(() => {})
  const before = at === 0 ? { before: null } : {}
  const sent = await page.evaluate(
    (payload) => {
      frames[0]?.postMessage({ source: 'builder', type: 'section:update', payload }, '*')
      return performance.timeOrigin + performance.now()
    },
    { key, component, settings, ...before },
  )
  return (await painted) - sent
}
