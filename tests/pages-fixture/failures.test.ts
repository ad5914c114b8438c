import { expect, test } from 'vitest'
import { openFixture } from './open-fixture.ts'
import { launchBrowser, startVisit } from './visit.ts'

const { base } = await openFixture()
const browser = await launchBrowser()

const SHOP = '/shop-online'
const ONE = '/product/thing-1'
const mayComplain = true

test.for([
  ['of another build', { contentType: 'application/json', body: '{"build_id":"other","other_build":true}' }],
  [
    'of another build with a page',
    { contentType: 'application/json', body: '{"build_id":"other","data":{}}' },
  ],
  ['that is a web page', { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }],
  [
    'that is not a page payload',
    { status: 500, contentType: 'application/json', body: '{"status":"error"}' },
  ],
  ['that never arrives', undefined],
] as const)(
  'a reply %s becomes a page load at the top, and back restores the scroll position',
  async ([, answer]) => {
    const { open, page, follow, run, heading, hydrated, isSameDocument, scrollTo, scrolledTo } =
      await startVisit(browser, base, { mayComplain })
    await open(SHOP)
    await scrollTo(900)
    await page.route('**/_payload.json*', (route) => (answer ? route.fulfill(answer) : route.abort()))

    await follow(ONE)
    await heading('Thing 1')
    await hydrated()
    expect(await isSameDocument()).toBe(false)
    await scrolledTo(0)

    await page.unroute('**/_payload.json*')
    await run('history.back()')
    await heading('Shop')
    await scrolledTo(900)
  },
)

test('a failed reply on back becomes a page load at the old scroll position', async () => {
  const { open, page, follow, run, heading, hydrated, scrollTo, scrolledTo } = await startVisit(
    browser,
    base,
    {
      mayComplain,
    },
  )
  await open(SHOP)
  await scrollTo(900)
  await follow(ONE)
  await heading('Thing 1')
  await page.route('**/_payload.json*', (route) => route.abort())

  await run('history.back()')
  await heading('Shop')
  await hydrated()

  await scrolledTo(900)
  expect(await run('location.pathname')).toBe(SHOP)
  expect(await run('navigation.entries().length - navigation.currentEntry.index')).toBe(2)
})

test('a missing chunk of a page causes one page load', async () => {
  const { open, page, follow, heading, requests } = await startVisit(browser, base, { mayComplain })
  await open(SHOP)
  await page.route('**/product-*.js', (route) => route.abort())

  await follow(ONE)
  await heading('Thing 1')
  await page.waitForTimeout(1000)

  const documents = requests.filter((request) => request.isNavigationRequest())
  expect(documents.map((request) => new URL(request.url()).pathname)).toEqual([SHOP, ONE])
  // The server's page stays, and its links work.
  await follow(SHOP)
  await heading('Shop')
})

test('a missing chunk at the start is retried by one reload', async () => {
  const { page, heading, hydrated, requests } = await startVisit(browser, base, { mayComplain })
  const documents = () => requests.filter((request) => request.isNavigationRequest()).length
  await page.route('**/product-*.js', (route) => (documents() < 2 ? route.abort() : route.continue()))

  await page.goto(ONE)
  await expect.poll(documents).toBe(2)
  await heading('Thing 1')
  await hydrated()
})

test('a missing chunk of a feature reloads the page, but not twice within ten seconds', async () => {
  const { open, page, run, hydrated, requests } = await startVisit(browser, base, { mayComplain })
  await open(ONE)
  await page.route('**/extra-*.js', (route) => route.abort())
  const documents = () => requests.filter((request) => request.isNavigationRequest()).length

  await run('void probe.loadMissingChunk().catch(() => {})')
  await expect.poll(documents).toBe(2)
  await hydrated()
  await run('probe.loadMissingChunk().catch(() => {})')
  await page.waitForTimeout(300)
  expect(documents()).toBe(2)

  await run(`sessionStorage.setItem('chunk-reload', Date.now() - 10001)`)
  await run('void probe.loadMissingChunk().catch(() => {})')
  await expect.poll(documents).toBe(3)
})

test('a failed prefetch of a chunk changes nothing', async () => {
  const { open, page, run, isSameDocument } = await startVisit(browser, base, { mayComplain })
  await open(SHOP)
  await page.route('**/product-*.js', (route) => route.abort())

  await run(`probe.prefetch('${ONE}')`)
  await page.waitForTimeout(500)

  expect(await isSameDocument()).toBe(true)
})

test('a failed view is shown inside the shell until the next page', async () => {
  const { open, page, follow, heading, isSameDocument } = await startVisit(browser, base, { mayComplain })
  await open(SHOP)

  await follow('/broken/view')
  await heading('500 Something went wrong')
  expect(await page.locator('header').count()).toBe(1)

  await follow('/broken/fine')
  await heading('Whole')
  expect(await isSameDocument()).toBe(true)
})

