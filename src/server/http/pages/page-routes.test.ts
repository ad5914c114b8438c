import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { noGroupPrices, oneChannel } from '#harness/channels.ts'
import type { PageAnswer, Pages, RenderRequest } from '#pages/answer.ts'
import { createRedirectRules } from '#server/content/redirects/redirect-rules.ts'
import { openStoreStatus } from '#server/content/storefront/store-status.test-support.ts'
import type { Visitor } from '#server/platform/kernel/context.ts'
import type { Effects } from '#server/platform/kernel/pipeline.ts'
import { tooMany } from '#server/platform/limits/rate-limit.ts'
import { noPlugins } from '#server/shop/plugins/registry.ts'
import type { CachedPage } from './cached-page.ts'
import { createPageCache } from './page-cache.ts'
import type { PageCheckSources } from './page-checks.ts'
import { type PageRoutesOptions, servePages } from './page-routes.ts'

/** The loaders' API in these tests: the visitor, and functions to add tags and set cookies. */
type Api = { visitor: Visitor; effects: Effects }
/** `build`: of a payload. */
type Load = (
  request: RenderRequest<Api> & { build?: string },
) => Partial<PageAnswer> | Promise<Partial<PageAnswer>>

const long = 'A teapot of stoneware. '.repeat(100)

/**
 * A shop whose every page is the result of `load`. `/cart` is a visitor's page, `/grid` depends on the cookie
 * grid_columns.
 */
