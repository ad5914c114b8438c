import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RouteOptions } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { routes as calls } from '#contract/routes.ts'
import { settingKeys } from '#contract/storefront.ts'
import { openShop } from '#harness/open-shop.ts'
import { installedPlugins } from '#plugins/installed.server.ts'
import { installedWebPlugins } from '#plugins/installed.web.ts'
import { writeConfigurationValues } from '#server/content/storefront/configuration.ts'
import { removedWorker } from '#server/http/pages/offline-page.ts'
import { createSecurityHeaders } from '#server/http/security-headers.ts'
import { serveFonts } from '#server/http/static/fonts.ts'
import { serveImages } from '#server/http/static/images.ts'
import { serveMedia } from '#server/http/static/media.ts'
import { serveOffline } from '#server/http/static/serve-offline.ts'
import { serveSeo } from '#server/http/static/serve-seo.ts'
import { serveWellKnown } from '#server/http/static/serve-well-known.ts'
import { storeDemoImages } from '#server/operations/seed/store-demo-images.ts'
import { createImageVariants } from '#server/platform/media/image-variants.ts'
import { routes as screens } from '../src/screens/routes.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-locked-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const found: RouteOptions[] = []
const shop = await openShop({
  seed: true,
  pages: true,
  config: { dataDir },
  plugins: installedPlugins,
  webPlugins: installedWebPlugins,
  onRoute: (route) => void found.push(route),
  extend: (app, _pipeline, services) => {
    const { files, log, config } = services
    const headers = createSecurityHeaders({ storeUrl: config.storeUrl })
    serveFonts(app)
    const variants = createImageVariants({ files, cacheDir: join(dataDir, 'img'), log })
    serveImages(app, { variants, headers })
    serveOffline(app, { services, variants, worker: 'let shown' })
    serveMedia(app, { files, headers })
    serveSeo(app, { services })
    serveWellKnown(app, { services })
  },
})
const { app, db, services } = shop
await storeDemoImages(services.files)

const products = await db.selectFrom('products').select(['slug', 'name']).execute()
const skus = await db.selectFrom('variations').select('sku').execute()
const images = await db
  .selectFrom('product_images')
  .innerJoin('images', 'images.id', 'product_images.image_id')
  .select('images.path')
  .execute()
const [{ slug, name } = { slug: '', name: '' }] = products
const [image = ''] = images.map(({ path }) => path)
/** Texts that no visitor may learn while the store is locked. */
const secrets = [
  ...products.flatMap((product) => [product.name, product.slug]),
  ...skus.map(({ sku }) => sku),
  ...images.map(({ path }) => path),
]

async function set(key: string, value: unknown) {
  await writeConfigurationValues(services, { [key]: value })
  await services.changes.catchUp()
}

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers: { 'sec-fetch-site': 'same-origin', ...headers } })

const post = (url: string, fields: Record<string, string>, remoteAddress = '10.9.0.1') =>
  app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

/** The texts of the shop in a reply, except those that the request itself named. */
const leaks = (reply: { body: string; headers: object }, requested: string) => {
  const text = `${reply.body} ${JSON.stringify(reply.headers)}`
  const echo = decodeURIComponent(requested)
  return secrets.filter((secret) => !echo.includes(secret) && text.includes(secret))
}

const endpointsOf = endpoints as never as Record<string, Record<string, { whileLocked?: unknown }>>

const fill = (path: string) =>
  path
    .replace(/:slug\b[+*?]?/g, slug)
    .replace(/:\w+(\([^)]*\))?[+*?]?/g, '1')
    .replace(/\*$/, `product/${slug}`)

const pagePaths = [
  // Documents have routes of their own, which another test walks; a payment that has begun can be completed.
  ...screens
    .filter(({ isDocument, path }) => !isDocument && !path.startsWith('/test-gateway/'))
    .map(({ path }) => fill(path)),
  '/about',
  '/no-such-page',
  '/product-category/ceramics',
]

const locks: Record<
  string,
  { path: string; status: number; lock(): Promise<void>; unlock(): Promise<void> }
