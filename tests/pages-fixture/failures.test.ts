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
  ['that is no page of ours', { status: 500, contentType: 'application/json', body: '{"status":"error"}' }],
  ['that never comes', undefined],
] as const)(
  'an answer %s becomes a page load, from the top, and back restores the place',
  async ([, answer]) => {
    const { open, page, follow, run, heading, hydrated, isSameDocument, scrollTo, scrollY } =
      await startVisit(browser, base, { mayComplain })
    await open(SHOP)
    await scrollTo(900)
    await page.route('**/_payload.json*', (route) => (answer ? route.fulfill(answer) : route.abort()))

    await follow(ONE)
    await heading('Thing 1')
    await hydrated()
    await page.waitForTimeout(200)
    expect(await isSameDocument()).toBe(false)
    expect(await scrollY()).toBe(0)

    await page.unroute('**/_payload.json*')
    await run('history.back()')
    await heading('Shop')
    await page.waitForTimeout(300)
    expect(await scrollY()).toBe(900)
  },
)

test('a failing answer on the way back becomes a page load at the old place', async () => {
  const { open, page, follow, run, heading, hydrated, scrollTo, scrollY } = await startVisit(browser, base, {
    mayComplain,
  })
  await open(SHOP)
  await scrollTo(900)
  await follow(ONE)
  await heading('Thing 1')
  await page.route('**/_payload.json*', (route) => route.abort())

  await run('history.back()')
  await heading('Shop')
  await hydrated()
  await page.waitForTimeout(300)

  expect(await run('location.pathname')).toBe(SHOP)
  expect(await run('navigation.entries().length - navigation.currentEntry.index')).toBe(2)
  expect(await scrollY()).toBe(900)
})

test('a missing chunk of a page becomes a page load, once', async () => {
  const { open, page, follow, heading, requests } = await startVisit(browser, base, { mayComplain })
  await open(SHOP)
  await page.route('**/product-*.js', (route) => route.abort())

  await follow(ONE)
  await heading('Thing 1')
  await page.waitForTimeout(1000)

  const documents = requests.filter((request) => request.isNavigationRequest())
  expect(documents.map((request) => new URL(request.url()).pathname)).toEqual([SHOP, ONE])
  // The server's page stands, and its links work.
  await follow(SHOP)
  await heading('Shop')
})

test('a missing chunk at the start is asked for once more by a reload', async () => {
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

test('a chunk that cannot be fetched ahead disturbs nobody', async () => {
  const { open, page, run, isSameDocument } = await startVisit(browser, base, { mayComplain })
  await open(SHOP)
  await page.route('**/product-*.js', (route) => route.abort())

  await run(`probe.prefetch('${ONE}')`)
  await page.waitForTimeout(500)

  expect(await isSameDocument()).toBe(true)
})

test('a view that fails is kept inside the shell until the next page', async () => {
  const { open, page, follow, heading, isSameDocument } = await startVisit(browser, base, { mayComplain })
  await open(SHOP)

  await follow('/broken/view')
  await heading('500 Something went wrong')
  expect(await page.locator('header').count()).toBe(1)

  await follow('/broken/fine')
  await heading('Whole')
  expect(await isSameDocument()).toBe(true)
})

test('a view that fails only in the browser is kept inside the shell', async () => {
  const { page, follow, heading, hydrated } = await startVisit(browser, base, { mayComplain })
  await page.goto('/broken/browser')

  await heading('500 Something went wrong')
  await hydrated()
  await follow(SHOP)

  await heading('Shop')
})

test('a loader that breaks shows the server’s own page', async () => {
  const { open, page, follow } = await startVisit(browser, base, { mayComplain })
  await open(SHOP)

  await follow('/broken/load')

  await page.getByText('Bare 500').waitFor()
})

test('offline, the page stays where it is and says why', async () => {
  const { open, page, follow, run, heading, isSameDocument } = await startVisit(browser, base, {
    mayComplain,
  })
  await open(SHOP)
  await page.context().setOffline(true)
  await page.waitForSelector('#offline')

  await follow(ONE)
  await page.waitForTimeout(200)
  expect(await run('location.pathname')).toBe(SHOP)
  expect(await page.textContent('[role=status]')).toBe('You are offline')
  expect(await page.getAttribute('main', 'aria-busy')).toBe('false')

  await page.context().setOffline(false)
  await page.waitForSelector('#offline', { state: 'detached' })
  await follow(ONE)
  await heading('Thing 1')
  expect(await isSameDocument()).toBe(true)
})

test('offline, what has been fetched ahead still shows', async () => {
  const { open, page, run, follow, heading } = await startVisit(browser, base, { mayComplain })
  await open(SHOP)
  await run(`probe.prefetch('${ONE}')`)
  await page.waitForTimeout(300)
  await page.context().setOffline(true)

  await follow(ONE)

  await heading('Thing 1')
})

test('back while offline waits for the network with the page that is there', async () => {
  const { open, page, follow, run, heading } = await startVisit(browser, base, { mayComplain })
  await open(SHOP)
  await follow(ONE)
  await heading('Thing 1')
  await page.context().setOffline(true)

  await run('history.back()')
  await page.waitForTimeout(300)
  expect(await page.textContent('main h1')).toBe('Thing 1')
  expect(await page.getAttribute('main', 'aria-busy')).toBe('false')

  await page.context().setOffline(false)
  await heading('Shop')
})

test('a new build makes the next navigation a page load', async () => {
  const { open, page, follow, heading, isSameDocument, payloads } = await startVisit(browser, base, {
    mayComplain,
  })
  // Its own manifest is gone: the page came from a cache.
  await page.route('**/_build/meta/*', (route) => route.fulfill({ status: 404 }))
  await page.route('**/_build/latest.json', (route) => route.fulfill({ json: { id: 'newer', timestamp: 1 } }))
  await open(SHOP)
  await page.waitForResponse('**/_build/latest.json')
  await page.waitForTimeout(100)
  expect(await isSameDocument()).toBe(true)

  await follow(ONE)
  await heading('Thing 1')

  expect(await isSameDocument()).toBe(false)
  expect(payloads()).toBe(0)
})

test('a new build makes going back a page load too', async () => {
  const { open, page, follow, run, heading, isSameDocument } = await startVisit(browser, base, {
    mayComplain,
  })
  await page.route('**/_build/meta/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.fulfill({ status: 404 })
  })
  await page.route('**/_build/latest.json', (route) => route.fulfill({ json: { id: 'newer', timestamp: 1 } }))
  await open(SHOP)
  await follow(ONE)
  await heading('Thing 1')
  await page.waitForResponse('**/_build/latest.json')
  await page.waitForTimeout(100)

  await run('history.back()')
  await heading('Shop')

  await expect.poll(isSameDocument).toBe(false)
})

test('the manifest is asked for once, a while after the page has come to rest', async () => {
  const { open, page, requests } = await startVisit(browser, base)
  // Waited for before the page is opened: on a slow machine opening takes longer than the while.
  const answered = page.waitForResponse('**/_build/meta/*.json')
  await open(SHOP)
  const manifests = () => requests.filter((request) => request.url().includes('/_build/')).length

  const answer = await answered
  await page.waitForTimeout(500)
  const asked = await page.evaluate(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const manifest = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.includes('/_build/meta/'))
    return (manifest?.startTime ?? 0) - (visit?.loadEventEnd ?? 0)
  })
  expect(asked).toBeGreaterThan(900)

  expect(await answer.json()).toMatchObject({
    routes: { '/': expect.arrayContaining([expect.stringMatching(/^\/assets\/home-/)]) },
  })
  expect(manifests()).toBe(1)
})
