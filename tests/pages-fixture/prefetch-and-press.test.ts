import { expect, test } from 'vitest'
import { openFixture } from './open-fixture.ts'
import { launchBrowser, startVisit } from './visit.ts'

const { base } = await openFixture()
const browser = await launchBrowser()

const SHOP = '/shop-online'
const ONE = '/product/thing-1'
const FIRST = 'li:first-child a'

const pointAt = (selector: string, hint = 'mouseover') =>
  `for (const link of document.querySelectorAll('${selector}'))
    link.dispatchEvent(new Event('${hint}', { bubbles: true }))`

const pathsOf = (requests: { url(): string }[]) => requests.map((request) => new URL(request.url()).pathname)

test('pointing at a link fetches chunk and data, the click then fetches nothing', async () => {
  const { open, page, heading, requests } = await startVisit(browser, base)
  await open(SHOP)
  requests.splice(0)

  await page.hover(FIRST)
  await page.waitForTimeout(300)
  const ahead = pathsOf(requests.splice(0))
  expect(ahead).toContain(`${ONE}/_payload.json`)
  expect(ahead.filter((path) => /product-.*\.js$/.test(path))).toHaveLength(1)

  await page.click(FIRST)
  await heading('Thing 1')
  expect(
    pathsOf(requests).filter((path) => /\.(js|json)$/.test(path) && !path.startsWith('/_build')),
  ).toEqual([])
})

test.for(['focusin', 'touchstart'])('%s is a hint as well', async (hint) => {
  const { open, page, run, payloads } = await startVisit(browser, base)
  await open(SHOP)

  await run(pointAt(FIRST, hint))
  await page.waitForTimeout(200)

  expect(payloads()).toBe(1)
})

test('the page one heads for is made ahead, unseen and asleep, and shown as it was made', async () => {
  const { open, page, run, heading } = await startVisit(browser, base)
  await open(SHOP)

  await page.hover(FIRST)
  await page.locator('#add').waitFor({ state: 'attached' })
  await run(`document.querySelector('#add').isTheSame = true`)
  expect(await page.locator('#add').isVisible()).toBe(false)
  expect(await run('[document.title, location.pathname]')).toEqual(['Shop', SHOP])

  await page.click(FIRST)
  await heading('Thing 1')
  expect(await run(`document.querySelector('#add').isTheSame`)).toBe(true)
  await page.click('#add')
  await page.getByText('Added 1').waitFor()
  expect(await page.locator('h1').count()).toBe(1)
})

test('only the page one is closest to is made ahead, and it is gone when one goes elsewhere', async () => {
  const { open, page, heading, follow } = await startVisit(browser, base)
  await open(SHOP)

  await page.hover(FIRST)
  await page.getByRole('heading', { name: 'Thing 1', includeHidden: true }).waitFor({ state: 'attached' })
  await page.hover('li:nth-child(2) a')
  await page.getByRole('heading', { name: 'Thing 2', includeHidden: true }).waitFor({ state: 'attached' })
  expect(await page.locator('main h1').allTextContents()).toEqual(['Shop', 'Thing 2'])

  await follow('/')
  await heading('Welcome')
  expect(await page.locator('main h1').count()).toBe(1)
})

test('the same page with other data is not made ahead: it keeps what it holds', async () => {
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

test('what was fetched ahead is handed out once', async () => {
  const { open, page, run, heading, follow, payloads } = await startVisit(browser, base)
  await open(SHOP)
  await run(`probe.prefetch('${ONE}'); probe.prefetch('${ONE}')`)
  await page.waitForTimeout(200)
  expect(payloads()).toBe(1)

  await follow(ONE)
  await heading('Thing 1')
  await follow(SHOP)
  await heading('Shop')
  await follow(ONE)
  await heading('Thing 1')

  expect(payloads()).toBe(3)
})

test('at most four prefetches are under way, and then the latest wish comes first', async () => {
  const { open, page, run, delayPayloads, requests, payloads } = await startVisit(browser, base)
  await open(SHOP)
  await delayPayloads(500)

  await run(pointAt('li:nth-child(-n+8) a'))
  await page.waitForTimeout(300)
  expect(payloads()).toBe(4)

  await page.waitForTimeout(800)
  expect(
    pathsOf(requests)
      .filter((path) => path.endsWith('_payload.json'))
      .at(4),
  ).toBe('/product/thing-8/_payload.json')
  expect(payloads()).toBe(5)
})

test('nothing is fetched ahead for who saves data', async () => {
  const { open, page, run, payloads } = await startVisit(browser, base, {
    before: `Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => true })`,
  })
  await open(SHOP)

  await run(pointAt('li a'))
  await page.waitForTimeout(300)

  expect(payloads()).toBe(0)
})

test('a page of one visitor is never fetched ahead, only its chunk', async () => {
  const { open, page, heading, requests, payloads, run } = await startVisit(browser, base)
  await open(SHOP)

  await run(pointAt('header a[href="/account"]'))
  await page.waitForTimeout(200)
  expect(payloads()).toBe(0)
  expect(pathsOf(requests).some((path) => /account-.*\.js$/.test(path))).toBe(true)

  await run(`document.querySelector('header a[href="/account"]').click()`)
  await page.waitForURL('**/account')
  await heading('Account, visit 1')
})

test('the press of the mouse navigates, and the rest of it reaches nothing', async () => {
  const { open, page, run, heading, payloads, isSameDocument } = await startVisit(browser, base)
  await open(SHOP)
  await run(`heard = []; for (const type of ['mousedown', 'mouseup', 'click'])
    document.addEventListener(type, (event) => heard.push(type + ' ' + event.target.localName))`)
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

  // The one click is the link's own, sent early for whoever listens.
  expect(await run('heard')).toEqual(['click a'])
  expect(await page.textContent('#add')).toBe('Added 0')
  expect(payloads()).toBe(1)
  expect(await isSameDocument()).toBe(true)
  // The next press is a press again.
  await page.click('#add')
  await page.getByText('Added 1').waitFor()
})

test('whoever prevents a click still does so', async () => {
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
] as const)('a link with %s waits for its click', async ([name, value]) => {
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

test('other buttons and keys held down wait for the browser', async () => {
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

test('a finger navigates by its tap, with the data its touch asked for', async () => {
  const { open, page, heading, payloads, isSameDocument } = await startVisit(browser, base, {
    hasTouch: true,
  })
  await open(SHOP)

  await page.tap(FIRST)
  await heading('Thing 1')

  expect(payloads()).toBe(1)
  expect(await isSameDocument()).toBe(true)
})
