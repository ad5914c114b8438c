import { expect, test } from 'vitest'
import { openFixture } from './open-fixture.ts'
import { launchBrowser, startVisit } from './visit.ts'

const { base } = await openFixture()
const browser = await launchBrowser()

const SHOP = '/shop-online'
const ONE = '/product/thing-1'

test('back and forward restore where each page was scrolled to', async () => {
  const { open, page, run, heading, scrollTo, scrollY, isSameDocument } = await startVisit(browser, base)
  await open(SHOP)
  await scrollTo(900)
  await run(`document.querySelector('li:nth-child(9) a').click()`)
  await heading('Thing 9')
  await scrollTo(500)
  await run(`document.querySelector('#back-to-shop').click()`)
  await heading('Shop')
  expect(await scrollY()).toBe(0)

  const positions: number[] = []
  for (const [step, heard] of [
    ['back', 'Thing 9'],
    ['back', 'Shop'],
    ['forward', 'Thing 9'],
  ] as const) {
    await run(`history.${step}()`)
    await heading(heard)
    await page.waitForTimeout(250)
    positions.push(await scrollY())
  }

  expect(positions).toEqual([500, 900, 500])
  expect(await isSameDocument()).toBe(true)
})

test('a reload keeps the place', async () => {
  const { open, page, follow, heading, hydrated, scrollTo, scrollY } = await startVisit(browser, base)
  await open(ONE)
  await follow(SHOP)
  await heading('Shop')
  await scrollTo(700)

  await page.reload()
  await hydrated()
  await page.waitForTimeout(200)

  expect(await scrollY()).toBe(700)
})

test('back while a page is on its way shows the page that was left', async () => {
  const { open, page, follow, run, heading, delayPayloads, payloads } = await startVisit(browser, base)
  await open(SHOP)
  await delayPayloads(400)
  await follow(ONE)
  await page.waitForTimeout(100)

  await run('history.back()')
  await page.waitForTimeout(600)

  expect(await run('location.pathname')).toBe(SHOP)
  await heading('Shop')
  expect(await page.getAttribute('main', 'aria-busy')).toBe('false')
  expect(payloads()).toBe(1)
})

test('a link within the page is the browser’s: it scrolls and asks nothing', async () => {
  const { open, page, follow, run, scrollY, payloads, isSameDocument } = await startVisit(browser, base)
  await open(ONE)

  await follow('#reviews')
  await page.waitForTimeout(150)
  expect(await scrollY()).toBeGreaterThan(1000)
  await follow('#reviews')
  await run('history.back()')
  await page.waitForTimeout(150)

  expect(await scrollY()).toBe(0)
  expect(payloads()).toBe(0)
  expect(await isSameDocument()).toBe(true)
})

test('a link to a part of another page scrolls there and puts the focus there', async () => {
  const { open, page, follow, heading, run } = await startVisit(browser, base)
  await open(SHOP)

  await follow(`${ONE}#reviews`)
  await heading('Thing 1')
  await page.waitForTimeout(200)

  expect(
    Math.abs(await run<number>('document.querySelector("#reviews").getBoundingClientRect().top')),
  ).toBeLessThan(2)
  expect(await run('document.activeElement.id')).toBe('reviews')
})

test('what scripts push and replace is left alone, also on the way back', async () => {
  const { open, page, run, payloads, isSameDocument } = await startVisit(browser, base)
  await open(ONE)
  await run(`addEventListener('popstate', (event) => (popped = event.state))`)

  await run(`history.replaceState('closed', '')`)
  await run(`history.pushState('open', '')`)
  await run('history.back()')
  await page.waitForFunction(() => (window as { popped?: string }).popped === 'closed')
  await run(`history.replaceState(null, '', '?sku=A')`)
  await page.waitForTimeout(200)

  expect(payloads()).toBe(0)
  expect(await isSameDocument()).toBe(true)
})

test('a page comes back from the back/forward cache and goes on', async () => {
  const { open, page, follow, run, heading, isSameDocument } = await startVisit(browser, base)
  await open(SHOP)
  await run(`addEventListener('pageshow', (event) => (wasKept = event.persisted))`)
  await run('realFetch = fetch; fetch = () => new Promise(() => {})')
  await follow(ONE)
  await page.waitForSelector('main[aria-busy=true]')

  await page.goto(`${base.replace('127.0.0.1', 'localhost')}/`)
  await run('history.back()')
  await page.waitForFunction(() => (window as { wasKept?: boolean }).wasKept === true)
  expect(await isSameDocument()).toBe(true)
  await page.waitForSelector('main[aria-busy=false]')

  await run('fetch = realFetch')
  await follow('/product/thing-2')
  await heading('Thing 2')
  expect(await isSameDocument()).toBe(true)
})

test('what is kept with a history entry is there again after back, forward and reload', async () => {
  const { open, page, follow, run, heading, hydrated } = await startVisit(browser, base)
  await open(SHOP)
  await follow(ONE)
  await heading('Thing 1')
  await page.click('#picture')
  await page.click('#picture')
  await page.getByText('Picture 3').waitFor()

  await run('history.back()')
  await heading('Shop')
  await run('history.forward()')
  await heading('Thing 1')
  expect(await page.textContent('#picture')).toBe('Picture 3')

  await page.reload()
  await hydrated()
  await page.getByText('Picture 3').waitFor()
  await follow(SHOP)
  await heading('Shop')
  await follow(ONE)
  await heading('Thing 1')
  expect(await page.textContent('#picture')).toBe('Picture 1')
})

test('replacing leaves no history entry', async () => {
  const { open, run, heading } = await startVisit(browser, base)
  await open(SHOP)
  await run(`probe.navigate('${ONE}')`)
  await heading('Thing 1')

  await run(`probe.navigate('/product/thing-2', { replace: true })`)
  await heading('Thing 2')
  await run('history.back()')

  await heading('Shop')
})
