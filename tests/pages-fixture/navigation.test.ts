import { expect, test } from 'vitest'
import { openFixture } from './open-fixture.ts'
import { launchBrowser, startVisit } from './visit.ts'

const { base, port } = await openFixture()
const browser = await launchBrowser()

const SHOP = '/shop-online'
const ONE = '/product/thing-1'
const TWO = '/product/thing-2'

test.for(['/', SHOP, ONE, '/account'])(
  '%s comes to life without a complaint and without a payload',
  async (path) => {
    const { open, payloads } = await startVisit(browser, base)

    expect(await open(path)).toBe(200)

    expect(payloads()).toBe(0)
  },
)

test('a link shows the next page in the same document at the top and announces it', async () => {
  const { open, page, scrollTo, scrollY, heading, isSameDocument, run } = await startVisit(browser, base)
  await open(SHOP)
  await scrollTo(900)

  await run(`document.querySelectorAll('li a')[1].click()`)
  await heading('Thing 2')

  expect(await isSameDocument()).toBe(true)
  expect(await scrollY()).toBe(0)
  expect(await page.title()).toBe('Thing 2')
  expect(await run(`document.activeElement.localName + ' ' + document.activeElement.tabIndex`)).toBe('h1 -1')
  expect(await page.textContent('[role=status]')).toBe('Thing 2')
  expect(await page.locator('[aria-live], [role=status]').count()).toBe(1)
  expect(await run('probe.navigated')).toEqual([{ path: TWO, url: TWO, screen: 'product', title: 'Thing 2' }])
})

test('a navigation updates head and body class and keeps the mode class', async () => {
  const { open, page, follow, heading, run } = await startVisit(browser, base)
  const head = () =>
    run(`[
      document.head.querySelector('meta[name=description]')?.content,
      document.head.querySelector('meta[name=robots]')?.content,
      document.head.querySelector('link[rel=canonical]')?.href,
      document.body.className,
    ].map((value) => value ?? null)`)
  await open('/')
  expect(await head()).toEqual(['All we have', null, null, 'home production'])

  await follow(TWO)
  await heading('Thing 2')
  expect(await head()).toEqual([
    'All about "Thing 2" & more',
    'noindex',
    'https://shop.example/product/thing-2',
    'production product',
  ])

  await follow(SHOP)
  await heading('Shop')
  expect(await head()).toEqual([
    null,
    null,
    'https://shop.example/shop-online',
    'production shop-online wide',
  ])
  expect(await page.locator('meta[name=robots], link[rel=canonical]').count()).toBe(1)
})

test('the shell shows that a page is loading', async () => {
  const { open, page, follow, heading, holdPayloads } = await startVisit(browser, base)
  await open(SHOP)
  const release = await holdPayloads()

  await follow(ONE)
  await page.waitForSelector('main[aria-busy=true]')
  await page.waitForSelector('[data-step=running]', { state: 'attached' })
  release()
  await heading('Thing 1')

  await page.waitForSelector('main[aria-busy=false]')
  await page.waitForSelector('[data-step=idle]', { state: 'attached' })
})

test('a newer navigation aborts the older one', async () => {
  const { open, page, follow, heading, holdPayloads, requests } = await startVisit(browser, base)
  await open(SHOP)
  const release = await holdPayloads()
  const first = () => requests.find((request) => request.url().includes(`${ONE}/_payload.json`))
  await follow(ONE)
  await expect.poll(first).toBeDefined()

  await follow(TWO)
  await expect.poll(() => first()?.failure()?.errorText).toMatch(/ABORTED/)
  release()
  await heading('Thing 2')

  expect(await page.title()).toBe('Thing 2')
  expect(await page.getAttribute('main', 'aria-busy')).toBe('false')
})

test('a late prefetched reply does not replace a newer page', async () => {
  const { open, page, follow, heading, run } = await startVisit(browser, base)
  await open(SHOP)
  const held = Promise.withResolvers<void>()
  await page.route('**/thing-1/_payload.json*', async (route) => {
    await held.promise
    await route.continue()
  })
  const first = page.waitForResponse('**/thing-1/_payload.json*')
  // A shared prefetch cannot be aborted, because other navigations may wait for it.
  await run(`probe.prefetch('${ONE}')`)
  await follow(ONE)
  await follow(TWO)
  await heading('Thing 2')
  held.resolve()

  await first
  await page.waitForTimeout(200)

  expect(await page.textContent('main h1')).toBe('Thing 2')
  expect(await page.title()).toBe('Thing 2')
})

