import { expect, test, vi } from 'vitest'
import type { RenderRequest } from '#pages/answer.ts'
import { parsePayloadPath } from '#pages/payload-path.ts'
import { defineRoutes } from '#pages/route-table.ts'
import { createPages, type PagesOptions } from '#pages/server.tsx'
import { openPages } from './app/entry-server.tsx'
import { defineFixtureScreen, type FixtureApi } from './app/shop.ts'

const assets = {
  build: 'b1',
  entry: '/assets/entry.js',
  head: (screen: string) => `<link rel="stylesheet" href="/assets/${screen}.css">`,
  modules: (screen: string) => [`/assets/${screen}.js`],
}
const pages = openPages(assets)

const requested = (
  url: string,
  more: Partial<RenderRequest<FixtureApi>> = {},
): RenderRequest<FixtureApi> => ({
  url,
  api: { visit: () => 1, isLoggedIn: true },
  cookies: {},
  isBot: false,
  mode: 'production',
  ...more,
})

const askPayload = (path: string, more: Partial<RenderRequest<FixtureApi>> = {}) => {
  const { url, build } = parsePayloadPath(path)
  return pages.payload({ ...requested(url, more), build })
}

const loggedOut = { api: { visit: () => 1, isLoggedIn: false } }

test('a document is a complete page without scripts', async () => {
  const { status, headers, body, isVisitor, isIncomplete } = await pages.document(
    requested('/product/thing-1?sku=A'),
  )

  expect({ status, headers, isVisitor, isIncomplete }).toEqual({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
    isVisitor: false,
    isIncomplete: false,
  })
  for (const part of [
    '<!doctype html><html lang="en">',
    '<title>Thing 1</title>',
    '<meta name="description" content="All about &#34;Thing 1&#34; &#38; more">',
    '<link rel="canonical" href="https://shop.example/product/thing-1">',
    '<meta property="og:image" content="https://shop.example/thing.webp">',
    '<meta property="og:image:width" content="20">',
    '<meta property="og:image:height" content="10">',
    '<meta property="og:image:alt" content="A &#34;thing&#34;">',
    '<link rel="preload" as="image" fetchpriority="high" href="/thing.webp" imagesrcset="/thing.webp 1x, /thing-2x.webp 2x">',
    '<link rel="stylesheet" href="/assets/product.css">',
    '<style>:root{--color-primary:#06c}</style>',
    '<body class="product production">',
    '<h1>Thing 1</h1>',
    'The &lt;Shop&gt;',
    'data-url="/product/thing-1?sku=A"',
  ]) {
    expect(body).toContain(part)
  }
})

test('the boot data is in the page and cannot close its script element', async () => {
  const { body } = await pages.document(requested('/product/thing-1'))

  expect(bootOf(body)).toEqual({
    build: 'b1',
    url: '/product/thing-1',
    visitorRoutes: [expect.any(Number)],
    shell: { store: 'The <Shop>' },
    page: {
      screen: 'product',
      path: '/product/thing-1',
      meta: { title: 'Thing 1', bodyClass: 'product' },
      data: {
        slug: 'thing-1',
        name: 'Thing 1',
        added: '1970-01-01T00:00:00.000Z',
        story: '</script><script>alert(1)</script>',
      },
    },
  })
  expect(body).not.toContain('</script><script>alert')
})

test('a document lists its inline scripts and styles for the content security policy', async () => {
  const { body, inlineScripts, inlineStyles } = await pages.document(requested('/'))

  expect(inlineStyles).toEqual([':root{--color-primary:#06c}'])
  expect(inlineScripts).toHaveLength(1)
  expect(body).toContain(`<script>${inlineScripts[0]}</script>`)
  expect(inlineScripts[0]).toContain('["/assets/entry.js","/assets/home.js"]')
})

test('a document puts the nonce on scripts and styles', async () => {
  const { body } = await pages.document(requested('/account', { nonce: 'once' }))

  expect(body).toContain('<script nonce="once">(')
  expect(body).toContain('<style nonce="once">:root')
})

test('a visitor page is sent with no-store', async () => {
  const document = await pages.document(requested('/account'))
  const payload = await askPayload('/account/_payload.json?b1')
  const redirect = await pages.document(requested('/account', loggedOut))

  for (const { isVisitor, headers } of [document, payload, redirect]) {
    expect(isVisitor).toBe(true)
    expect(headers['cache-control']).toBe('private, no-store')
  }
})

test('matches returns the properties of a route before anything is loaded', () => {
  expect(pages.matches('/account/orders')).toEqual({ screen: 'account', visitor: true, varies: [] })
  expect(pages.matches('/shop-online')).toEqual({ screen: 'listing', visitor: false, varies: ['columns'] })
  expect(pages.matches('/robots.txt')).toBeUndefined()
})

test('a payload has the data of the page without the shell', async () => {
  const { status, headers, body } = await askPayload('/shop-online/_payload.json?b1&q=Thing+4')

  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  const payload = JSON.parse(body)
  expect(Object.keys(payload)).toEqual(['build_id', 'screen', 'path', 'meta', 'data'])
  expect(payload).toMatchObject({
    build_id: 'b1',
    path: '/shop-online',
    screen: 'listing',
    meta: { title: 'Shop: Thing 4', canonical: 'https://shop.example/shop-online' },
    data: { query: 'Thing 4', things: [{ slug: 'thing-4' }, { slug: 'thing-40' }] },
  })
})