> = {
  'behind a password': {
    path: '/password-protected',
    status: 200,
    async lock() {
      await set('store_password', 'open-sesame')
      await set('is_password_protection_enabled', true)
    },
    unlock: () => set('is_password_protection_enabled', false),
  },
  'coming soon': {
    path: '/coming-soon',
    status: 200,
    lock: () => set('mode', 'Coming Soon'),
    unlock: () => set('mode', 'Normal'),
  },
  'under maintenance': {
    path: '/under-maintenance',
    status: 503,
    lock: () => set('mode', 'Under Maintenance'),
    unlock: () => set('mode', 'Normal'),
  },
}

/** Without the route of pages, whose checks another test walks. */
const isFormPost = ({ method, url }: RouteOptions) =>
  [method].flat().includes('POST') && !url.startsWith('/api') && url !== '/*'

/** Values for the forms of the shop, so that only the lock can refuse them. */
const filledForm = {
  email: 'asha@example.com',
  product_id: '1',
  quantity: '1',
  choice: 'accept',
  form: 'send',
}

const urlencoded = (fields: Record<string, string>) => ({
  type: 'application/x-www-form-urlencoded',
  payload: Buffer.from(new URLSearchParams(fields).toString()),
})

async function multipart(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('image', new Blob(['x']), 'a.png')
  const body = new Response(form)
  return {
    type: body.headers.get('content-type') ?? '',
    payload: Buffer.from(await body.arrayBuffer()),
  }
}

/** Its own two forms, unsubscribing, and payments that have begun. */
const formPostsOfLockedStore = [
  '/coming-soon',
  '/password-protected',
  '/test-gateway/:payment',
  '/unsubscribe',
]

const formPostsOfOpenStore = [
  '/login',
  '/logout',
  '/cookie-preferences',
  '/forms/add-to-cart',
  '/forms/place-order',
  '/forms/form/submit/:id',
  '/forms/plugins/review/rate-product',
]

test('an open store shows its products, and none of the special pages', async () => {
  expect((await get(`/product/${slug}`)).body).toContain(name)
  expect((await get(`/media/${image}`)).statusCode).toBe(200)
  expect((await get('/sitemap.xml')).statusCode).toBe(200)
  for (const { path } of Object.values(locks)) expect((await get(path)).statusCode, path).toBe(404)
})

