import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { findFirefox, whyMissing } from '../../scripts/find-engines.ts'
import { clickAt, type Engine } from './engine.ts'
import { openFirefox } from './firefox.ts'
import { openWebKit } from './webkit.ts'

const browsers = {
  webkit: openWebKit,
  firefox: () => openFirefox(findFirefox() as string),
} as const

// Generous for busy machines; one browser per engine.
test.describe.configure({ timeout: 180_000 })
const poll = expect.configure({ timeout: 30_000 }).poll

for (const name of Object.keys(browsers) as (keyof typeof browsers)[]) {
  test.describe(name, () => {
    const missing = whyMissing(name)
    test.skip(missing !== undefined, missing)

    let engine: Engine
    test.beforeAll(async () => {
      engine = await browsers[name]()
    })
    test.afterEach(async () => {
      const { status, expectedStatus } = test.info()
      if (status !== expectedStatus)
        writeFileSync(test.info().outputPath('page.png'), await engine.screenshot(), 'base64')
    })
    test.afterAll(() => engine?.close())

    test('a guest adds a product to the cart and zooms its picture', async () => {
      const page = createPage(engine)
      await page.open('/product/moon-vase')
      await page.click('button', 'Add to cart')
      await page.sees('dialog[open] h2', 'Cart (1)')
      await page.sees('dialog[open] a', 'Moon Vase')
      await page.closeDialog()
      await page.sees('header a', 'Cart, 1 item')

      await page.click('main button', 'Look closely')
      await page.sees('dialog[open] button', 'Larger')
      await page.closeDialog()
      await page.isIntact()
    })

    test('a guest filters a listing, saves a product and is asked to log in', async () => {
      const page = createPage(engine)
      await page.open('/product-category/ceramics')
      await page.click('aside label', 'Olive')
      await page.sees('main a', 'Colour: Olive')
      await poll(() => engine.evaluate<string>('location.search')).toMatch(/olive/i)

      await page.isHydrated()
      await page.click('main article button', 'Save ')
      await page.sees('dialog[open] h2', 'Login')
      await page.sees('dialog[open] label', 'Mobile number')
      await page.isIntact()
    })
  })
}

/** Actions and checks of a visitor, by the text or accessible name of an element. */
function createPage(engine: Engine) {
  const find = (selector: string, name: string) => `(() => {
    const nameOf = (element) => element.getAttribute('aria-label') ?? element.textContent
    return [...document.querySelectorAll(${JSON.stringify(selector)})].find((element) =>
      nameOf(element).includes(${JSON.stringify(name)}) && element.checkVisibility({ visibilityProperty: true }))
  })()`
  const isHydrated = () => poll(() => engine.evaluate('document.documentElement.dataset.hydrated')).toBe('1')
  const sees = (selector: string, name: string) =>
    poll(() => engine.evaluate<boolean>(`Boolean(${find(selector, name)})`), {
      message: `${selector} “${name}”`,
    }).toBe(true)

  async function click(selector: string, name: string) {
    await sees(selector, name)
    const readPoint = () =>
      engine.evaluate<{ x: number; y: number; isMoving: boolean }>(`(() => {
      const element = ${find(selector, name)}
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { x, y, width, height } = element.getBoundingClientRect()
      const isMoving = document.getAnimations().some(({ playState, effect }) =>
        playState === 'running' && effect?.target?.contains(element))
      return { x: x + width / 2, y: y + height / 2, isMoving }
    })()`)
    let point = await readPoint()
    // A dialog that slides in moves away from under the pointer.
    await poll(async () => {
      const before = point
      await sleep(200)
      point = await readPoint()
      return before.x === point.x && before.y === point.y && !before.isMoving && !point.isMoving
    }).toBe(true)
    await engine.perform(clickAt(point.x, point.y))
  }

  return {
    isHydrated,
    sees,
    click,

    async closeDialog() {
      await click('dialog[open] button', 'Close')
      await poll(() => engine.evaluate(`document.querySelector('dialog[open]') === null`)).toBe(true)
    },

    async open(path: string) {
      await engine.open(process.env.SHOP_URL + path)
      await isHydrated()
      await engine.evaluate(`void (
        window.failures = [],
        addEventListener('error', ({ message }) => failures.push(message)),
        addEventListener('unhandledrejection', ({ reason }) => failures.push(String(reason)))
      )`)
    },

    /** Checks that nothing failed since the page was opened and that no failure caused a reload. */
    async isIntact() {
      expect(await engine.evaluate('window.failures ?? []')).toEqual([])
      const type = `performance.getEntriesByType('navigation')[0].type`
      expect(await engine.evaluate(type)).toBe('navigate')
    },
  }
}
