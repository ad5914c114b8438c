import { expect, test } from 'vitest'
import { openFixture } from './open-fixture.ts'
import { launchBrowser, startVisit } from './visit.ts'

const { base } = await openFixture()
const browser = await launchBrowser({ isWhole: true })

const SHOP = '/shop-online'
const ONE = '/product/thing-1'

test('back and forward restore the scroll position of each page', async () => {
  const { open, run, heading, scrollTo, scrollY, scrolledTo, isSameDocument } = await startVisit(
    browser,
    base,
  )
  await open(SHOP)
  await scrollTo(900)
  await run(`document.querySelector('li:nth-child(9) a').click()`)
  await heading('Thing 9')
  await scrollTo(500)
  await run(`document.querySelector('#back-to-shop').click()`)
  await heading('Shop')
  expect(await scrollY()).toBe(0)

  for (const [step, title, position] of [
    ['back', 'Thing 9', 500],
    ['back', 'Shop', 900],
    ['forward', 'Thing 9', 500],
  ] as const) {
    await run(`history.${step}()`)
    await heading(title)
    await scrolledTo(position)
  }

  expect(await isSameDocument()).toBe(true)
})

test('back after a reload shows the page of its entry, also before the page’s code runs', async () => {
  const { open, page, follow, heading, hydrated, run } = await startVisit(browser, base)
  await open(SHOP)
  await follow(ONE)
  await heading('Thing 1')
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'domcontentloaded' })

  // After this call has returned: the navigation ends the context of the call.
  await run('void setTimeout(() => history.back())')

  await heading('Shop')
  held.resolve()
  await hydrated()
  await heading('Shop')
})

test('back after a reload shows the page of its entry, also before the document’s own script runs', async () => {
  const { open, page, follow, heading, run } = await startVisit(browser, base)
  await open(SHOP)
  await follow(ONE)
  await heading('Thing 1')
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  // As if the event came while the document was still arriving.
  await page.addInitScript(() =>
    addEventListener('popstate', (event) => event.stopImmediatePropagation(), { once: true }),
  )
  await page.reload({ waitUntil: 'domcontentloaded' })
  await run('void setTimeout(() => history.back())')
  await page.waitForURL(`**${SHOP}`)

  held.resolve()

  await heading('Shop')
})

test('a reload keeps the scroll position', async () => {
  const { open, page, follow, heading, hydrated, scrollTo, scrolledTo } = await startVisit(browser, base)
  await open(ONE)
  await follow(SHOP)
  await heading('Shop')
  await scrollTo(700)

  await page.reload()
  await hydrated()

  await scrolledTo(700)
})

test('back while a page is loading shows the page that was left', async () => {
  const { open, page, follow, run, heading, holdPayloads, payloads } = await startVisit(browser, base)
  await open(SHOP)
  const release = await holdPayloads()
  await follow(ONE)
  await expect.poll(payloads).toBe(1)

  await run('history.back()')
  await page.waitForURL(`**${SHOP}`)
  release()
  await page.waitForTimeout(200)

  await heading('Shop')
  expect(await page.getAttribute('main', 'aria-busy')).toBe('false')
  expect(payloads()).toBe(1)
})

test('a fragment link scrolls without a request', async () => {
  const { open, follow, run, scrollY, scrolledTo, payloads, isSameDocument } = await startVisit(browser, base)
  await open(ONE)

  await follow('#reviews')
  await expect.poll(scrollY).toBeGreaterThan(1000)
  await follow('#reviews')
  await run('history.back()')

  await scrolledTo(0)
  expect(payloads()).toBe(0)
  expect(await isSameDocument()).toBe(true)
})

test('a link to a fragment of another page scrolls to it and focuses it', async () => {
  const { open, follow, heading, run } = await startVisit(browser, base)
  await open(SHOP)

  await follow(`${ONE}#reviews`)
  await heading('Thing 1')

  await expect
    .poll(() => run<number>('Math.abs(document.querySelector("#reviews").getBoundingClientRect().top)'))
    .toBeLessThan(2)
  expect(await run('document.activeElement.id')).toBe('reviews')
})

test('history entries pushed or replaced by scripts are left alone, also on back', async () => {
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

test('a page restored from the back/forward cache keeps working', async () => {
  const { open, page, follow, run, heading, isSameDocument } = await startVisit(browser, base)
  await open(SHOP)
  await run(`addEventListener('pageshow', (event) => (wasRestored = event.persisted))`)
  await run('realFetch = fetch; fetch = () => new Promise(() => {})')
  await follow(ONE)
  await page.waitForSelector('main[aria-busy=true]')

  await page.goto(`${base.replace('127.0.0.1', 'localhost')}/`)
  // After this call has returned: the navigation ends the context of scripts.
  await run('void setTimeout(() => history.back())')
  await page.waitForFunction(() => (window as { wasRestored?: boolean }).wasRestored === true)
  expect(await isSameDocument()).toBe(true)
  await page.waitForSelector('main[aria-busy=false]')

  await run('fetch = realFetch')
  await follow('/product/thing-2')
  await heading('Thing 2')
  expect(await isSameDocument()).toBe(true)
})

test('history entry state is restored after back, forward and reload', async () => {
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

test('a replacing navigation adds no history entry', async () => {
  const { open, run, heading } = await startVisit(browser, base)
  await open(SHOP)
  await run(`probe.navigate('${ONE}')`)
  await heading('Thing 1')

  await run(`probe.navigate('/product/thing-2', { replace: true })`)
  await heading('Thing 2')
  await run('history.back()')

  await heading('Shop')
})
