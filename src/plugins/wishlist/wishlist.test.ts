import { expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { routes } from '#contract/routes.ts'
import { register } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { makeProduct } from '#harness/products.ts'
import { ok } from '#harness/reply.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { migratePlugins } from '#server/shop/plugins/migrate-plugins.ts'
import { MAX_ITEMS } from './add-to-wishlist.server.ts'
import { wishlistRoutes } from './routes.ts'
import { wishlistServer } from './server.ts'
import { wishlistWeb } from './web.ts'

const plugins = [wishlistServer]
const webPlugins = [wishlistWeb]
const shop = await openShop({ seed: true, pages: true, plugins, webPlugins })
const { db } = shop

async function activate(is_active: boolean) {
  await writePlugin(db, plugins, { module_name: 'Wishlist', is_active })
  await shop.changes.catchUp()
}

const guest = () => {
  const visitor = shop.guest()
  return { ...visitor, api: createClient(visitor.send, { ...routes, wishlist: wishlistRoutes }) }
}

async function customer() {
  const visitor = guest()
  return Object.assign(visitor, { person: await register(visitor) })
}

const openPage = async (visitor: Pick<ReturnType<typeof guest>, 'request'>, url: string) => {
  const { status, body } = await visitor.request({ method: 'GET', url })
  return { status, html: String(body) }
}
const post = (who: ReturnType<typeof guest>, name: string, fields: Record<string, string | number>) =>
  who.request({
    method: 'POST',
    url: `/forms/${name}`,
    payload: new URLSearchParams(
      Object.entries(fields).map(([key, value]) => [key, String(value)]),
    ).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const seeOther = (location: unknown) => ({ status: 303, headers: { location } })

const ids = (items: readonly { product: { id: number } }[]) => items.map(({ product }) => product.id)

test('wishlist/add puts the item first with its current price, and a second add changes nothing', async () => {
  const { api } = await customer()
  const [bowl, plate] = [await makeProduct(db), await makeProduct(db)]

  const reply = await api.wishlist.add(bowl)
  ok(await api.wishlist.add(plate))
  const again = ok(await api.wishlist.add(bowl))

  expect(reply).toMatchObject({ message: 'Added to wishlist', data: [{ price_at_add: { amount: 50_000 } }] })
  expect(ids(again)).toEqual([plate.product_id, bowl.product_id])
  expect(again[1]).toEqual(ok(reply)[0])
  expect(ok(await api.account.get())).toMatchObject({ wishlist_count: 2 })
})

test('price_at_add stays when the product becomes cheaper', async () => {
  const { api } = await customer()
  const { product_id } = await makeProduct(db)
  ok(await api.wishlist.add({ product_id }))
  await db
    .updateTable('prices')
    .set({ selling_price: 40_000 })
    .where('variation_id', '=', product_id)
    .execute()

  expect(ok(await api.wishlist.get())).toMatchObject([
    { price_at_add: { amount: 50_000 }, product: { channel: { selling_price: { amount: 40_000 } } } },
  ])
})

test('wishlist/remove deletes the item, and answers 404 for one not on the list', async () => {
  const { api } = await customer()
  const bowl = await makeProduct(db)
  ok(await api.wishlist.add(bowl))

  expect(await api.wishlist.remove(bowl)).toMatchObject({ message: 'Removed from wishlist', data: [] })
  expect(await api.wishlist.remove(bowl)).toMatchObject({ code: 'NOT_FOUND' })
})

test('wishlist/add refuses unpublished products, and the list hides them while unpublished', async () => {
  const { api } = await customer()
  expect(await api.wishlist.add({ product_id: 999_999 })).toMatchObject({ code: 'NOT_FOUND' })
  const { product_id } = await makeProduct(db)
  ok(await api.wishlist.add({ product_id }))
  const publish = (is_published: boolean) =>
    db.updateTable('variations').set({ is_published }).where('id', '=', product_id).execute()

  await publish(false)
  expect(ok(await api.wishlist.get())).toEqual([])
  expect(ok(await api.account.get())).toMatchObject({ wishlist_count: 0 })
  await publish(true)
  expect(ids(ok(await api.wishlist.get()))).toEqual([product_id])
})

test('a sold-out product stays on the wishlist, marked out of stock', async () => {
  const { api } = await customer()
  const { product_id } = await makeProduct(db, { stock: 0 })
  ok(await api.wishlist.add({ product_id }))
  expect(ok(await api.wishlist.get())).toMatchObject([{ product: { availability: 'out_of_stock' } }])
})

test('moveToCart adds to the cart and removes from the wishlist, or does neither', async () => {
  const visitor = await customer()
  const { api } = visitor
  const bowl = await makeProduct(db, { stock: 1 })
  ok(await api.wishlist.add(bowl))

  expect(await api.wishlist.moveToCart({ ...bowl, quantity: 2 })).toMatchObject({
    code: 'OUT_OF_STOCK',
    data: { total_quantity: 0 },
  })
  expect(ids(ok(await api.wishlist.get()))).toEqual([bowl.product_id])

  const reply = await api.wishlist.moveToCart(bowl)
  expect(reply).toMatchObject({ message: 'Moved to cart', data: [], cart: { total_quantity: 1 } })
  expect(ok(await api.cart.get())).toMatchObject({ total_quantity: 1 })
  expect(visitor.cookies.get('__Host-cart_session')).toBeDefined()
})

test('moveToCart answers 404 for a product not on the wishlist', async () => {
  const { api } = await customer()
  const bowl = await makeProduct(db)
  expect(await api.wishlist.moveToCart(bowl)).toMatchObject({ code: 'NOT_FOUND' })
  expect(ok(await api.cart.get())).toMatchObject({ total_quantity: 0 })
})

test('wishlist/add refuses items beyond the limit', async () => {
  const { api } = await customer()
  const account = ok(await api.account.get())
  const { rows } = await shop.pool.query(
    `insert into products (name, slug) select 'Full', 'full-' || n from generate_series(1, $1) n returning id`,
    [MAX_ITEMS],
  )
  await shop.pool.query(
    `with v as (
      insert into variations (product_id, sku, is_default) select id, 'FULL-' || id, true from unnest($1::int[]) id
      returning id
    ) insert into wishlist_items (customer_id, variation_id, price_at_add, currency) select $2, id, 1, 'INR' from v`,
    [rows.map(({ id }) => id), account.id],
  )
  expect(await api.wishlist.add(await makeProduct(db))).toMatchObject({ code: 'WISHLIST_FULL' })
})

test('a customer sees only their own wishlist', async () => {
  const [asha, ravi] = [await customer(), await customer()]
  const bowl = await makeProduct(db)
  ok(await asha.api.wishlist.add(bowl))

  expect(ok(await ravi.api.wishlist.get())).toEqual([])
  expect(await ravi.api.wishlist.remove(bowl)).toMatchObject({ code: 'NOT_FOUND' })
  const { api } = guest()
  for (const reply of [
    await api.wishlist.get(),
    await api.wishlist.add(bowl),
    await api.wishlist.remove(bowl),
    await api.wishlist.moveToCart(bowl),
  ])
    expect(reply).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(ids(ok(await asha.api.wishlist.get()))).toEqual([bowl.product_id])
})

test('account export and deletion include the wishlist', async () => {
  const visitor = await customer()
  const { api, person } = visitor
  const bowl = await makeProduct(db)
  ok(await api.wishlist.add(bowl))
  ok(await api.account.reauthenticate({ password: person.password }))

  const data = ok(await api.account.export())
  expect(data.plugins).toMatchObject({
    wishlist: [{ sku: expect.stringMatching(/^AUTH-/), price_at_add: { amount: 50_000 } }],
  })
  expect(data.profile).toMatchObject({ wishlist_count: 1 })
  ok(await api.account.deleteAccount())
  const { rows } = await shop.pool.query('select from wishlist_items where customer_id = $1', [person.id])
  expect(rows).toEqual([])
})

test('a guest logs in before anything is saved by a form', async () => {
  const bowl = await makeProduct(db)
  const who = guest()
  const fields = { ...bowl, return_to: '/product/bowl?sku=B-1' }

  expect(await post(who, 'save-to-wishlist', fields)).toMatchObject(
    seeOther('/login?redirect=%2Fproduct%2Fbowl%3Fsku%3DB-1'),
  )
  await register(who)
  expect(await post(who, 'save-to-wishlist', fields)).toMatchObject(seeOther('/account/wishlist'))
  expect(ids(ok(await who.api.wishlist.get()))).toEqual([bowl.product_id])
  expect(await post(who, 'move-to-cart', bowl)).toMatchObject(seeOther('/cart'))
  const { items } = ok(await who.api.cart.get())
  const line = { item_id: items[0]?.id ?? 0, ...bowl }
  expect(await post(who, 'save-for-later', line)).toMatchObject(seeOther('/cart'))
  expect(ok(await who.api.cart.get())).toMatchObject({ items: [] })
  await post(who, 'remove-from-wishlist', bowl)
  expect(ok(await who.api.wishlist.get())).toEqual([])
})

test('the wishlist’s page shows what a form was refused with', async () => {
  const who = await customer()
  const refused = await post(who, 'save-to-wishlist', { product_id: 999_999 })

  expect(refused).toMatchObject(seeOther('/account/wishlist?posted=1'))
  const { html } = await openPage(who, '/account/wishlist?posted=1')
  expect(html).toContain('This product is not available')
  expect(html).toContain('Nothing saved yet')
})

test('pages have the buttons of the wishlist while it is active, and nothing of it otherwise', async () => {
  const who = await customer()
  const bowl = await makeProduct(db)
  ok(await who.api.wishlist.add(bowl))
  ok(await who.api.cart.addItem(await makeProduct(db)))
  const read = async () => ({
    product: (await openPage(who, '/product/moon-vase')).html,
    cart: (await openPage(who, '/cart')).html,
    account: (await openPage(who, '/account')).html,
    panel: await openPage(who, '/account/wishlist'),
  })

  const on = await read()
  expect(on.product).toContain('aria-label="Save Moon Vase"')
  expect(on.cart).toContain('Save for later')
  expect(on.account).toContain('href="/account/wishlist"')
  expect(on.panel).toMatchObject({ status: 200, html: expect.stringContaining('Move to cart') })
  expect(on.panel.html).toContain('All your saved product collections')

  await activate(false)
  const off = await read()
  const replies = [
    await who.api.wishlist.get(),
    await who.api.wishlist.add(bowl),
    await who.api.wishlist.remove(bowl),
    await who.api.wishlist.moveToCart(bowl),
  ]
  const account = ok(await who.api.account.get())
  const posted = await post(who, 'save-to-wishlist', bowl)
  await activate(true)

  expect(off.panel.status).toBe(404)
  for (const html of [off.product, off.cart, off.account])
    expect(html).not.toMatch(/wishlist|Save for later/i)
  expect(replies.map((reply) => 'code' in reply && reply.code)).toEqual(Array(4).fill('PLUGIN_INACTIVE'))
  expect(account).not.toHaveProperty('wishlist_count')
  expect(posted).toMatchObject({ status: 303 })
  expect(ids(ok(await who.api.wishlist.get()))).toEqual([bowl.product_id])
})

test('a database from before the plugin keeps its wishlists, and the wishlist stays on', async () => {
  const before = await openShop({ seed: true })
  const { id } = await register(before.guest())
  const { product_id } = await makeProduct(before.db)
  const row = { customer_id: id, variation_id: product_id, price_at_add: 50_000, currency: 'INR' }
  await before.db.insertInto('wishlist_items').values(row).execute()

  await migratePlugins(before.connection, plugins)
  await migratePlugins(before.connection, plugins)

  expect(await before.db.selectFrom('wishlist_items').selectAll().execute()).toMatchObject([row])
  const after = await before.db.selectFrom('plugins').select(['module_name', 'is_active']).execute()
  expect(after).toEqual([{ module_name: 'Wishlist', is_active: true }])
})
