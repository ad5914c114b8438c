import type { Browser, Page } from '@playwright/test'

/** How long a shopper looks at the listing, and how long the pointer rests on a product before it goes down. */
export const settleMs = 3_000
export const hoverMs = 100

export const visitNote = (times: number) =>
  `Each of ${times} times in a fresh profile, 412 × 823 at 2.625: the listing is shown for ${settleMs / 1_000} s, the pointer moves to another product each time, rests ${hoverMs} ms and goes down. Measured until the first frame after the address and the heading have changed.`

export type Visit = {
  url: string
  /** Selects the links to products. */
  links: string
  /** Which of the links, by its number. */
  at: number
  /** How many times slower the processor is. */
  slower: number
}

/** Opens a listing and presses a product. @returns milliseconds from pointer down to the frame with the product's heading */
export async function pressToPaint<Ahead = undefined>(
  browser: Browser,
  { url, links, at, slower }: Visit,
  beforePress?: (page: Page) => Promise<Ahead>,
): Promise<{ ms: number; ahead: Ahead }> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 2.625,
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchPress)
    await slowDown(page, slower)
    await page.goto(url, { waitUntil: 'load', timeout: 120_000 })
    await page.waitForTimeout(settleMs)
    const all = page.locator(links)
    const link = all.nth(at % (await all.count()))
    await link.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await page.waitForTimeout(500)
    const ahead = (await beforePress?.(page)) as Ahead
    const place = await link.boundingBox()
    if (!place) throw new Error(`${url} shows no product to press`)
    // `hover` runs code of its own in the page, which a slow processor makes a part of what is measured.
    await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2)
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

/** Makes the page's processor slower, as DevTools does. */
export async function slowDown(page: Page, times: number) {
  if (times <= 1) return
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: times })
}

/**
 * Runs in every document of the page: measures the time from the first press to the first frame with the next page's heading, or,
 * where the press loads another document, to its first contentful paint.
 */
function watchPress() {
  const key = 'pressToPaint'
  // The page that is left may still be there, hidden.
  const heading = () => document.querySelector('h1:not([hidden] *)')?.textContent
  const report = (paintedAt: number, pressedAt: number) =>
    Object.assign(window, { [key]: paintedAt - pressedAt })

  const pressedAt = Number(sessionStorage.getItem(key) ?? 0)
  if (pressedAt > 0) {
    const look = () => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      if (paint && heading()) report(performance.timeOrigin + paint.startTime, pressedAt)
      else setTimeout(look, 4)
    }
    return look()
  }
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      const before = heading()
      const { href } = location
      sessionStorage.setItem(key, String(performance.timeOrigin + timeStamp))
      const look = () => {
        const now = heading()
        if (location.href === href || !now || now === before) return void requestAnimationFrame(look)
        requestAnimationFrame(() => {
          const painted = new MessageChannel()
          painted.port1.onmessage = () => report(performance.now(), timeStamp)
          painted.port2.postMessage(0)
        })
      }
      look()
    },
    { capture: true, once: true },
  )
}