describe.each(Object.entries(locks))('a store %s', (_title, { path, status, lock, unlock }) => {
  test('shows its special page at every page and payload address, and nothing of the shop', async () => {
    await lock()
    for (const requested of pagePaths) {
      const page = await get(requested)
      expect([requested, page.statusCode, page.headers['cache-control']]).toEqual([
        requested,
        302,
        'no-store',
      ])
      expect(String(page.headers.location).split('?')[0], requested).toBe(path)
      expect(leaks(page, requested), requested).toEqual([])
      const payload = await get(`${requested === '/' ? '' : requested}/_payload.json?b1`)
      expect(String(payload.json().redirect).split('?')[0], requested).toBe(path)
      expect(leaks(payload, requested), requested).toEqual([])
    }
    const special = await get(path)
    expect([special.statusCode, special.headers['cache-control']]).toEqual([status, 'no-store'])
    expect(special.body).toContain('<meta name="robots" content="noindex">')
    expect(special.headers['retry-after']).toBe(status === 503 ? '3600' : undefined)
    expect(leaks(special, '')).toEqual([])
    expect((await get(`${path}/_payload.json?b1`)).json()).toEqual({ build_id: 'b1', other_build: true })
    const others = Object.values(locks).filter((other) => other.path !== path)
    for (const other of others) expect((await get(other.path)).statusCode).toBe(302)
    await unlock()
  })

  test('answers 403 STORE_LOCKED to every call but those of the contract', async () => {
    await lock()
    for (const [group, table] of Object.entries(calls))
      for (const [call, route] of Object.entries(table)) {
        const [method = 'GET', pattern = ''] = route.split(' ')
        const whileLocked = endpointsOf[group]?.[call]?.whileLocked
        const url = fill(pattern)
        const reply = await app.inject({
          method: method as 'GET',
          url,
          headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
          ...(method === 'GET' ? {} : { payload: call === 'get' ? { keys: settingKeys } : {} }),
        })
        expect(leaks(reply, url), route).toEqual([])
        if (whileLocked === true) expect(reply.json().code, route).not.toBe('STORE_LOCKED')
        else expect([route, reply.statusCode, reply.json().code]).toEqual([route, 403, 'STORE_LOCKED'])
      }
    await unlock()
  })

  test('answers template and page calls for its special page only', async () => {
    await lock()
    const special = encodeURIComponent(path)
    for (const url of [
      '/api/page/about',
      '/api/page/1',
      '/api/template/1',
      `/api/template/1?path=${special}`,
      `/api/page/about?path=${special}`,
      `/api/templateBoth/${slug}?path=${encodeURIComponent(`/product/${slug}`)}`,
      `/api/templateBoth/${slug}?path=${special}`,
      `/api/templateBoth/?path=${special}&path=%2F`,
    ])
      expect([url, (await get(url)).statusCode]).toEqual([url, 403])
    for (const url of [
      `/api/template/Special?path=${special}`,
      `/api/templateBoth/?path=${special}`,
      `/api/page${path}`,
    ]) {
      const reply = await get(url)
      expect([url, [200, 404].includes(reply.statusCode)]).toEqual([url, true])
      expect(leaks(reply, ''), url).toEqual([])
    }
    await unlock()
  })

  test('refuses every form post outside /api, urlencoded and multipart, and sets no cookie', async () => {
    await lock()
    const answered: string[] = []
    const refused: string[] = []
    for (const { url, config } of found.filter(isFormPost)) {
      const address = fill(url)
      if (config?.whileLocked === true) {
        answered.push(url)
        continue
      }
      refused.push(url)
      for (const body of [urlencoded(filledForm), await multipart(filledForm)]) {
        const reply = await app.inject({
          ...{ method: 'POST', url: address, payload: body.payload },
          headers: { 'sec-fetch-site': 'same-origin', 'content-type': body.type },
        })
        expect([url, reply.statusCode, reply.headers.location]).toEqual([url, 303, path])
        expect([url, reply.headers['set-cookie'], reply.body]).toEqual([url, undefined, ''])
      }
    }
    expect(answered.sort()).toEqual(formPostsOfLockedStore)
    expect(refused).toEqual(expect.arrayContaining(formPostsOfOpenStore))
    await unlock()
  })

  test('removes its service worker from browsers, and has no offline page', async () => {
    await lock()
    expect((await get('/sw.js')).body).toBe(removedWorker)
    expect((await get(path)).headers['x-store-locked']).toBe('1')
    for (const url of ['/_offline', '/manifest.webmanifest', '/app-icon/512.png'])
      expect([url, (await get(url)).headers.location]).toEqual([url, path])
    await unlock()
    expect((await get('/sw.js')).body).toContain('let shown')
    expect((await get('/')).headers['x-store-locked']).toBeUndefined()
  })

  test('gives away nothing at any other route, and no picture of a product', async () => {
    await lock()
    for (const { method, url } of found) {
      const path = fill(url)
      for (const one of [method].flat()) {
        const reply = await app.inject({
          method: one as 'GET',
          url: path,
          headers: { 'sec-fetch-site': 'same-origin' },
        })
        expect(leaks(reply, path), `${one} ${path}`).toEqual([])
      }
    }
    for (const { path } of images)
      for (const url of [`/media/${path}`, `/_img/320x/${path}.webp`])
        expect([url, (await get(url)).statusCode]).toEqual([url, 302])
    expect((await get('/sitemap.xml')).statusCode).toBe(status === 503 ? 503 : 404)
    expect((await get('/feeds/google.xml')).statusCode).toBe(status === 503 ? 503 : 404)
    expect((await get('/robots.txt')).body.includes('Disallow: /\n')).toBe(status !== 503)
    expect((await post('/login', { email: 'a@b.c' })).headers.location).toBe(path)
    await unlock()
    expect((await get(`/media/${image}`)).statusCode).toBe(200)
  })
})

