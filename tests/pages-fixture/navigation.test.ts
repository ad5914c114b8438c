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

test('a link shows the next page in the same document, from the top, and tells of it', async () => {
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

test('the head and the body class follow the page, the mode stays', async () => {
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

test('while a page is on its way the shell knows it', async () => {
  const { open, page, follow, heading, delayPayloads } = await startVisit(browser, base)
  await open(SHOP)
  await delayPayloads(600)

  await follow(ONE)
  await page.waitForSelector('main[aria-busy=true]')
  await page.waitForSelector('[data-step=running]', { state: 'attached' })
  await heading('Thing 1')

  await page.waitForSelector('main[aria-busy=false]')
  await page.waitForSelector('[data-step=idle]', { state: 'attached' })
})

test('a newer navigation ends the older one', async () => {
  const { open, page, follow, heading, delayPayloads, requests } = await startVisit(browser, base)
  await open(SHOP)
  await delayPayloads(400)
  await follow(ONE)
  await page.waitForTimeout(100)

  await follow(TWO)
  await heading('Thing 2')
  await page.waitForTimeout(500)

  expect(await page.title()).toBe('Thing 2')
  const first = requests.find((request) => request.url().includes(`${ONE}/_payload.json`))
  expect(first?.failure()?.errorText).toMatch(/ABORTED/)
  expect(await page.getAttribute('main', 'aria-busy')).toBe('false')
})

test('what was fetched ahead and comes late does not take the place of a newer page', async () => {
  const { open, page, follow, heading, run } = await startVisit(browser, base)
  await open(SHOP)
  await page.route('**/thing-1/_payload.json*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  // Once handed out it cannot be aborted: others may wait for it too.
  await run(`probe.prefetch('${ONE}')`)
  await follow(ONE)
  await follow(TWO)
  await heading('Thing 2')

  await page.waitForResponse('**/thing-1/_payload.json*')
  await page.waitForTimeout(200)

  expect(await page.textContent('main h1')).toBe('Thing 2')
  expect(await page.title()).toBe('Thing 2')
})

test('ten navigations at once end on the last', async () => {
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

test('stopping ends the waiting', async () => {
  const { open, page, follow, run, delayPayloads } = await startVisit(browser, base)
  await open(SHOP)
  await delayPayloads(600)
  await follow(ONE)
  await page.waitForSelector('main[aria-busy=true]')

  await run('window.stop()')

  await page.waitForSelector('main[aria-busy=false]')
  expect(await page.textContent('main h1')).toBe('Shop')
})

test('a redirect is followed softly and leaves one history entry', async () => {
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

test('a redirect to another origin loads that', async () => {
  const { open, page, follow, heading } = await startVisit(browser, base)
  await open(SHOP)

  await follow(`/away?port=${port}`)

  await page.waitForURL(`http://localhost:${port}/`)
  await heading('Welcome')
})

test('redirects without an end are left to the browser to complain of', async () => {
  const { open, page, follow } = await startVisit(browser, base, { mayComplain: true })
  await open(SHOP)

  const failed = page.waitForEvent('requestfailed')
  await follow('/loop/1')

  expect((await failed).failure()?.errorText).toBe('net::ERR_TOO_MANY_REDIRECTS')
})

test('what does not exist is told in the shell, and left softly', async () => {
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

test('a page that was not found comes to life too', async () => {
  const { open, follow, heading, isSameDocument } = await startVisit(browser, base, { mayComplain: true })

  expect(await open('/product/nope')).toBe(404)
  await heading('404 Page Not Found: /product/nope')
  await follow(SHOP)
  await heading('Shop')

  expect(await isSameDocument()).toBe(true)
})

test('a path of no route is the server’s to answer', async () => {
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

test('a form that keeps its place neither scrolls nor takes the focus away', async () => {
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

test('forms that post, downloads, other windows and other origins are left alone', async () => {
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

  // (Another window's navigation is not this one's to see.)
  expect(await run('[seen, taken]')).toEqual([3, []])
  expect(payloads()).toBe(0)
  expect(await isSameDocument()).toBe(true)
})

test('a click with Ctrl opens a tab', async () => {
  const { open, page } = await startVisit(browser, base)
  await open(SHOP)

  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.click('li:first-child a', { modifiers: ['Control'] }),
  ])
  await tab.waitForLoadState()

  expect(new URL(tab.url()).pathname).toBe(ONE)
  expect(new URL(page.url()).pathname).toBe(SHOP)
})

test('a blocked address leaves the page as it is', async () => {
  const { open, page, follow, run, requests } = await startVisit(browser, base)
  await open(SHOP)
  const before = requests.length

  await follow('/checkout')
  await page.waitForTimeout(200)

  expect(await run('location.pathname')).toBe(SHOP)
  expect(requests.length).toBe(before)
  expect(await page.getAttribute('main', 'aria-busy')).toBe('false')
})

test('who listens before a navigation can make the page stay', async () => {
  const { open, page, follow, heading, run } = await startVisit(browser, base)
  await open(SHOP)
  await run('stop = probe.onBeforeNavigate(({ pathname }) => { asked = pathname; return false })')

  await follow(ONE)
  await page.waitForTimeout(200)
  expect(await run('[asked, location.pathname]')).toEqual([ONE, SHOP])

  await run('stop()')
  await follow(ONE)
  await heading('Thing 1')
})

test('a refresh renews the data in place', async () => {
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

test('the next page of the same screen starts anew', async () => {
  const { open, page, follow, heading } = await startVisit(browser, base)
  await open(ONE)
  await page.click('#add')
  await page.getByText('Added 1').waitFor()

  await follow(TWO)
  await heading('Thing 2')

  expect(await page.textContent('#add')).toBe('Added 0')
})

test('without the Navigation API all is page loads', async () => {
  const { open, page, heading, hydrated, run, payloads, scrollTo, scrollY, isSameDocument } =
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
  await page.waitForTimeout(300)
  expect(await scrollY()).toBe(300)
  expect(payloads()).toBe(0)
})

test('a bot keeps the server’s page and runs nothing of ours on it', async () => {
  const { page, follow, heading } = await startVisit(browser, base, {
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  })
  await page.goto(SHOP, { waitUntil: 'networkidle' })
  await page.evaluate('window.isSameDocument = true')

  await follow(ONE)
  await heading('Thing 1')

  expect(await page.evaluate('window.isSameDocument === true')).toBe(false)
})
