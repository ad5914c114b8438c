import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { setSettings } from '#harness/settings.ts'
import { writeConfigurationValues } from '#server/content/storefront/configuration.ts'
import { storeDemoImages } from '#server/operations/seed/store-demo-images.ts'
import { loadSharp } from '#server/platform/media/image-file.ts'
import { createImageVariants } from '#server/platform/media/image-variants.ts'
import { removedWorker } from '../pages/offline-page.ts'
import { serveOffline } from './serve-offline.ts'
import { serveWellKnown } from './serve-well-known.ts'

const shop = await openShop({
  seed: true,
  pages: true,
  extend: (app, _pipeline, services) => {
    const { files, log, config } = services
    const variants = createImageVariants({ files, cacheDir: join(config.dataDir, 'img'), log })
    app.addHook('onClose', async () => variants.close())
    serveWellKnown(app, { services })
    serveOffline(app, { services, variants, worker: 'run()' })
  },
})
const get = (url: string) => shop.request({ url })

test('a password manager finds the page on which the password is changed', async () => {
  const { status, headers } = await get('/.well-known/change-password')
  expect([status, headers.location]).toEqual([302, '/account/security'])
})

test('security.txt names the contact of the shop and expires within a year', async () => {
  await setSettings(shop.services, { store_email: 'care@shop.example' })
  const { status, headers, body } = await get('/.well-known/security.txt')

  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = Object.fromEntries(
    String(body)
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s)),
  )
  expect(lines).toMatchObject({
    Contact: 'mailto:care@shop.example',
    Canonical: 'https://shop.example.com/.well-known/security.txt',
  })
  const days = (Date.parse(lines.Expires ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(170)
  expect(days).toBeLessThan(365)
})

test('a shop without a contact has no security.txt', async () => {
  await setSettings(shop.services, { store_email: '' })
  expect((await get('/.well-known/security.txt')).status).toBe(404)
})

test('the address of a collection without its end leads to all collections', async () => {
  for (const path of ['/product-collection', '/product-collection/']) {
    let { status, headers } = await get(path)
    if (path.endsWith('/')) ({ status, headers } = await get(String(headers.location)))
    expect([status, headers.location]).toEqual([301, '/collections'])
  }
})

test('the manifest has the name and the colours of the shop, and square icons of its own picture', async () => {
  await storeDemoImages(shop.services.files)
  const { status, headers, body } = await get('/manifest.webmanifest')
  expect([status, headers['content-type']]).toEqual([200, 'application/manifest+json; charset=utf-8'])
  const manifest = JSON.parse(String(body))
  expect(manifest).toMatchObject({
    name: 'Kiln & Loom',
    short_name: 'Kiln & Loom',
    start_url: '/',
    display: 'standalone',
    background_color: '#fbf7f0',
    icons: [{ sizes: '192x192' }, { sizes: '512x512' }, { sizes: '512x512', purpose: 'maskable' }],
  })
  const sharp = await loadSharp()
  for (const { src, sizes, purpose } of manifest.icons) {
    const { rawPayload } = await shop.app.inject(src)
    const { width, height, hasAlpha, format } = await sharp(rawPayload).metadata()
    expect([format, `${width}x${height}`, hasAlpha]).toEqual(['png', sizes, purpose === 'any'])
  }
})

test('browsers install the service worker again after a change of the look, and keep nothing while it is off', async () => {
  const before = (await get('/sw.js')).body
  expect(before).toMatch(
    /^const offline=\{page:"\/_offline\?v=[\w-]{12}",cache:"offline-[\w-]{12}"\};run\(\)$/,
  )
  expect((await shop.app.inject({ method: 'HEAD', url: '/sw.js' })).statusCode).toBe(200)
  expect((await get('/sw.js')).body).toBe(before)
  expect(String((await get('/_offline')).body)).toContain('Kiln &amp; Loom')

  await writeConfigurationValues(shop.services, { name: '<Lime> & Loom' })
  await shop.services.changes.catchUp()
  expect((await get('/sw.js')).body).not.toBe(before)
  const page = String((await get('/_offline')).body)
  expect(page).toContain('&lt;Lime&gt; &amp; Loom')
  expect(page).not.toContain('<Lime>')

  shop.services.config.hasServiceWorker = false
  expect((await get('/sw.js')).body).toBe(removedWorker)
})
