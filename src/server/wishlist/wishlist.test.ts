import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openShop } from '../../../tests/shop.ts'
import { ok, register, stocked } from '../auth/test-auth.ts'

const shop = await openShop({ seed: true })
const { db } = shop

async function customer() {
  const guest = shop.guest()
  await register(guest)
  return guest
}

const ids = (items: readonly { product: { id: number } }[]) => items.map(({ product }) => product.id)

test('what is saved stands first, with the price of the day; saving it again changes nothing', async () => {
  const { api } = await customer()
  const [bowl, plate] = [await stocked(db), await stocked(db)]

  const reply = await api.wishlist.add(bowl)
  ok(await api.wishlist.add(plate))
  const again = ok(await api.wishlist.add(bowl))

  expect(reply).toMatchObject({ message: 'Added to wishlist', data: [{ price_at_add: { amount: 50_000 } }] })
  expect(ids(again)).toEqual([plate.product_id, bowl.product_id])
  expect(again[1]).toEqual(ok(reply)[0])
  expect(ok(await api.account.get()).wishlist_count).toBe(2)
})

test('the price of the day stays when the product becomes cheaper', async () => {
  const { api } = await customer()
  const { product_id } = await stocked(db)
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

test('removing takes it off, and what is not on it is not there', async () => {
  const { api } = await customer()
  const bowl = await stocked(db)
  ok(await api.wishlist.add(bowl))

  expect(await api.wishlist.remove(bowl)).toMatchObject({ message: 'Removed from wishlist', data: [] })
  expect(await api.wishlist.remove(bowl)).toMatchObject({ code: 'NOT_FOUND' })
})

test('what the shop does not sell cannot be saved, and is left out for as long as that lasts', async () => {
  const { api } = await customer()
  expect(await api.wishlist.add({ product_id: 999_999 })).toMatchObject({ code: 'NOT_FOUND' })
  const { product_id } = await stocked(db)
  ok(await api.wishlist.add({ product_id }))
  const publish = (is_published: boolean) =>
    db.updateTable('variations').set({ is_published }).where('id', '=', product_id).execute()

  await publish(false)
  expect(ok(await api.wishlist.get())).toEqual([])
  expect(ok(await api.account.get()).wishlist_count).toBe(0)
  await publish(true)
  expect(ids(ok(await api.wishlist.get()))).toEqual([product_id])
})

test('what is sold out stays, and says so', async () => {
  const { api } = await customer()
  const { product_id } = await stocked(db, { stock: 0 })
  ok(await api.wishlist.add({ product_id }))
  expect(ok(await api.wishlist.get())).toMatchObject([{ product: { availability: 'out_of_stock' } }])
})

test('moving to the cart does both or neither', async () => {
  const guest = await customer()
  const { api } = guest
  const bowl = await stocked(db, { stock: 1 })
  ok(await api.wishlist.add(bowl))

  expect(await api.wishlist.moveToCart({ ...bowl, quantity: 2 })).toMatchObject({
    code: 'OUT_OF_STOCK',
    data: { total_quantity: 0 },
  })
  expect(ids(ok(await api.wishlist.get()))).toEqual([bowl.product_id])

  const reply = await api.wishlist.moveToCart(bowl)
  expect(reply).toMatchObject({ message: 'Moved to cart', data: [], cart: { total_quantity: 1 } })
  expect(ok(await api.cart.get())).toMatchObject({ total_quantity: 1 })
  expect(guest.cookies.get('cart_session')).toBeDefined()
})

test('only what is on the wishlist moves to the cart', async () => {
  const { api } = await customer()
  const bowl = await stocked(db)
  expect(await api.wishlist.moveToCart(bowl)).toMatchObject({ code: 'NOT_FOUND' })
  expect(ok(await api.cart.get())).toMatchObject({ total_quantity: 0 })
})

test('a wishlist holds no more than its limit', async () => {
  const { api } = await customer()
  const account = ok(await api.account.get())
  const { rows } = await shop.pool.query(
    `insert into products (name, slug) select 'Full', 'full-' || n from generate_series(1, $1) n returning id`,
    [limits.maxWishlistItems],
  )
  await shop.pool.query(
    `with v as (
      insert into variations (product_id, sku, is_default) select id, 'FULL-' || id, true from unnest($1::int[]) id
      returning id
    ) insert into wishlist_items (customer_id, variation_id, price_at_add, currency) select $2, id, 1, 'INR' from v`,
    [rows.map(({ id }) => id), account.id],
  )
  expect(await api.wishlist.add(await stocked(db))).toMatchObject({ code: 'WISHLIST_FULL' })
})

test('a wishlist is its customer’s alone', async () => {
  const [asha, ravi] = [await customer(), await customer()]
  const bowl = await stocked(db)
  ok(await asha.api.wishlist.add(bowl))

  expect(ok(await ravi.api.wishlist.get())).toEqual([])
  expect(await ravi.api.wishlist.remove(bowl)).toMatchObject({ code: 'NOT_FOUND' })
  const guest = shop.guest().api
  for (const reply of [
    await guest.wishlist.get(),
    await guest.wishlist.add(bowl),
    await guest.wishlist.remove(bowl),
    await guest.wishlist.moveToCart(bowl),
  ])
    expect(reply).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(ids(ok(await asha.api.wishlist.get()))).toEqual([bowl.product_id])
})
