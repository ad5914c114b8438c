import { expect, test } from 'vitest'
import { openFixture } from './open-fixture.ts'
import { launchBrowser, startVisit } from './visit.ts'

const { base } = await openFixture()
const browser = await launchBrowser({ isWhole: true })

const SHOP = '/shop-online'
const ONE = '/product/thing-1'
const FIRST = 'li:first-child a'

const pointAt = (selector: string, hint = 'mouseover') =>
  `for (const link of document.querySelectorAll('${selector}'))
    link.dispatchEvent(new Event('${hint}', { bubbles: true }))`

const pathsOf = (requests: { url(): string }[]) => requests.map((request) => new URL(request.url()).pathname)

test('pointing at a link prefetches chunk and data, so that the click fetches nothing', async () => {
  const { open, page, heading, requests } = await startVisit(browser, base)
  await open(SHOP)
  requests.splice(0)

  await page.hover(FIRST)
  await expect.poll(() => pathsOf(requests)).toContain(`${ONE}/_payload.json`)
  const chunks = () => pathsOf(requests).filter((path) => /product-.*\.js$/.test(path))
  await expect.poll(chunks).toHaveLength(1)
  requests.splice(0)

  await page.click(FIRST)
  await heading('Thing 1')
  expect(
    pathsOf(requests).filter((path) => /\.(js|json)$/.test(path) && !path.startsWith('/_build')),
  ).toEqual([])
})

test.for(['focusin', 'touchstart'])('%s on a link prefetches its page', async (hint) => {
  const { open, run, payloads } = await startVisit(browser, base)
  await open(SHOP)

  await expect.poll(() => run(pointAt(FIRST, hint)).then(payloads)).toBe(1)
})