test('the icon of the store is served while it is locked', async () => {
  await set('mode', 'Coming Soon')
  const [, icon] = /<link rel="icon" href="([^"]+)"/.exec((await get('/coming-soon')).body) ?? []
  expect((await get(String(icon))).statusCode).toBe(200)
  expect((await get('/fonts/figtree-latin-wght-normal.woff2')).statusCode).not.toBe(302)
  await set('mode', 'Normal')
})

test('a store without a license answers calls and files with 404', async () => {
  await db.updateTable('storefronts').set({ license_status: null }).execute()
  await set('name', 'Kiln & Loom')

  expect((await get('/')).body).toContain('Website Unavailable')
  const call = await get(`/api/product/single-product/${slug}`)
  expect([call.statusCode, call.json().message]).toEqual([404, 'Website Unvailable'])
  expect((await get(`/media/${image}`)).statusCode).toBe(404)
  expect((await get('/coming-soon')).statusCode).toBe(404)
  expect((await get('/api/storefront/initial-values')).json().data.license_status).toBeNull()

  await db.updateTable('storefronts').set({ license_status: 'active' }).execute()
  await set('name', 'Kiln & Loom')
})

test('the password opens the store to this browser until the password changes', async () => {
  await set('store_password', 'open-sesame')
  await set('is_password_protection_enabled', true)
  await set('mode', 'Coming Soon')

  const wrong = await post('/password-protected', { password: 'sesame' })
  expect(wrong.statusCode).toBe(401)
  expect(wrong.body).toContain('<p class="error" id="error" role="alert">The password is incorrect</p>')
  expect(wrong.headers['set-cookie']).toBeUndefined()

  const right = await post('/password-protected', { password: 'open-sesame', redirect: `/product/${slug}` })
  expect([right.statusCode, right.headers.location]).toEqual([303, `/product/${slug}`])
  const set_cookie = String(right.headers['set-cookie'])
  expect(set_cookie).toMatch(
    /^__Host-storefront_access=[^;]+; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const cookie = set_cookie.split(';')[0] as string

  // The mode is checked after the password.
  expect((await get('/', { cookie })).headers.location).toBe('/coming-soon')
  await set('mode', 'Normal')
  expect((await get(`/product/${slug}`, { cookie })).body).toContain(name)
  expect((await get(`/api/product/single-product/${slug}`, { cookie })).statusCode).toBe(200)
  expect((await get('/password-protected', { cookie })).headers.location).toBe('/')
  const forged = cookie.replace(/=\d+/, '=9999999999')
  expect((await get('/', { cookie: forged })).statusCode).toBe(302)
  expect((await get('/', { cookie: cookie.replace('__Host-', '') })).statusCode).toBe(302)

  await set('store_password', 'another-sesame')
  expect((await get('/', { cookie })).headers.location).toBe('/password-protected')
  await set('is_password_protection_enabled', false)
})

test('verify-password gives the cookie, refuses a wrong password and stops guessing', async () => {
  await set('store_password', 'open-sesame')
  await set('is_password_protection_enabled', true)
  const guess = (password: string, remoteAddress: string) =>
    app.inject({
      method: 'POST',
      url: '/api/storefront/verify-password',
      remoteAddress,
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { password },
    })

  const right = await guess('open-sesame', '10.9.1.1')
  expect([right.statusCode, right.json()]).toEqual([
    200,
    { status: 'success', message: 'Welcome', data: { password_protected: true } },
  ])
  for (let at = 0; at < 5; at += 1) {
    const wrong = await guess(`wrong ${at}`, '10.9.1.2')
    expect([wrong.statusCode, wrong.json()]).toEqual([
      401,
      { status: 'error', code: 'PASSWORD_INVALID', message: 'The password is incorrect' },
    ])
  }
  const sixth = await guess('open-sesame', '10.9.1.2')
  expect([sixth.statusCode, sixth.json().code]).toEqual([429, 'RATE_LIMITED'])
  expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
  const foreign = await app.inject({
    method: 'POST',
    url: '/password-protected',
    headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'password=open-sesame',
  })
  expect(foreign.statusCode).toBe(403)
  await set('is_password_protection_enabled', false)
})
