import { type Browser, chromium } from '@playwright/test'
import { requireBrowser } from '../scripts/find-browser.ts'
import { browserFlags } from './browser-flags.ts'
import { type Bench, median, milliseconds, type Row } from './figures.ts'
import { slowDown } from './press-to-paint.ts'
import { pinningNote } from './processes/on-core.ts'
import { withShop } from './shop-under-test.ts'

const visits = 6
/** Each letter is pressed after the list for the letters before is painted. */
const typed = 'mug'

/** Row 17: from a key in the search field to the frame with the suggestions for the text. */
export const suggestions: Bench = {
  title: 'Search suggestions',
  rows: [17],

  run: ({ dataDir, say }) =>
    withShop({ dataDir }, async ({ origin }) => {
      const browser = await chromium.launch({ executablePath: requireBrowser(say), args: browserFlags })
      try {
        const rows: Row[] = []
        for (const [slower, most] of [
          [1, 100],
          [4, 150],
        ] as const) {
          say(`processor ${slower === 1 ? 'as it is' : `${slower} times slower`}`)
          const first: number[] = []
          const further: number[] = []
          for (let at = 0; at < visits; at++) {
            const [one = 0, ...others] = await typeSlowly(browser, origin, slower)
            first.push(one)
            further.push(...others)
          }
          const where = slower === 1 ? '' : `, processor ${slower} times slower`
          for (const [what, samples] of [
            ['first letter', first],
            ['further letters', further],
          ] as const)
            rows.push({
              row: 17,
              what: `key to painted suggestions, ${what}, p50 / longest${where}`,
              ours: `${milliseconds(median(samples))} / ${milliseconds(Math.max(...samples))}`,
              budget: `p50 ≤ ${most} ms`,
              met: median(samples) <= most,
            })
        }
        return {
          rows,
          notes: [
            `“${typed}” in the search field of the home page, ${visits} times in a fresh profile, 1440 × 900, 1 s after the focus. Each key waits until the list for the text before is painted. Measured from the event of the key to the frame after the one with the list. ${pinningNote}`,
          ],
        }
      } finally {
        await browser.close()
      }
    }),
}

/** Milliseconds of each letter. */
async function typeSlowly(browser: Browser, origin: string, slower: number): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchKeys)
    await slowDown(page, slower)
    await page.goto(origin, { waitUntil: 'load' })
    // The scripts of the page start after its largest paint.
    await page.waitForTimeout(2_000)
    await page.locator('header input[type=search]').click()
    await page.waitForTimeout(1_000)
    const times: number[] = []
    for (const letter of typed) {
      await page.keyboard.press(letter)
      const time = await page.waitForFunction(
        (count) => (window as { keyToPaint?: number[] }).keyToPaint?.[count],
        times.length,
      )
      times.push((await time.jsonValue()) as number)
    }
    return times
  } finally {
    await context.close()
  }
}

/** Runs in the page: for each key the time until the frame with the list for the whole text, whose last line names that text. */
function watchKeys() {
  const keyToPaint: number[] = Object.assign(window, { keyToPaint: [] as number[] }).keyToPaint
  const isListed = () => {
    const text = document.querySelector<HTMLInputElement>('header input[type=search]')?.value ?? ''
    return document.querySelector(`[role=option][href="/search?query=${text}"]`) !== null
  }
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      // The field has its letter only after this event.
      const look = () => {
        if (!isListed()) return void requestAnimationFrame(look)
        requestAnimationFrame(() => {
          const painted = new MessageChannel()
          painted.port1.onmessage = () => keyToPaint.push(performance.now() - timeStamp)
          painted.port2.postMessage(0)
        })
      }
      requestAnimationFrame(look)
    },
    { capture: true },
  )
}
