import { createElement } from 'react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { setHtmlKeeper } from '#client/cached-html.tsx'
import type { WebPlugins } from '#client/web-plugin.ts'
import { definePlugin } from '#contract/plugin.ts'
import { type SlotName, slotNames } from '#contract/slots.ts'
import { address } from '#harness/addresses.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { makeProduct } from '#harness/products.ts'
import { ok } from '#harness/reply.ts'
import type { SlotLoaders } from '#server/platform/kernel/plugin.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { defineServerPlugin } from './define-server-plugin.ts'
import { writePlugin } from './editing/write-plugin.ts'

/** A plugin that fills every slot with the slot's name and its props; of the account panels it has one. */
const loaders = Object.fromEntries(
  slotNames.map((name) => [
    name,
    (props: object) =>
      'panel' in props && props.panel !== 'gift-notes' ? undefined : `${name} ${JSON.stringify(props)}`,
  ]),
) as SlotLoaders<unknown>
const everywhere = defineServerPlugin(
  definePlugin({ module_name: 'Everywhere', title: '', description: '', icon: 'box', config: z.object({}) }),
  {
    apiVersion: 1,
    slots: loaders,
    sections: {
      GiftBanner: {
        settings: z.object({ title: z.string().default('Gifts') }),
        load: ({ title }: { title: string }, { path }) => `${title} at ${path}`,
      },
    },
  },
)
const view = async () => ((props: { data: never }) => createElement('b', {}, props.data)) as never
const item = {
  menu: 'Gift notes',
  path: '/account/gift-notes',
  icon: 'box',
  description: 'Notes on your gifts',
  active: true,
  show_in_dashboard: true,
}
const webPlugins: WebPlugins = [
  {
    module_name: 'Everywhere',
    slots: Object.fromEntries(slotNames.map((name) => [name, view])),
    sections: { GiftBanner: view },
    accountMenu: [{ group: 'Extras', item }],
  },
]

const shop = withOrders(await openShop({ seed: true, pages: true, plugins: [everywhere], webPlugins }))
await writePlugin(shop.db, shop.services.plugins.installed, { module_name: 'Everywhere', is_active: true })
await shop.services.changes.catchUp()

const shopper = await shop.orderOf()
const { order_no, order_id, token } = shopper
ok(await shopper.api.cart.addItem(await makeProduct(shop.db)))
ok(await shopper.api.cart.updateContact({ phone: '9876543210', email: 'asha@example.com' }))
ok(await shopper.api.cart.updateAddress({ ...address, same_as_shipping: true }))
const cart = ok(await shopper.api.cart.get())

const open = async (url: string) => {
  const { status, body } = await shopper.request({ method: 'GET', url })
  return { status, html: String(body).replaceAll('&quot;', '"') }
}

const frame: SlotName[] = ['head', 'body-end', 'header.actions', 'footer.columns']
const product: SlotName[] = [
  'product.below-title',
  'product.actions',
  'product.below-price',
  'product.options',
  'product.below-buy-box',
  'product.details',
  'product.below-details',
]
const pages: [screen: string, path: string, slots: SlotName[]][] = [
  ['home', '/', [...frame, 'card.badges', 'card.below-price']],
  ['listing', '/shop-online', [...frame, 'card.badges', 'card.below-price']],
  ['product', '/product/moon-vase', [...frame, ...product, 'card.badges', 'card.below-price']],
  ['cart', '/cart', [...frame, 'cart.top', 'cart.line', 'cart.line-actions', 'cart.summary', 'cart.value']],
  ['address step', '/checkout/address', ['checkout.address', 'cart.value']],
  ['payment step', '/checkout/payment', ['checkout.payment', 'cart.value']],
  [
    'confirmation',
    `/checkout-complete?order_id=${order_id}&token=${token}`,
    ['checkout.complete', 'order.actions'],
  ],
  ['dashboard', '/account', ['account.dashboard']],
  ['order', `/account/orders/${order_no}`, ['order.actions']],
  ['tracking', `/track-order/${order_no}`, ['order.actions']],
  ['account panel', '/account/gift-notes', ['account.panel']],
]