test('ten concurrent navigations end on the last one', async () => {
  const { open, page, heading, run, isSameDocument } = await startVisit(browser, base)
  await open(SHOP)

  await run(`(async () => {
    for (const at of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      probe.navigate('/product/thing-' + at)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30))
    }
  })()`)
  await heading('Thing 10')
  await page.waitForTimeout(300)

  expect(await page.textContent('main h1')).toBe('Thing 10')
  expect(await run('location.pathname')).toBe('/product/thing-10')
  expect(await run('probe.navigated.at(-1).title')).toBe('Thing 10')
  expect(await page.getAttribute('main', 'aria-busy')).toBe('false')
  expect(await isSameDocument()).toBe(true)
})

test('stopping the page load ends the loading state', async () => {
  const { open, page, follow, run, holdPayloads } = await startVisit(browser, base)
  // Stopping aborts every request of the page, so the build watch must have finished its own, or it logs a warning.
  const manifest = page.waitForEvent('requestfinished', (request) => request.url().includes('/_build/meta/'))
  await open(SHOP)
  await manifest
  await holdPayloads()
  await follow(ONE)
  await page.waitForSelector('main[aria-busy=true]')

  await run('window.stop()')

  await page.waitForSelector('main[aria-busy=false]')
  expect(await page.textContent('main h1')).toBe('Shop')
})

test('a redirect is a soft navigation with one history entry', async () => {
  const { open, follow, heading, run, isSameDocument } = await startVisit(browser, base)
  await open(SHOP)

  await follow('/old/thing-3')
  await heading('Thing 3')
  expect(await run('location.pathname')).toBe('/product/thing-3')
  expect(await run(`navigation.entries().slice(-2).map(({ url }) => new URL(url).pathname)`)).toEqual([
    SHOP,
    '/product/thing-3',
  ])

  await run('history.back()')
  await heading('Shop')
  expect(await isSameDocument()).toBe(true)
})

test('a redirect to another origin is a page load', async () => {
  const { open, page, follow, heading } = await startVisit(browser, base)
  await open(SHOP)

  await follow(`/away?port=${port}`)

  await page.waitForURL(`http://localhost:${port}/`)
  await heading('Welcome')
})

test('a redirect loop is left to the browser', async () => {
  const { open, page, follow } = await startVisit(browser, base, { mayComplain: true })
  await open(SHOP)

  const failed = page.waitForEvent('requestfailed')
  await follow('/loop/1')

  expect((await failed).failure()?.errorText).toBe('net::ERR_TOO_MANY_REDIRECTS')
})

test('a missing page is shown in the shell, and its links are soft navigations', async () => {
  const { open, page, follow, heading, isSameDocument } = await startVisit(browser, base, {
    mayComplain: true,
  })
  await open(SHOP)

  await follow('/product/nope')
  await heading('404 Page Not Found: /product/nope')
  expect(await page.title()).toBe('Page Not Found: /product/nope')
  expect(await page.getAttribute('meta[name=robots]', 'content')).toBe('noindex')

  await follow(SHOP)
  await heading('Shop')
  expect(await page.locator('meta[name=robots]').count()).toBe(0)
  expect(await isSameDocument()).toBe(true)
})

test('a 404 page is hydrated', async () => {
  const { open, follow, heading, isSameDocument } = await startVisit(browser, base, { mayComplain: true })

  expect(await open('/product/nope')).toBe(404)
  await heading('404 Page Not Found: /product/nope')
  await follow(SHOP)
  await heading('Shop')

  expect(await isSameDocument()).toBe(true)
})

test('a path without a route is loaded from the server', async () => {
  const { open, page, follow, payloads } = await startVisit(browser, base, { mayComplain: true })
  await open(SHOP)

  await follow('/files/terms.pdf')

  await page.getByText('No such file').waitFor()
  expect(payloads()).toBe(0)
})

test('a GET form is a soft navigation', async () => {
  const { open, page, isSameDocument, scrollTo, scrollY, run } = await startVisit(browser, base)
  await open(SHOP)
  await scrollTo(300)

  await page.fill('#search input', 'Thing 4')
  await page.press('#search input', 'Enter')
  await page.getByText('2 things like Thing 4').waitFor()

  expect(await run('location.search')).toBe('?q=Thing+4')
  expect(await page.getAttribute('main', 'data-url')).toBe('/shop-online?q=Thing+4')
  expect(await scrollY()).toBe(0)
  expect(await isSameDocument()).toBe(true)
})

test('a form that keeps the scroll position neither scrolls nor moves the focus', async () => {
  const { open, page, scrollTo, scrollY, run } = await startVisit(browser, base)
  await open(SHOP)
  await scrollTo(200)

  await run(`document.querySelector('#filter input').focus({ preventScroll: true })`)
  await page.keyboard.type('Thing')
  await page.keyboard.press('Enter')
  await page.getByText('40 things like Thing').waitFor()

  expect(await scrollY()).toBe(200)
  expect(await run('document.activeElement.form.id')).toBe('filter')
})

