import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { installedPlugins } from '../src/plugins/installed.server.ts'

const trackers = ['GoogleGtag', 'GoogleTagManager', 'FacebookPixel', 'MicrosoftClarity', 'UmamiAnalytics']
const shop = withOrders(await openShop({ seed: true, plugins: installedPlugins }))
const { db, services } = shop

async function switchPlugin(module_name: string, is_active: boolean) {
  await writePlugin(db, installedPlugins, { module_name, is_active })
  await services.changes.catchUp()
}
const track = (module_name: string, payload: object) =>
  shop.guest().request({ method: 'PUT', url: `/api/plugins/${module_name}/track-purchase`, payload })

test.each(trackers)('%s claims an order once, and only with the order’s token', async (name) => {
  await switchPlugin(name, true)
  const { order_id, token } = await shop.orderOf({ isCustomer: false })

  expect(await track(name, { order_id, token: 'wrong' })).toMatchObject({ status: 404 })
  expect(await track(name, { order_id })).toMatchObject({ status: 404 })
  const replies = await Promise.all([1, 2, 3].map(() => track(name, { order_id, token })))

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(replies.filter(({ body }) => (body as { data: { is_first: boolean } }).data.is_first)).toHaveLength(
    1,
  )
})

test('each plugin sets the flag of its own', async () => {
  for (const name of trackers) await switchPlugin(name, true)
  const { order_id, token, read } = await shop.orderOf({ isCustomer: false })

  await track('GoogleGtag', { order_id, token })
  expect(await read({ token })).toMatchObject({
    google_gtag_event_tracked: true,
    google_gtm_event_tracked: false,
    facebook_pixel_event_tracked: false,
  })

  await track('FacebookPixel', { order_id, token })
  await track('GoogleTagManager', { order_id, token })
  expect(await read({ token })).toMatchObject({
    google_gtm_event_tracked: true,
    facebook_pixel_event_tracked: true,
  })
})

test('an inactive plugin cannot claim a purchase', async () => {
  const { order_id, token } = await shop.orderOf({ isCustomer: false })
  await switchPlugin('GoogleGtag', false)

  expect(await track('GoogleGtag', { order_id, token })).toMatchObject({
    status: 404,
    body: { code: 'PLUGIN_INACTIVE' },
  })
})

test('a configuration with free script text is refused', async () => {
  const write = (module_name: string, config: Record<string, unknown>) =>
    writePlugin(db, installedPlugins, { module_name, config })
  await expect(write('GoogleGtag', { google_tag_id: 'G-1"><script>' })).rejects.toThrow()
  await expect(write('UmamiAnalytics', { script_url: 'javascript:alert(1)' })).rejects.toThrow()
  await expect(write('UmamiAnalytics', { script_url: '//evil.example/x.js' })).rejects.toThrow()
})