test.each(pages)('the page %s renders its slots on the server', async (_, path, slots) => {
  const { status, html } = await open(path)

  expect(status).toBe(200)
  const rendered = [...html.matchAll(/<b>([a-z.-]+) \{/g)].map(([, name]) => name)
  expect(rendered).toEqual(expect.arrayContaining(slots))
})

test('every slot of the contract is on some page', () => {
  const rendered = pages.flatMap(([, , slots]) => slots)
  expect([...new Set([...rendered, 'card.actions'])].sort()).toEqual([...slotNames].sort())
})

test('the contents of the slots that pages share are in the document once, for all cards', async () => {
  const { html } = await open('/shop-online')

  expect(html.split('"card.actions"')).toHaveLength(2)
  expect(html).not.toContain('<b>card.actions')
})

test('each line of the cart has the contents of its own slot', async () => {
  const { html } = await open('/cart')

  const [line] = cart.items
  expect(html).toContain(`<b>cart.line {"item_id":${line?.id},"product_id":${line?.product_id}}</b>`)
})

test('each card of a listing has the contents of its own slot', async () => {
  const { html } = await open('/shop-online')

  const products = [...html.matchAll(/<b>card\.badges \{"product_id":(\d+)\}/g)].map(([, id]) => id)
  expect(products.length).toBeGreaterThan(3)
  expect(new Set(products).size).toBe(products.length)
})

test('the account menu links a panel of a plugin, and its page has the title of the menu', async () => {
  const { html } = await open('/account/gift-notes')

  expect(html).toMatch(/<a[^>]* href="\/account\/gift-notes" aria-current="page"/)
  expect(html).toContain('<title>Gift notes')
})

test('a panel that no plugin adds is not found', async () => {
  expect((await open('/account/no-such-panel')).status).toBe(404)
})

test('a page renders a section of an active plugin, and leaves it out while the plugin is inactive', async () => {
  const { db, services } = shop
  const page = await db
    .insertInto('pages')
    .values({ slug: 'gifts', name: 'Gifts' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('sections')
    .values({ page_id: page.id, component: 'GiftBanner', settings: json({}), sort_order: 1 })
    .execute()
  const setActive = async (is_active: boolean) => {
    await writePlugin(db, services.plugins.installed, { module_name: 'Everywhere', is_active })
    await services.changes.catchUp()
  }

  expect((await open('/gifts')).html).toContain('<b>Gifts at /gifts</b>')
  await setActive(false)
  const { status, html } = await open('/gifts')
  await setActive(true)

  expect(status).toBe(200)
  expect(html).not.toContain('Gifts at /gifts')
})

test('no slot failed', () => {
  expect(shop.logged.filter((line) => (line as { msg?: string }).msg === 'slot failed')).toEqual([])
})

test('a plugin that is switched off is gone from the next page, and comes back, also where parts of the page come from memory', async () => {
  await open('/shop-online')
  await writePlugin(shop.db, shop.services.plugins.installed, { module_name: 'Everywhere', is_active: false })
  await shop.services.changes.catchUp()

  expect((await open('/shop-online')).html).not.toContain('<b>')
  await writePlugin(shop.db, shop.services.plugins.installed, { module_name: 'Everywhere', is_active: true })
  await shop.services.changes.catchUp()
  expect((await open('/shop-online')).html).toContain('<b>card.badges')
})

test('pages with parts from memory equal those that React renders in full', async () => {
  const paths = ['/', '/shop-online', '/product/moon-vase']
  const openAll = async () => {
    const opened: string[] = []
    for (const path of paths) opened.push((await open(path)).html.replace(/\d{13}\.[\w-]{20,}/g, ''))
    return opened
  }
  await openAll()
  await openAll()
  const withCachedParts = await openAll()
  setHtmlKeeper(undefined)

  expect(withCachedParts).toEqual(await openAll())
})