test('a view that fails only in the browser is shown inside the shell', async () => {
  const { page, follow, heading, hydrated } = await startVisit(browser, base, { mayComplain })
  await page.goto('/broken/browser')

  await heading('500 Something went wrong')
  await hydrated()
  await follow(SHOP)

  await heading('Shop')
})

test('a failed loader shows the server’s error page', async () => {
  const { open, page, follow } = await startVisit(browser, base, { mayComplain })
  await open(SHOP)

  await follow('/broken/load')

  await page.getByText('Bare 500').waitFor()
})

test('an offline navigation keeps the page and shows the reason', async () => {
  const { open, page, follow, run, heading, isSameDocument } = await startVisit(browser, base, {
    mayComplain,
  })
  await open(SHOP)
  await page.context().setOffline(true)
  await page.waitForSelector('#offline')

  await follow(ONE)
  await expect.poll(() => page.textContent('[role=status]')).toBe('You are offline')
  expect(await run('location.pathname')).toBe(SHOP)
  expect(await page.getAttribute('main', 'aria-busy')).toBe('false')

  await page.context().setOffline(false)
  await page.waitForSelector('#offline', { state: 'detached' })
  await follow(ONE)
  await heading('Thing 1')
  expect(await isSameDocument()).toBe(true)
})

test('an offline navigation shows a prefetched page', async () => {
  const { open, page, run, follow, heading } = await startVisit(browser, base, { mayComplain })
  await open(SHOP)
  await run(`probe.prefetch('${ONE}')`)
  for (const file of ['_payload.json', '/product-'])
    await page.waitForFunction(
      (wanted) => performance.getEntriesByType('resource').some(({ name }) => name.includes(wanted)),
      file,
    )
  await page.context().setOffline(true)

  await follow(ONE)

  await heading('Thing 1')
})

test('back while offline keeps the current page until the network returns', async () => {
  const { open, page, follow, run, heading } = await startVisit(browser, base, { mayComplain })
  await open(SHOP)
  await follow(ONE)
  await heading('Thing 1')
  await page.context().setOffline(true)

  const failed = page.waitForEvent('requestfailed')
  await run('history.back()')
  await failed
  await expect.poll(() => page.getAttribute('main', 'aria-busy')).toBe('false')
  expect(await page.textContent('main h1')).toBe('Thing 1')

  await page.context().setOffline(false)
  await heading('Shop')
})

test('a new build makes the next navigation a page load', async () => {
  const { open, page, follow, heading, isSameDocument, payloads } = await startVisit(browser, base, {
    mayComplain,
  })
  // The page came from a cache, so its build's manifest is gone.
  await page.route('**/_build/meta/*', (route) => route.fulfill({ status: 404 }))
  await page.route('**/_build/latest.json', (route) => route.fulfill({ json: { id: 'newer', timestamp: 1 } }))
  const latest = page.waitForResponse('**/_build/latest.json')
  await open(SHOP)
  await latest
  await page.waitForTimeout(300)
  expect(await isSameDocument()).toBe(true)

  await follow(ONE)
  await heading('Thing 1')

  expect(await isSameDocument()).toBe(false)
  expect(payloads()).toBe(0)
})

test('a new build makes back a page load', async () => {
  const { open, page, follow, run, heading, isSameDocument } = await startVisit(browser, base, {
    mayComplain,
  })
  const held = Promise.withResolvers<void>()
  await page.route('**/_build/meta/*', async (route) => {
    await held.promise
    await route.fulfill({ status: 404 })
  })
  const latest = page.waitForResponse('**/_build/latest.json')
  await page.route('**/_build/latest.json', (route) => route.fulfill({ json: { id: 'newer', timestamp: 1 } }))
  await open(SHOP)
  await follow(ONE)
  await heading('Thing 1')
  held.resolve()
  await latest
  await page.waitForTimeout(300)

  await run('history.back()')
  await heading('Shop')

  await expect.poll(isSameDocument).toBe(false)
})

test('the manifest is requested once, after the page is idle', async () => {
  const { open, page, requests } = await startVisit(browser, base)
  // Registered before the page opens, because on a slow machine opening takes longer than the delay.
  const answered = page.waitForResponse('**/_build/meta/*.json')
  await open(SHOP)
  const manifests = () => requests.filter((request) => request.url().includes('/_build/')).length

  const answer = await answered
  await page.waitForTimeout(500)
  const requested = await page.evaluate(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const manifest = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.includes('/_build/meta/'))
    return (manifest?.startTime ?? 0) - (visit?.loadEventEnd ?? 0)
  })
  expect(requested).toBeGreaterThan(900)

  expect(await answer.json()).toMatchObject({
    routes: { '/': expect.arrayContaining([expect.stringMatching(/^\/assets\/home-/)]) },
  })
  expect(manifests()).toBe(1)
})