function openPages(
  load: Load,
  options: Partial<PageRoutesOptions<Api> & PageCheckSources> = {},
  storeUrl = 'http://localhost',
) {
  const {
    readRedirects = async () => createRedirectRules([]),
    readStatus = async () => openStoreStatus({ supportEmail: 'help@shop.example' }),
    readChannels = oneChannel,
    requirePage = () => {},
    ...others
  } = options
  const listeners: ((tags: readonly string[]) => void)[] = []
  const rendered: RenderRequest<Api>[] = []
  const logged: string[] = []
  async function answer(request: RenderRequest<Api>, type: string): Promise<PageAnswer> {
    rendered.push(request)
    const base = { status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' } }
    return {
      ...base,
      body: long,
      isVisitor: false,
      isIncomplete: false,
      inlineScripts: [],
      inlineStyles: [],
      ...(await load(request)),
    }
  }
  const pages: Pages<Api> = {
    document: (request) => answer(request, 'text/html; charset=utf-8'),
    payload: (request) => answer(request, 'application/json; charset=utf-8'),
    matches: (pathname) => ({
      screen: pathname.slice(1),
      visitor: pathname === '/cart',
      varies: pathname === '/grid' ? ['grid_columns'] : [],
    }),
    routes: [],
  }
  const app = Fastify()
  servePages<Api>(app, {
    pages: () => pages,
    openApi: (visitor, effects = {}) => ({ visitor, effects }),
    services: {
      changes: {
        subscribe: (listener) => {
          listeners.push(listener)
          return () => {}
        },
        catchUp: async () => {},
        position: () => '',
        isCurrent: () => true,
        isResumed: false,
        stop: async () => {},
      },
      config: {
        mode: 'test',
        port: 0,
        host: '127.0.0.1',
        dataDir: '',
        databaseUrl: undefined,
        storeUrl,
        tokenSecret: '',
        passwordPepper: '',
      },
      plugins: noPlugins,
      log: pino({}, { write: (line: string) => void logged.push(line) }),
    },
    mode: 'production',
    cache: createPageCache<CachedPage>(),
    checks: {
      ...{ readRedirects, readStatus, readChannels, requirePage },
      readGroupPrices: async () => noGroupPrices,
    },
    ...others,
  })
  onTestFinished(() => app.close())
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    app.inject({ method, url, headers })
  return {
    get,
    rendered,
    logged,
    change: (...tags: string[]) => listeners.forEach((listener) => void listener(tags)),
  }
}

const tagged =
  (...tags: string[]): Load =>
  ({ api }) => {
    for (const tag of tags) api.effects.onTag?.(tag)
    return {}
  }

test('a page is rendered once for all visitors, as an anonymous visitor', async () => {
  const { get, rendered } = openPages(() => ({}))

  const first = await get('/mugs', { cookie: 'cart_session=secret', 'user-agent': 'Googlebot' })
  const second = await get('/mugs')

  expect([first.statusCode, first.body]).toEqual([200, long])
  expect(second.body).toBe(long)
  expect(rendered).toHaveLength(1)
  expect(rendered[0]).toMatchObject({
    cookies: {},
    isBot: false,
    api: { visitor: { cookies: {}, customerId: null, ip: '', userAgent: '' } },
  })
  expect(rendered[0]?.nonce).toBeUndefined()
})

test('a page is sent in the encoding that the browser prefers', async () => {
  const { get, rendered } = openPages(() => ({}))

  for (const _ of ['made', 'cached']) {
    const br = await get('/', { 'accept-encoding': 'gzip, br' })
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(br.headers['content-length']).toBe(String(br.rawPayload.length))
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(long)
    const gzip = await get('/', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(long)
    expect((await get('/')).headers['content-encoding']).toBeUndefined()
  }
  expect(rendered).toHaveLength(1)
})

test('a page that is requested often is compressed again, smaller, with the same ETag', async () => {
  const body = `<ul>${Array.from({ length: 400 }, (_, at) => `<li>Mug ${(at * 7_919) % 1_009}</li>`).join('')}</ul>`
  const { get, rendered } = openPages(() => ({ body }))
  const send = async () => {
    const { headers, rawPayload } = await get('/mugs', { 'accept-encoding': 'br' })
    expect(headers['content-length']).toBe(String(rawPayload.length))
    expect(brotliDecompressSync(rawPayload).toString()).toBe(body)
    return { etag: headers.etag, bytes: rawPayload.length }
  }
  const first = await send()

  await expect.poll(async () => (await send()).bytes).toBeLessThan(first.bytes)

  expect((await send()).etag).toBe(first.etag)
  expect(rendered).toHaveLength(1)
})

test('a client that accepts none of our encodings gets a 406', async () => {
  const { get } = openPages(() => ({}))
  expect((await get('/', { 'accept-encoding': 'zstd, *;q=0' })).statusCode).toBe(406)
})

test('a browser with a current copy gets a 304', async () => {
  const { get, change } = openPages(({ api, url }) => {
    api.effects.onTag?.('product:1')
    return { body: `${long} ${url} ${price}` }
  })
  let price = 10
  const { headers } = await get('/mug')
  const etag = String(headers.etag)
  const again = await get('/mug', { 'if-none-match': etag })

  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
  expect(again.headers).toMatchObject({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
  expect((await get('/mug', { 'if-none-match': `"other", ${etag.replace('W/', '')}` })).statusCode).toBe(304)

  price = 12
  change('product:1')
  const changed = await get('/mug', { 'if-none-match': etag })
  expect(changed.statusCode).toBe(200)
  expect(changed.headers.etag).not.toBe(etag)
})

test('HEAD answers as GET does, without the body', async () => {
  const { get } = openPages(() => ({}))
  for (const _ of ['made', 'cached']) {
    const head = await get('/', {}, 'HEAD')
    expect(head.statusCode).toBe(200)
    expect(head.headers['content-length']).toBe(String(long.length))
    expect(head.body).toBe('')
  }
})

test("a change of a page's data makes it render again", async () => {
  const { get, rendered, change } = openPages(tagged('product:1', 'listing'))
  await get('/mugs')
  change('product:2')
  await get('/mugs')
  expect(rendered).toHaveLength(1)

  change('product:1')
  await get('/mugs')
  expect(rendered).toHaveLength(2)
})

test('a dropped page that would be made the same is used again, with its new tags', async () => {
  let inputs = 'a'
  let incomplete = false
  const made: string[] = []
  const { get, rendered, change } = openPages(({ api: { effects }, isKnown }) => {
    effects.onTag?.(`product:${rendered.length}`)
    if (incomplete) effects.onIncomplete?.()
    if (isKnown?.(inputs)) return { inputs, isUnchanged: true, body: '' }
    made.push(inputs)
    return { inputs, body: `${long}${inputs}` }
  })
  const first = await get('/mugs')
  change('product:1')
  const second = await get('/mugs')
  expect([second.body, second.headers]).toEqual([first.body, { ...first.headers, date: expect.anything() }])
  await get('/mugs')
  change('product:1')
  await get('/mugs')
  expect([made, rendered.length]).toEqual([['a'], 2])

  change('product:2')
  inputs = 'b'
  expect((await get('/mugs')).body).toBe(`${long}b`)
  change('product:3')
  incomplete = true
  expect((await get('/mugs')).headers['cache-control']).toBe('no-store')
  expect(made).toEqual(['a', 'b', 'b'])
})

test('campaign parameters share one page, which does not receive them', async () => {
  const { get, rendered } = openPages(({ url }) => ({ body: url }))

  expect((await get('/mugs?utm_source=mail&page=2&color=blue')).body).toBe('/mugs?color=blue&page=2')
  expect((await get('/mugs?color=blue&page=2&gclid=1')).body).toBe('/mugs?color=blue&page=2')
  expect(rendered).toHaveLength(1)
})

test('a page that depends on a cookie is cached once for each of its values', async () => {
  const { get, rendered } = openPages(({ cookies, api }) => {
    expect(api.visitor.cookies).toEqual(cookies)
    return { body: `columns ${cookies.grid_columns ?? 'default'}` }
  })
  for (const _ of ['made', 'cached']) {
    expect((await get('/grid')).body).toBe('columns default')
    expect((await get('/grid', { cookie: 'a=b; grid_columns=5; sid=secret' })).body).toBe('columns 5')
    expect((await get('/grid', { cookie: 'grid_columns=2' })).body).toBe('columns 2')
    expect((await get('/grid', { cookie: 'grid_columns=<b>' })).body).toBe('columns default')
  }
  expect(rendered.map(({ cookies }) => cookies.grid_columns)).toEqual([undefined, '5', '2'])
  expect((await get('/grid')).headers.vary).toBe('accept-encoding, cookie')
})

test("a visitor's page is rendered with the visitor's cookies on each request, and never cached", async () => {
  const { get, rendered } = openPages(({ cookies, api, nonce }) => {
    api.effects.onCookie?.({ name: 'cart_session', value: 'a b', maxAgeSeconds: 60 })
    api.effects.onCookie?.({ name: 'sid', value: 'x', isHttpOnly: true })
    return { body: `${cookies.cart_session} ${nonce}`, isVisitor: true }
  })
  const first = await get('/cart', { cookie: 'cart_session=one' })
  const second = await get('/cart', { cookie: 'cart_session=two' })

  expect(first.body).toMatch(/^one /)
  expect(second.body).toMatch(/^two /)
  expect(first.headers['cache-control']).toBe('private, no-store')
  expect(first.headers.etag).toBeUndefined()
  expect(first.headers['set-cookie']).toEqual([
    'cart_session=a%20b; Max-Age=60; Path=/; SameSite=Lax',
    'sid=x; Path=/; HttpOnly; SameSite=Lax',
  ])
  const nonces = rendered.map(({ nonce }) => nonce)
  expect(new Set(nonces).size).toBe(2)
  expect(first.headers['content-security-policy']).toContain(`script-src 'nonce-${nonces[0]}'`)
})

test('cookies that a page for everyone would set are not sent', async () => {
  const { get } = openPages(({ api }) => {
    api.effects.onCookie?.({ name: 'cart_session', value: 'shared' })
    return {}
  })
  expect((await get('/mugs')).headers['set-cookie']).toBeUndefined()
})

test('a cached page allows exactly its own inline scripts and styles', async () => {
  const { get } = openPages(() => ({ inlineScripts: ['start()'], inlineStyles: ['a{}'] }))
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

  for (const _ of ['made', 'cached']) {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toContain(`script-src ${hash('start()')} 'strict-dynamic'`)
    expect(policy).toContain(`style-src 'self' ${hash('a{}')};`)
    expect(policy).not.toContain('nonce')
  }
})

test('HSTS is sent only by a shop on https', async () => {
  const plain = await openPages(() => ({})).get('/')
  expect(plain.headers['strict-transport-security']).toBeUndefined()
  expect(plain.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
  })
  const secure = await openPages(() => ({}), {}, 'https://shop.example').get('/')
  expect(secure.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

test("a page's data is cached and tagged as the page is", async () => {
  const { get, rendered, change } = openPages(({ api, url, build }) => {
    api.effects.onTag?.('product:1')
    return { body: JSON.stringify({ url, build }) }
  })
  const first = await get('/mug/_payload.json?b1&sku=A&utm_source=x')
  await get('/mug/_payload.json?b1&sku=A')

  expect(first.json()).toEqual({ url: '/mug?sku=A', build: 'b1' })
  expect(first.headers['content-security-policy']).toBeUndefined()
  expect(first.headers['x-content-type-options']).toBe('nosniff')
  expect(rendered).toHaveLength(1)

  change('product:1')
  await get('/mug/_payload.json?b1&sku=A')
  expect(rendered).toHaveLength(2)
})

test('the boot data of a document is that of its rendering, and may be cached for good', async () => {
  const { get, rendered } = openPages(documentOfRendering())
  await get('/mug?sku=A')

  const boot = await get('/mug/_payload.json?b1~v1&sku=A&utm_source=x', { 'accept-encoding': 'br' })

  expect(brotliDecompressSync(boot.rawPayload).toString()).toBe(dataOf(1))
  expect(boot.headers).toMatchObject({
    'cache-control': 'private, max-age=31536000, immutable',
    'content-type': 'application/json; charset=utf-8',
    'x-robots-tag': 'noindex',
  })
  expect(rendered.map(({ url, isBootApart }) => [url, isBootApart])).toEqual([['/mug?sku=A', true]])
})

test('the boot data of a document that has changed says so, and is not cached', async () => {
  const { get, change } = openPages(documentOfRendering())
  await get('/mug')
  change('mug')

  const newer = await get('/mug/_payload.json?b1~v1')

  expect(newer.json()).toEqual({ isNewer: true, ...JSON.parse(dataOf(2)) })
  expect(newer.headers['cache-control']).toBe('no-store')
  expect((await get('/mug/_payload.json?b1~v2')).json()).toEqual(JSON.parse(dataOf(2)))
})

test('boot data of another build, and of a page without any, is a payload', async () => {
  const { get } = openPages(documentOfRendering())
  expect((await get('/mug/_payload.json?other~v1')).json()).toEqual({ url: '/mug', build: 'other' })

  const withoutBoot = openPages(({ url, build }) => ({ body: JSON.stringify({ url, build }) }))
  const reply = await withoutBoot.get('/mug/_payload.json?b1~v1')
  expect(reply.json()).toEqual({ url: '/mug', build: 'b1' })
})

test('a document that is not cached contains its boot data', async () => {
  const { get, rendered } = openPages(() => ({}), { cache: undefined as never })
  await get('/mug')
  expect(rendered[0]?.isBootApart).toBe(false)
})

const dataOf = (version: number) => JSON.stringify({ name: `Mug ${version}`, description: long })

/** A document with other data in every rendering; its payload names URL and build. */
function documentOfRendering(): Load {
  let version = 0
  return ({ url, build, api }) => {
    if (build !== undefined) return { body: JSON.stringify({ url, build }) }
    version += 1
    api.effects.onTag?.('mug')
    return { boot: { build: 'b1', version: `v${version}`, json: dataOf(version) } }
  }
}

test("the visitor is read only for a visitor's page, never for a page for everyone", async () => {
  const requested: string[] = []
  const { get, rendered } = openPages(() => ({}), {
    readVisitor(request) {
      requested.push(request.url)
      return { cookies: {}, ip: '', userAgent: '', customerId: 88 }
    },
  })

  await get('/mugs', { cookie: 'sid=one' })
  await get('/cart', { cookie: 'sid=one' })

  expect(requested).toEqual(['/cart'])
  expect(rendered.map(({ api }) => api.visitor.customerId)).toEqual([null, 88])
})

test("the data of a visitor's page is private", async () => {
  const { get } = openPages(({ cookies }) => ({ body: JSON.stringify(cookies), isVisitor: true }))
  const reply = await get('/cart/_payload.json?b1', { cookie: 'cart_session=one' })

  expect(reply.json()).toEqual({ cart_session: 'one' })
  expect(reply.headers['cache-control']).toBe('private, no-store')
})

test('an answer that the pages mark as private is not cached', async () => {
  const { get, rendered } = openPages(() => ({ isVisitor: true }))
  await get('/mugs/_payload.json?other')
  await get('/mugs/_payload.json?other')
  expect(rendered).toHaveLength(2)
})

test('a 404 keeps its status and is cached until any change', async () => {
  const { get, rendered, change } = openPages(() => ({ status: 404 }))
  expect((await get('/nope')).statusCode).toBe(404)
  expect((await get('/nope')).statusCode).toBe(404)
  expect(rendered).toHaveLength(1)

  change('product:1')
  await get('/nope')
  expect(rendered).toHaveLength(2)
})

test("a screen's redirect is sent to the browser", async () => {
  const { get } = openPages(() => ({ status: 302, headers: { location: '/new' }, body: '' }))
  const reply = await get('/old')
  expect([reply.statusCode, reply.headers.location, reply.body]).toEqual([302, '/new', ''])
})

test('a redirect rule precedes any page, and keeps the query', async () => {
  let rules = createRedirectRules([])
  const { get, change } = openPages(() => ({}), { readRedirects: async () => rules })
  expect((await get('/old')).statusCode).toBe(200)

  rules = createRedirectRules([
    { from_path: '/old', to_path: '/new', code: 301, is_external: false, match: 'exact' },
  ])
  change('redirects')

  const reply = await get('/old?page=2')
  expect([reply.statusCode, reply.headers.location]).toEqual([301, '/new?page=2'])
  expect((await get('/old/_payload.json?b1&page=2')).json()).toEqual({
    build_id: 'b1',
    redirect: '/new?page=2',
  })
})

test('a page whose rendering began before a redirect rule was added is not cached', async () => {
  let rules = createRedirectRules([])
  const page = Promise.withResolvers<Partial<PageAnswer>>()
  const { get, change, rendered } = openPages(() => page.promise, { readRedirects: async () => rules })
  const requested = get('/old')
  await expect.poll(() => rendered.length).toBe(1)

  rules = createRedirectRules([
    { from_path: '/old', to_path: '/new', code: 301, is_external: false, match: 'exact' },
  ])
  change('redirects')
  page.resolve({})

  expect((await requested).statusCode).toBe(200)
  expect((await get('/old')).statusCode).toBe(301)
})

for (const [untidy, tidy] of [
  ['/mugs/', '/mugs'],
  ['/mugs/?page=2', '/mugs?page=2'],
  ['//example.com/', '/example.com'],
  ['//example.com', '/example.com'],
  ['/a//b', '/a/b'],
] as const)
  test(`${untidy} redirects to ${tidy}`, async () => {
    const { get } = openPages(() => ({}))
    // `inject` would read `//example.com` as a host.
    const reply = await get(untidy.startsWith('//') ? `http://localhost${untidy}` : untidy)
    expect([reply.statusCode, reply.headers.location]).toEqual([301, tidy])
  })

test('a shop without a license shows no page, not even a cached one', async () => {
  let isLicensed = true
  const { get, change } = openPages(() => ({}), {
    readStatus: async () => openStoreStatus({ isLicensed, supportEmail: 'help@shop.example' }),
  })
  await get('/')
  isLicensed = false
  change('storefront')

  const reply = await get('/')
  expect(reply.statusCode).toBe(404)
  expect(reply.body).toContain('Website Unavailable')
  expect(reply.body).toContain('mailto:help@shop.example')
  expect((await get('/cart')).statusCode).toBe(404)
  expect((await get('/_payload.json?b1')).statusCode).toBe(404)
})

test('a page does not accept POST', async () => {
  const { get, rendered } = openPages(() => ({}))
  const reply = await get('/mugs', { 'content-type': 'application/json' }, 'POST')

  expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
  expect(rendered).toHaveLength(0)
})

const crash: Load = () => {
  throw new Error('secret: select * from customers')
}

test('a crash shows the bare error page with the request id of the log line', async () => {
  const { get, logged } = openPages(crash)
  const reply = await get('/mugs?token=private')

  expect(reply.statusCode).toBe(500)
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.body).toContain('Oops!')
  expect(reply.body).not.toContain('secret')
  const id = /<code>([\w-]+)<\/code>/.exec(reply.body)?.[1]
  expect(id).toEqual(expect.any(String))
  const log = logged.join('')
  expect(JSON.parse(log)).toMatchObject({ request_id: id, path: '/mugs' })
  expect(log).not.toContain('private')
})

test('a crash tells bots to come back later, on cached and visitor pages', async () => {
  const { get } = openPages(crash)
  for (const url of ['/mugs', '/cart']) {
    const reply = await get(url, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
    expect([reply.statusCode, reply.headers['retry-after'], reply.body]).toEqual([503, '600', ''])
  }
})

test('a crash is not cached, and the next request renders the page again', async () => {
  let isBroken = true
  const { get } = openPages(() => (isBroken ? crash({} as RenderRequest<Api>) : {}))
  expect((await get('/')).statusCode).toBe(500)
  isBroken = false
  expect((await get('/')).statusCode).toBe(200)
})

test('a payload that crashes is an API error, without a page in it', async () => {
  const reply = await openPages(crash).get('/mugs/_payload.json?b1')
  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toMatchObject({ status: 'error', code: 'SERVER', request_id: expect.any(String) })
})

test('an address over the rate limit gets Retry-After, and nothing is logged', async () => {
  const { get, logged, rendered } = openPages(() => ({}), {
    requirePage: () => {
      throw tooMany(42)
    },
  })

  const page = await get('/mugs')
  const data = await get('/mugs/_payload.json')

  for (const { statusCode, headers } of [page, data])
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([429, '42', 'no-store'])
  expect(page.body).toContain('Maximum attempt reached. Please try again later')
  expect(data.json()).toMatchObject({ status: 'error', code: 'RATE_LIMITED' })
  expect([rendered, logged]).toEqual([[], []])
})

test('with the database unavailable a page says to try again', async () => {
  const { get } = openPages(() => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  })
  const reply = await get('/mugs')
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
  expect(reply.body).toContain('The shop is busy')
  expect((await get('/mugs/_payload.json?b1')).json()).toMatchObject({ code: 'UNAVAILABLE' })
})

test('with the database unavailable since the start there is still an error page', async () => {
  const reply = await openPages(() => ({}), {
    readStatus: () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })),
  }).get('/')
  expect(reply.statusCode).toBe(503)
})

test('with the database unavailable, cached pages are still served', async () => {
  let isAway = false
  const storeStatus = async () => {
    if (isAway) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    return openStoreStatus()
  }
  const { get, change } = openPages(tagged('product:1'), { readStatus: storeStatus })
  await get('/mug')
  isAway = true
  change('settings')

  expect((await get('/mug')).statusCode).toBe(200)
})

test('requests for more pages at once than the limit are refused, many requests for one page are not', async () => {
  const slow = Promise.withResolvers<Partial<PageAnswer>>()
  const { get, rendered } = openPages(() => slow.promise, { maxRendered: 2 })
  const home = Array.from({ length: 30 }, () => get('/'))
  const mugs = get('/mugs')
  await expect.poll(() => rendered.length).toBe(2)

  expect((await get('/bowls')).statusCode).toBe(503)
  slow.resolve({})
  expect((await Promise.all([...home, mugs])).map(({ statusCode }) => statusCode)).toEqual(
    Array(31).fill(200),
  )
  expect((await get('/bowls')).statusCode).toBe(200)
})

test('without a cache, as in development, every request renders the page', async () => {
  const { get, rendered } = openPages(() => ({}), { cache: undefined, mode: 'development' })
  await get('/')
  await get('/')
  expect(rendered).toHaveLength(2)
})
