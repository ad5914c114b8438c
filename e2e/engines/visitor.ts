import { setTimeout as delay } from 'node:timers/promises'
import { expect } from '@playwright/test'
import type { Engine } from './engine.ts'

// Generous for busy machines.
const poll = expect.configure({ timeout: 30_000 }).poll

/** Repeats an action once: a driver's press within the milliseconds in which the page changes under it has no effect, like a person's. */
async function untilDone(action: () => Promise<void>, isDone: () => Promise<boolean>, message: string) {
  await action()
  const isOver = await poll(isDone, { timeout: 8_000 })
    .toBe(true)
    .then(() => true)
    .catch(() => false)
  if (isOver) return
  await action()
  await poll(isDone, { message }).toBe(true)
}

export type Visitor = ReturnType<typeof createVisitor>

/** Actions and checks of a visitor, by the text or accessible name of an element. */
export function createVisitor(engine: Engine) {
  const nameOf = `(element) => element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent`
  const find = (selector: string, name: string) =>
    `[...document.querySelectorAll(${JSON.stringify(selector)})].find((element) =>
      (${nameOf})(element).includes(${JSON.stringify(name)}) &&
      element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'))`
  const isTrue = (expression: string, message: string) =>
    poll(() => evaluate<boolean>(`Boolean(${expression})`), { message }).toBe(true)
  const sees = (selector: string, name: string) => isTrue(find(selector, name), `${selector} “${name}”`)

  /** A page that is about to be replaced has no answer. */
  async function evaluate<Value>(expression: string): Promise<Value | undefined> {
    try {
      return await engine.evaluate<Value>(expression)
    } catch {
      return undefined
    }
  }

  /** Waits for the page's scripts and notes what fails from then on. */
  const isHydrated = () =>
    isTrue(
      `document.documentElement.dataset.hydrated === '1' && (window.failures ??= (() => {
        const failures = []
        addEventListener('error', ({ message }) => failures.push(message))
        addEventListener('unhandledrejection', ({ reason }) => failures.push(String(reason)))
        return failures
      })())`,
      'hydrated',
    )

  /** Clicks when the element is at rest and nothing covers it. */
  async function click(selector: string, name: string) {
    await sees(selector, name)
    let last = ''
    let point = { x: 0, y: 0 }
    await poll(
      async () => {
        const found = await evaluate<{ x: number; y: number; isFree: boolean }>(`(() => {
          const element = ${find(selector, name)}
          if (!element) return null
          const inView = element.getBoundingClientRect()
          if (inView.top < 90 || inView.bottom > innerHeight - 20)
            element.scrollIntoView({ block: 'center', behavior: 'instant' })
          const { x, y, width, height } = element.getBoundingClientRect()
          const point = { x: x + width / 2, y: y + height / 2 }
          const top = document.elementFromPoint(point.x, point.y)
          const isMoving = document.getAnimations().some(({ playState, effect }) =>
            playState === 'running' && effect?.target?.contains(element))
          const isFree = !isMoving && Boolean(top && (element.contains(top) || top.contains(element)))
          return { ...point, isFree }
        })()`)
        if (!found?.isFree) return false
        const before = last
        last = `${found.x} ${found.y}`
        point = found
        return before === last
      },
      { message: `${selector} “${name}” is free`, intervals: [50] },
    ).toBe(true)
    await engine.click(point.x, point.y)
  }

  /** Does something that changes the address. */
  async function leave(action: () => Promise<void>) {
    const before = await evaluate<string>('location.href')
    const hasLeft = () => evaluate<string>('location.href').then((now) => now !== undefined && now !== before)
    await untilDone(action, hasLeft, `leaves ${before}`)
  }

  return {
    click,
    sees,

    async open(path: string) {
      const url = process.env.SHOP_URL + path
      // A page that loads itself again at this moment cancels it.
      // The time names what the driver says, instead of that of the test alone.
      await expect(() => engine.open(url)).toPass({ timeout: 90_000 })
      await isHydrated()
    },

    /** Waits for the heading of a page, and for its scripts. */
    async arrivesAt(heading: string) {
      await sees('main h1', heading)
      await isHydrated()
    },

    /** Follows a link to another page. */
    async follow(selector: string, name: string, heading: string) {
      await leave(() => click(selector, name))
      await sees('main h1', heading)
      await isHydrated()
    },

    /** Presses what changes the address. */
    choose: (selector: string, name: string) => leave(() => click(selector, name)),

    back: () => leave(engine.back),
    forward: () => leave(engine.forward),

    async reload() {
      await engine.evaluate('void (delete document.documentElement.dataset.hydrated, location.reload())')
      await isHydrated()
    },

    /** Checks that a condition still holds after what follows a navigation: pictures, fonts, late parts. */
    async staysTrue(expression: string) {
      await delay(1_500)
      expect(await engine.evaluate(`Boolean(${expression})`), expression).toBe(true)
    },

    misses: (selector: string, name: string) =>
      isTrue(`!(${find(selector, name)})`, `no ${selector} “${name}”`),
    isTrue,

    async isAt(pattern: RegExp) {
      await poll(() => evaluate<string>('location.pathname + location.search')).toMatch(pattern)
    },

    /** Chooses an option of a select by script: its list is not part of the page, and each driver opens it differently. */
    async select(label: string, option: string) {
      await sees('select', label)
      await isTrue(
        `(() => {
          const select = ${find('select', label)}
          const option = [...select.options].find(({ text }) => text === ${JSON.stringify(option)})
          if (!option) return false
          select.value = option.value
          return select.dispatchEvent(new Event('change', { bubbles: true }))
        })()`,
        `${label}: ${option}`,
      )
    },

    /** Waits until a select has the shop's look instead of the browser's box. */
    hasOwnLook: (label: string) =>
      isTrue(
        `getComputedStyle(${find('select', label)}).appearance === 'none'`,
        `${label} has no native box`,
      ),

    /** Fills an empty field, found by its label. */
    async fill(label: string, text: string) {
      await click('input', label)
      await isTrue(`(${find('input', label)}) === document.activeElement`, `${label} has the focus`)
      await engine.type(text)
      await isTrue(`(${find('input', label)}).value === ${JSON.stringify(text)}`, `${label}: ${text}`)
    },

    /** `hasEntry`: the dialog has a history entry, which is removed a moment after the dialog. */
    async closeDialog({ hasEntry = false } = {}) {
      await engine.evaluate(
        `void addEventListener('popstate', () => { window.hasGoneBack = true }, { once: true })`,
      )
      const isClosed = async () =>
        (await evaluate<boolean>(`!document.querySelector('dialog[open]')`)) === true
      await untilDone(() => click('dialog[open] button', 'Close'), isClosed, 'the dialog is closed')
      if (hasEntry) await isTrue('window.hasGoneBack', 'its history entry is removed')
    },

    /** Checks that nothing failed in this document. */
    async isIntact() {
      expect(await engine.evaluate('window.failures ?? []')).toEqual([])
    },
  }
}