test('a payload for another build contains only the build id and is not cached', async () => {
  const { status, body, isVisitor } = await askPayload('/shop-online/_payload.json?b0&q=x')

  expect([status, JSON.parse(body), isVisitor]).toEqual([200, { build_id: 'b1', other_build: true }, true])
})

test('the payload of the home page is at the root path', async () => {
  const { body } = await askPayload('/_payload.json?b1')

  expect(JSON.parse(body)).toMatchObject({ path: '/', screen: 'home' })
})

test('a redirect of a loader or guard is an HTTP redirect for a document and data for a payload', async () => {
  const moved = await pages.document(requested('/old/thing-1'))
  expect([moved.status, moved.headers.location, moved.body]).toEqual([301, '/product/thing-1', ''])
  const guarded = await pages.document(requested('/account', loggedOut))
  expect([guarded.status, guarded.headers.location]).toEqual([302, '/?login=1'])

  const redirected = await askPayload('/account/_payload.json?b1', loggedOut)
  expect([redirected.status, JSON.parse(redirected.body)]).toEqual([
    200,
    { build_id: 'b1', redirect: '/?login=1' },
  ])
})

test.for([
  ['/product/nope', 'Page Not Found: /product/nope'],
  ['/nowhere/at/all', 'Page Not Found: /nowhere/at/all'],
  ['/product/%E0', 'Page Not Found: /product/%E0'],
])('%s is not found, in the shell', async ([path, message]) => {
  const { status, body } = await pages.document(requested(path as string))

  expect(status).toBe(404)
  expect(body).toContain(`<title>${message}</title>`)
  expect(body).toContain('<meta name="robots" content="noindex">')
  expect(body).toMatch(new RegExp(`<header>.*<h1>404<!-- --> <!-- -->${message}</h1>`))
})

test('a payload reports a page that is not found', async () => {
  const { status, body } = await askPayload('/product/nope/_payload.json?b1')

  expect(status).toBe(404)
  expect(JSON.parse(body)).toMatchObject({
    error: { status: 404, message: 'Page Not Found: /product/nope' },
    meta: { robots: 'noindex' },
    data: null,
  })
})

test('path parameters are decoded', async () => {
  expect((await pages.document(requested('/content/about%2Fus'))).status).toBe(200)
  expect((await pages.document(requested('/content/about/us'))).status).toBe(200)
})

test('a host name in the path is treated as a path', async () => {
  const { status, body } = await pages.document(requested('//evil.example/product/thing-1'))

  expect(status).toBe(404)
  expect(body).toContain('Page Not Found: //evil.example/product/thing-1')
})

test.for(['/broken/load', '/broken/view', '/unguarded'])(
  'a crash in %s is left to the HTTP layer',
  async (path) => {
    await expect(pages.document(requested(path))).rejects.toThrow()
  },
)

test('an unknown guard is an error', async () => {
  await expect(pages.document(requested('/unguarded'))).rejects.toThrow('Unknown route middleware')
})

test('a guard name is not looked up in Object.prototype', async () => {
  const strange = smallShop({ screens: { home: { ...home, guard: 'constructor' } } })

  await expect(strange.document(requested('/'))).rejects.toThrow('Unknown route middleware')
})

test('a crash answers a bot with 503', async () => {
  for (const path of ['/broken/load', '/broken/view']) {
    const { status, headers, body, isVisitor } = await pages.document(requested(path, { isBot: true }))

    expect([status, headers['retry-after'], body, isVisitor]).toEqual([503, '600', '', true])
  }
})

test('a crash during a bot request is reported to onCrash', async () => {
  const onCrash = vi.fn()
  const crash = new Error('no storefront')
  const broken = smallShop({ loadShell: () => Promise.reject(crash), onCrash })

  await broken.document(requested('/', { isBot: true }))

  expect(onCrash).toHaveBeenCalledWith(crash)
})

test('a shell that fails before its page fails is reported once', async () => {
  const later = defineFixtureScreen({
    load: async () => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      throw new Error('later')
    },
    meta: () => ({ title: '' }),
  })
  const broken = smallShop({
    screens: { home: later },
    loadShell: () => {
      throw new Error('at once')
    },
  })

  await expect(broken.document(requested('/'))).rejects.toThrow('at once')
  // An unhandled rejection would end the process and fail this test.
  await new Promise((resolve) => setTimeout(resolve, 30))
})

test('the document has the language of the shop', async () => {
  const { body } = await smallShop({ lang: () => 'en-IN' }).document(requested('/'))

  expect(body).toContain('<html lang="en-IN">')
})

test('openPages refuses a route without a screen and an unreachable route', () => {
  expect(() => smallShop({ screens: {} })).toThrow("names the screen 'home', which does not exist")
  const routes = defineRoutes([
    { screen: 'home', path: '/:slug+' },
    { screen: 'home', path: '/cart' },
  ])
  expect(() => smallShop({ routes })).toThrow('Route /cart is never reached: /:slug+ comes before it')
})

const home = defineFixtureScreen({ load: () => ({ view: {} }), meta: () => ({ title: 'Home' }) })

function smallShop(options: Partial<PagesOptions<FixtureApi, object>>) {
  return createPages<FixtureApi, object>({
    routes: defineRoutes([{ screen: 'home', path: '/' }]),
    screens: { home },
    guards: {},
    loadShell: () => ({ shell: {}, whole: {} }),
    Shell: ({ children }) => children,
    Status: ({ message }) => message,
    assets,
    ...options,
  })
}

const bootOf = (body: string) => JSON.parse(/id="boot">(.*?)<\/script>/s.exec(body)?.[1] ?? '')