test('the likely next page is rendered without effects and shown unchanged on click', async () => {
  const { open, page, run, heading } = await startVisit(browser, base)
  await open(SHOP)

  await page.hover(FIRST)
  // With all of its parts: React hides the page again with each.
  await page.locator('#reviews').waitFor({ state: 'attached' })
  await run(`document.querySelector('#add').isTheSame = true`)
  const box = await page.locator('#add').boundingBox()
  // It is laid out, beside the screen.
  expect(box?.width).toBeGreaterThan(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(0)
  expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Shop'])
  expect(await run(`document.querySelector('#add').focus(), document.activeElement.id`)).not.toBe('add')
  expect(await run('[document.title, location.pathname]')).toEqual(['Shop', SHOP])

  await run(`(${watchInert})()`)
  await page.click(FIRST)
  await heading('Thing 1')
  expect(await run(`document.querySelector('#add').isTheSame`)).toBe(true)
  // Its end recalculates the styles of the page, so it must not precede the first frame with the page.
  await expect.poll(() => run('window.wasInert')).toBe(true)
  await expect.poll(() => run('document.activeElement.tagName')).toBe('H1')
  expect(await page.locator('[inert]').count()).toBe(0)
  await page.click('#add')
  await page.getByText('Added 1').waitFor()
  expect(await page.locator('h1').count()).toBe(1)
})

/** Runs in the page: notes whether the next page was still inert, and the last one hidden, when its heading was about to be painted for the first time. */
function watchInert() {
  const look = () => {
    const heading = document.querySelector('main h1:not([aria-hidden] *, [hidden] *)')
    if (heading?.textContent === 'Shop') requestAnimationFrame(look)
    else {
      const isLeft = document.querySelector('main > [hidden] h1')?.textContent === 'Shop'
      Object.assign(window, { wasInert: isLeft && heading?.closest('[inert]') !== null })
    }
  }
  requestAnimationFrame(look)
}

test('going back before the next page has arrived shows the last page again', async () => {
  const { open, page, run, heading } = await startVisit(browser, base)
  await open(SHOP)
  await page.hover(FIRST)
  await page.locator('#reviews').waitFor({ state: 'attached' })

  await run(`document.querySelector('${FIRST}').click(), history.back()`)
  await page.waitForURL(`**${SHOP}`)
  await heading('Shop')
  // The pointer is on the link, so the page is made ahead again.
  const headings = page.getByRole('heading', { level: 1 })
  await expect.poll(() => headings.allTextContents()).toEqual(['Shop'])

  await page.click(FIRST)
  await heading('Thing 1')
  await page.click('#add')
  await page.getByText('Added 1').waitFor()
})

test('a page that is opened before its prefetched data arrive is on screen once, and gone after Back', async () => {
  const { open, page, run, heading } = await startVisit(browser, base)
  const held: (() => void)[] = []
  await page.route('**/product/**/_payload.json*', async (route) => {
    await new Promise<void>((go) => held.push(go))
    await route.continue()
  })
  // The order of the two answers within one task differs from visit to visit.
  for (const number of [1, 2, 3, 4, 5, 6]) {
    await open(SHOP)
    held.length = 0
    const link = `li:nth-child(${number}) a`
    await run(pointAt(link))
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await run(`document.querySelector('${link}').click()`)
    for (const go of held) go()
    await heading(`Thing ${number}`)
    await expect.poll(() => page.locator('main h1').count()).toBe(1)

    await page.goBack()
    await heading('Shop')
    await expect.poll(() => page.locator('main h1').count()).toBe(1)
  }
})

test('a page that was not made ahead shows what is below its first screen after the rest', async () => {
  const { open, page, run, follow, heading } = await startVisit(browser, base)
  await open(SHOP)
  await run(`new MutationObserver(() => {
    if (document.querySelector('#add')) window.wasShort ??= !document.querySelector('#reviews')
  }).observe(document.querySelector('main'), { childList: true, subtree: true })`)

  await follow(ONE)
  await heading('Thing 1')
  await page.locator('#reviews').waitFor({ state: 'attached' })
  expect(await run('window.wasShort')).toBe(true)

  await page.goBack()
  await heading('Shop')
  await run('delete window.wasShort')
  await page.goForward()
  await heading('Thing 1')
  // Its scroll position is restored.
  expect(await run('window.wasShort')).toBe(false)
})

test('only the latest hinted page is prerendered, and another navigation discards it', async () => {
  const { open, page, heading, follow } = await startVisit(browser, base)
  await open(SHOP)

  await page.hover(FIRST)
  await page.getByRole('heading', { name: 'Thing 1', includeHidden: true }).waitFor({ state: 'attached' })
  await page.hover('li:nth-child(2) a')
  await page.getByRole('heading', { name: 'Thing 2', includeHidden: true }).waitFor({ state: 'attached' })
  expect(await page.locator('main h1').allTextContents()).toEqual(['Shop', 'Thing 2'])

  await follow('/')
  await heading('Welcome')
  // The page that was left is hidden, and removed after the paint.
  await expect.poll(() => page.locator('main h1').count()).toBe(1)
})

test('a page of the same screen is not prerendered, so that the screen keeps its state', async () => {
  const { open, page, run, heading } = await startVisit(browser, base)
  await open(ONE)
  await page.click('#add')
  await run(`document.querySelector('#back-to-shop').href = '${ONE}?sku=red'`)

  await page.hover('#back-to-shop')
  await page.waitForTimeout(300)
  expect(await page.locator('h1').count()).toBe(1)

  await page.click('#back-to-shop')
  await page.waitForURL('**/product/thing-1?sku=red')
  await heading('Thing 1')
  expect(await page.textContent('#add')).toBe('Added 1')
})

test('a prefetched reply is used once', async () => {
  const { open, run, heading, follow, payloads } = await startVisit(browser, base)
  await open(SHOP)
  await run(`probe.prefetch('${ONE}'); probe.prefetch('${ONE}')`)
  await expect.poll(payloads).toBe(1)

  await follow(ONE)
  await heading('Thing 1')
  await follow(SHOP)
  await heading('Shop')
  await follow(ONE)
  await heading('Thing 1')

  expect(payloads()).toBe(3)
})

test('at most four prefetches run at once, and the latest request is next', async () => {
  const { open, page, run, holdPayloads, requests, payloads } = await startVisit(browser, base)
  await open(SHOP)
  const release = await holdPayloads()

  // Repeated, because links are prefetched from a chunk on that is loaded after the page.
  await expect.poll(() => run(pointAt('li:nth-child(-n+8) a')).then(payloads)).toBe(4)
  await page.waitForTimeout(300)
  expect(payloads()).toBe(4)

  release()
  await expect.poll(payloads).toBe(5)
  await page.waitForTimeout(300)
  expect(
    pathsOf(requests)
      .filter((path) => path.endsWith('_payload.json'))
      .at(4),
  ).toBe('/product/thing-8/_payload.json')
  expect(payloads()).toBe(5)
})

test('nothing is prefetched when the browser saves data', async () => {
  const { open, page, run, payloads } = await startVisit(browser, base, {
    before: `Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => true })`,
  })
  await open(SHOP)

  await run(pointAt('li a'))
  await page.waitForTimeout(300)

  expect(payloads()).toBe(0)
})

test('a visitor page is not prefetched, only its chunk', async () => {
  const { open, page, heading, requests, payloads, run } = await startVisit(browser, base)
  await open(SHOP)

  const hasChunk = () => pathsOf(requests).some((path) => /account-.*\.js$/.test(path))
  await expect.poll(() => run(pointAt('header a[href="/account"]')).then(hasChunk)).toBe(true)
  await page.waitForTimeout(200)
  expect(payloads()).toBe(0)

  await run(`document.querySelector('header a[href="/account"]').click()`)
  await page.waitForURL('**/account')
  await heading('Account, visit 1')
})

test('mousedown navigates, and mouseup and click of the same press reach no element', async () => {
  const { open, page, run, heading, payloads, isSameDocument } = await startVisit(browser, base)
  await open(SHOP)
  await run(`received = []; for (const type of ['mousedown', 'mouseup', 'click'])
    document.addEventListener(type, (event) => received.push(type + ' ' + event.target.localName))`)
  await page.hover(FIRST)
  await page.waitForTimeout(200)

  await page.mouse.down()
  await heading('Thing 1')
  await page.waitForTimeout(100)
  expect(await run('document.activeElement.localName')).toBe('h1')
  const at = (await page.locator('#add').boundingBox()) as { x: number; y: number }
  await page.mouse.move(at.x + 5, at.y + 5)
  await page.mouse.up()
  await page.waitForTimeout(100)

  // The only click is the link's own, dispatched early for its listeners.
  expect(await run('received')).toEqual(['click a'])
  expect(await page.textContent('#add')).toBe('Added 0')
  expect(payloads()).toBe(1)
  expect(await isSameDocument()).toBe(true)
  // The next press works normally.
  await page.click('#add')
  await page.getByText('Added 1').waitFor()
})

test('a click listener can still prevent the navigation', async () => {
  const { open, page, run } = await startVisit(browser, base)
  await open(SHOP)
  await run(`clicks = 0; document.querySelector('${FIRST}').addEventListener('click', (event) => {
    clicks++
    event.preventDefault()
  })`)

  await page.click(FIRST)
  await page.waitForTimeout(200)

  expect(await run('[clicks, location.pathname]')).toEqual([1, SHOP])
})

test.for([
  ['aria-haspopup', 'dialog'],
  ['role', 'button'],
  ['data-press', 'click'],
  ['draggable', 'true'],
  ['target', '_self'],
] as const)('a link with %s navigates on click, not on mousedown', async ([name, value]) => {
  const { open, page, run, heading } = await startVisit(browser, base)
  await open(SHOP)
  await run(`document.querySelector('${FIRST}').setAttribute('${name}', '${value}')`)
  await page.hover(FIRST)

  await page.mouse.down()
  await page.waitForTimeout(200)
  expect(await run('location.pathname')).toBe(SHOP)

  await page.mouse.up()
  await heading('Thing 1')
})

test('presses with other buttons or modifier keys are left to the browser', async () => {
  const { open, page, run } = await startVisit(browser, base)
  await open(SHOP)
  await page.hover(FIRST)

  await page.mouse.down({ button: 'middle' })
  await page.waitForTimeout(150)
  await page.keyboard.down('Shift')
  await page.mouse.down()
  await page.waitForTimeout(150)

  expect(await run('location.pathname')).toBe(SHOP)
})

test('a tap navigates with the data that its touchstart prefetched', async () => {
  const { open, page, heading, payloads, isSameDocument } = await startVisit(browser, base, {
    hasTouch: true,
  })
  await open(SHOP)

  await page.tap(FIRST)
  await heading('Thing 1')

  expect(payloads()).toBe(1)
  expect(await isSameDocument()).toBe(true)
})
