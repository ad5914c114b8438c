import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Api } from '#contract/client.ts'
import { definePlugin } from '#contract/plugin.ts'
import { withCheckout } from '#harness/checkout.ts'
import type { Guest } from '#harness/guest.ts'
import { openShop } from '#harness/open-shop.ts'
import { readGroupPrices } from '#server/catalog/products/member-prices.ts'
import { readRedirectRules } from '#server/content/redirects/redirect-rules.ts'
import { readStoreStatus } from '#server/content/storefront/store-status.ts'
import type { CachedPage } from '#server/http/pages/cached-page.ts'
import { createPageCache } from '#server/http/pages/page-cache.ts'
import { servePages } from '#server/http/pages/page-routes.ts'
import { contentSecurityPolicy } from '#server/http/security-headers.ts'
import { readVisitor } from '#server/platform/sessions/session.ts'
import { readChannelSelection } from '#server/shop/channels/channel-selection.ts'
import { openPages } from '../../../entry-server.tsx'
import { defineServerPlugin } from './define-server-plugin.ts'
import { writePlugin } from './editing/write-plugin.ts'

const tracker = defineServerPlugin(
  definePlugin({
    module_name: 'Tracker',
    title: 'Tracker',
    description: 'A test plugin',
    icon: 'chart',
    config: z.object({ origin: z.string().default('https://stats.example') }),
    csp: ({ origin }) => ({ 'script-src': [origin], 'connect-src': [origin, 'wss://live.stats.example'] }),
  }),
  { apiVersion: 1 },
)
const chat = defineServerPlugin(
  definePlugin({
    module_name: 'Chat',
    title: 'Chat',
    description: 'A test plugin',
    icon: 'chat',
    config: z.object({}),
    csp: () => ({ 'frame-src': ['https://chat.example'], 'connect-src': ['https://stats.example'] }),
  }),
  { apiVersion: 1 },
)
const plugins = [tracker, chat]
const cache = createPageCache<CachedPage>()

const opened = await openShop({
  seed: true,
  plugins,
  extend(app, pipeline, services) {
    const pages = openPages(
      { build: 'test', entry: '/entry.js', head: () => '' },
      { origin: services.config.storeUrl },
    )
    servePages<Api>(app, {
      pages: () => pages,
      openApi: pipeline.openApi,
      services,
      mode: 'production',
      cache,
      readVisitor: (request) => readVisitor(services, request),
      checks: {
        readRedirects: () => readRedirectRules(services.db),
        readStatus: () => readStoreStatus(services.db),
        readChannels: () => readChannelSelection(services.db),
        readGroupPrices: () => readGroupPrices(services.db),
      },
    })
  },
})

const shop = withCheckout(opened)

async function write(module_name: string, change: { is_active: boolean; config?: Record<string, unknown> }) {
  await writePlugin(shop.db, plugins, { module_name, ...change })
  await shop.changes.catchUp()
}

const policyOf = async (url: string, visitor: Pick<Guest, 'request'> = shop.guest()) => {
  const { status, headers } = await visitor.request({ method: 'GET', url })
  expect(status).toBe(200)
  return String(headers['content-security-policy'])
}

const directivesOf = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]))

test('a policy without sources equals the policy without plugins', () => {
  const allowed = { nonce: 'abc' }

  expect(contentSecurityPolicy(allowed, [], {})).toBe(
    "default-src 'self'; script-src 'nonce-abc' 'strict-dynamic' 'self'; style-src 'self' 'nonce-abc'; style-src-attr 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com https://www.google.com; form-action 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  )
})

test('a cached page gets the sources of a plugin that is switched on, and loses them when it is switched off', async () => {
  const before = await policyOf('/product/moon-vase')
  expect(await policyOf('/product/moon-vase')).toBe(before)
  expect(cache.size().entries).toBeGreaterThan(0)

  await write('Tracker', { is_active: true })
  await write('Chat', { is_active: true })
  const { 'script-src': scripts, ...others } = directivesOf(await policyOf('/product/moon-vase'))

  expect(scripts).toContain('https://stats.example')
  expect(others).toMatchObject({
    'connect-src': ["'self'", 'https://stats.example', 'wss://live.stats.example'],
  })
  expect(others['frame-src']).toContain('https://chat.example')

  await write('Tracker', { is_active: false })
  await write('Chat', { is_active: false })
  expect(await policyOf('/product/moon-vase')).toBe(before)
})

test('a browser with an outdated policy is not answered 304', async () => {
  const visitor = shop.guest()
  const first = await visitor.request({ method: 'GET', url: '/product/moon-vase' })
  const again = () =>
    visitor.request({
      method: 'GET',
      url: '/product/moon-vase',
      headers: { 'if-none-match': String(first.headers.etag) },
    })
  expect((await again()).status).toBe(304)

  await write('Chat', { is_active: true })

  expect((await again()).status).toBe(200)
  await write('Chat', { is_active: false })
})

test('the payment step has no sources of plugins, the step before it has', async () => {
  await write('Chat', { is_active: true })
  const { id } = await shop.product({ stock: 5 })
  const visitor = await shop.guestAtPayment({ id })

  expect(await policyOf('/checkout/payment', visitor)).not.toContain('chat.example')
  expect(await policyOf('/cart', visitor)).toContain('https://chat.example')
  await write('Chat', { is_active: false })
})

test('a source that is not an origin is logged and left out of the policy', async () => {
  await write('Tracker', {
    is_active: true,
    config: { origin: "https://stats.example; script-src 'unsafe-inline'" },
  })

  const policy = await policyOf('/product/moon-vase')

  expect(policy).toContain('wss://live.stats.example')
  expect(policy).not.toContain('https://stats.example')
  expect(shop.logged).toContainEqual(expect.objectContaining({ plugin: 'Tracker', directive: 'script-src' }))
  await write('Tracker', { is_active: false, config: {} })
})