test('POST forms, downloads, other windows and other origins are left to the browser', async () => {
  const { open, run, page, payloads, isSameDocument } = await startVisit(browser, base)
  await open(SHOP)
  await run(`taken = []; seen = 0
    NavigateEvent.prototype.intercept = function () { taken.push(this.destination.url) }
    navigation.addEventListener('navigate', (event) => { seen++; event.preventDefault() })`)
  await run(`document.querySelector('main').insertAdjacentHTML('beforeend', \`
    <form id="post" method="post" action="${ONE}"></form>
    <a id="download" download href="${ONE}">d</a>
    <a id="tab" target="_blank" href="${ONE}">t</a>
    <a id="far" href="http://localhost:${port}${ONE}">f</a>\`)`)

  for (const act of ['post.submit()', 'download.click()', 'tab.click()', 'far.click()']) await run(act)
  await page.waitForTimeout(300)

  // Navigations of another window are not visible here.
  expect(await run('[seen, taken]')).toEqual([3, []])
  expect(payloads()).toBe(0)
  expect(await isSameDocument()).toBe(true)
})

test('a Ctrl click opens a tab', async () => {
  const { open, page } = await startVisit(browser, base)
  await open(SHOP)

  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.click('li:first-child a', { modifiers: ['Control'] }),
  ])
  // A new tab is an empty page before its address is committed.
  await tab.waitForURL((url) => url.pathname === ONE)

  expect(new URL(page.url()).pathname).toBe(SHOP)
})

test('a blocked address leaves the page as it is', async () => {
  const { open, page, follow, run, requests } = await startVisit(browser, base)
  await open(SHOP)
  const before = requests.length

  await follow('/checkout')
  await page.waitForTimeout(200)

  expect(await run('location.pathname')).toBe(SHOP)
  // Others, such as that of the build's manifest, may come at any time.
  const ofPages = requests.slice(before).filter((request) => /checkout|_payload/.test(request.url()))
  expect(ofPages).toEqual([])
  expect(await page.getAttribute('main', 'aria-busy')).toBe('false')
})

test('an onBeforeNavigate listener can cancel a navigation', async () => {
  const { open, page, follow, heading, run } = await startVisit(browser, base)
  await open(SHOP)
  await run('stop = probe.onBeforeNavigate(({ pathname }) => { target = pathname; return false })')

  await follow(ONE)
  await page.waitForTimeout(200)
  expect(await run('[target, location.pathname]')).toEqual([ONE, SHOP])

  await run('stop()')
  await follow(ONE)
  await heading('Thing 1')
})

test('a refresh updates the data in place', async () => {
  const { open, page, run, scrollTo, scrollY, isSameDocument } = await startVisit(browser, base)
  await open(SHOP)
  await scrollTo(600)
  const before = Number(await page.textContent('#visits'))

  await run('probe.refresh()')
  await page.waitForFunction((last) => Number(document.querySelector('#visits')?.textContent) > last, before)

  expect(await scrollY()).toBe(600)
  expect(await isSameDocument()).toBe(true)
  expect(await run('probe.navigated')).toEqual([])
})

test('the next page of the same screen starts with fresh state', async () => {
  const { open, page, follow, heading } = await startVisit(browser, base)
  await open(ONE)
  await page.click('#add')
  await page.getByText('Added 1').waitFor()

  await follow(TWO)
  await heading('Thing 2')

  expect(await page.textContent('#add')).toBe('Added 0')
})

test('without the Navigation API every navigation is a page load', async () => {
  const { open, page, heading, hydrated, run, payloads, scrollTo, scrolledTo, isSameDocument } =
    await startVisit(browser, base, { before: 'delete window.navigation' })
  await open(SHOP)
  await scrollTo(300)

  await page.click('li:nth-child(2) a')
  await heading('Thing 2')
  await hydrated()
  expect(await isSameDocument()).toBe(false)
  await page.click('#add')
  await page.getByText('Added 1').waitFor()
  await page.click('#picture')
  await page.getByText('Picture 2').waitFor()

  await run(`probe.navigate('${ONE}', { replace: true })`)
  await heading('Thing 1')
  await hydrated()
  await run('history.back()')
  await heading('Shop')
  await scrolledTo(300)
  expect(payloads()).toBe(0)
})

test('a bot gets the server’s page without client code', async () => {
  const { page, follow, heading } = await startVisit(browser, base, {
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  })
  await page.goto(SHOP, { waitUntil: 'networkidle' })
  await page.evaluate('window.isSameDocument = true')

  await follow(ONE)
  await heading('Thing 1')

  expect(await page.evaluate('window.isSameDocument === true')).toBe(false)
})
