import pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'

const shop = withCheckout(await openShop({ seed: 'small' }))
const { db } = shop

let api: ReturnType<typeof shop.guest>['api']
let cookies: ReturnType<typeof shop.guest>['cookies']
beforeEach(() => {
  ;({ api, cookies } = shop.guest())
})

test('a visitor without a cart gets an empty one, and nothing is written', async () => {
  const cart = ok(await api.cart.get())

  expect(cart).toMatchObject({
    id: null,
    cart_session: null,
    items: [],
    grand_total: { amount: 0, currency: 'INR' },
  })
  expect(cookies.size).toBe(0)
  const session = encodeURIComponent('{"api_cart":true,"cart_session":"unknown"}')
  const unknown = shop.guest(new Map([['__Host-cart_session', session]]))
  expect(ok(await unknown.api.cart.get())).toMatchObject({ id: null, cart_session: null })
  expect(await db.selectFrom('carts').select('id').where('session_id', '=', 'unknown').execute()).toEqual([])
})

test('the first add creates the cart and sets its cookie', async () => {
  const vase = await shop.product({ price: 50_000 })

  const reply = await api.cart.addItem({ product_id: vase.id })

  expect(reply).toMatchObject({ status: 'success', message: 'Added to cart' })
  const cart = ok(reply)
  expect(cart.cart_session).toMatch(/^[\w-]{43}$/)
  expect(JSON.parse(decodeURIComponent(cookies.get('__Host-cart_session') ?? ''))).toEqual({
    api_cart: true,
    cart_session: cart.cart_session,
  })
  expect(cart).toMatchObject({ version: 1, total_quantity: 1, grand_total: { amount: 50_000 } })
  expect(ok(await api.cart.get())).toEqual(cart)
})

test('a line shows its variation: name, price, URL, stock and contained tax', async () => {
  const vase = await shop.product({ name: 'Moon', title: 'Blue / M', price: 11_800, stock: 4 })

  const [item] = ok(await api.cart.addItem({ product_id: vase.id, quantity: 2 })).items

  expect(item).toMatchObject({
    product_id: vase.id,
    quantity: 2,
    product: { id: vase.id, name: 'Moon - Blue / M', availability: 'low_stock', is_published: true },
    unit_price: { amount: 11_800 },
    previous_unit_price: null,
    line_total: { amount: 23_600 },
    line_tax: { amount: 3_600 },
    in_stock: true,
    available_quantity: 4,
  })
})

test('adding the same variation again raises its quantity', async () => {
  const vase = await shop.product()
  await api.cart.addItem({ product_id: vase.id, quantity: 2 })

  const cart = ok(await api.cart.addItem({ product_id: vase.id, quantity: 3 }))

  expect(cart.items).toHaveLength(1)
  expect(cart).toMatchObject({ total_quantity: 5, version: 2 })
})

test('adding more than the stock leaves the cart unchanged', async () => {
  const vase = await shop.product({ stock: 3 })
  const before = ok(await api.cart.addItem({ product_id: vase.id, quantity: 2 }))

  const reply = await api.cart.addItem({ product_id: vase.id, quantity: 2 })

  expect(reply).toMatchObject({
    status: 'error',
    code: 'OUT_OF_STOCK',
    message: 'Only 3 left in stock',
    data: before,
  })
  expect(ok(await api.cart.get())).toEqual(before)
})

test('a sold-out product cannot be added, and no cart is created for it', async () => {
  const vase = await shop.product({ stock: 0 })

  const reply = await api.cart.addItem({ product_id: vase.id })

  expect(reply).toMatchObject({
    code: 'OUT_OF_STOCK',
    message: 'This product is out of stock',
    data: { id: null },
  })
  expect(cookies.size).toBe(0)
})

test('a product without stock tracking is never out of stock', async () => {
  const vase = await shop.product({ stock: 0, tracks_stock: false })

  expect(ok(await api.cart.addItem({ product_id: vase.id, quantity: 3 })).items[0]).toMatchObject({
    in_stock: true,
  })
})

test('quantities respect minimum, maximum and step of the product', async () => {
  const box = await shop.product({ stock: 50, min_quantity: 2, max_quantity: 8, quantity_step: 2 })
  const add = (quantity: number) => api.cart.addItem({ product_id: box.id, quantity })

  expect(await add(1)).toMatchObject({
    code: 'QUANTITY_LIMIT',
    message: 'Please order at least 2 of this product',
  })
  expect(await add(3)).toMatchObject({
    code: 'QUANTITY_LIMIT',
    message: 'This product is sold in steps of 2. Please choose 2 or 4',
  })
  expect(await add(10)).toMatchObject({
    code: 'QUANTITY_LIMIT',
    message: 'You can order up to 8 of this product',
  })
  expect(ok(await add(4)).total_quantity).toBe(4)
  expect(await add(6)).toMatchObject({ code: 'QUANTITY_LIMIT', data: { total_quantity: 4 } })
})

test('a refusal states the lower of stock and limit', async () => {
  const vase = await shop.product({ stock: 14, max_quantity: 10 })

  expect(await api.cart.addItem({ product_id: vase.id, quantity: 15 })).toMatchObject({
    code: 'QUANTITY_LIMIT',
  })
  await shop.setStock(vase.id, 7)
  expect(await api.cart.addItem({ product_id: vase.id, quantity: 15 })).toMatchObject({
    message: 'Only 7 left in stock',
  })
})

test('an unknown or unpublished product is not found', async () => {
  const hidden = await shop.product({ is_published: false })

  for (const product_id of [hidden.id, 999_999])
    expect(await api.cart.addItem({ product_id })).toMatchObject({ code: 'NOT_FOUND', data: { items: [] } })
})

test('a cart holds at most 100 different products', async () => {
  const vase = await shop.product()
  const { id } = ok(await api.cart.addItem({ product_id: vase.id }))
  for (let n = 1; n < 100; n++) {
    const { id: variation_id } = await shop.product()
    await db
      .insertInto('cart_items')
      .values({ cart_id: id ?? 0, variation_id, quantity: 1, unit_price: 10_000 })
      .execute()
  }

  expect(await api.cart.addItem({ product_id: (await shop.product()).id })).toMatchObject({
    code: 'CART_FULL',
  })
  expect(ok(await api.cart.addItem({ product_id: vase.id })).items).toHaveLength(100)
})

const engraved = {
  text: { enabled: true, label: 'Name', max_length: 5, required: false },
  image: { enabled: true, label: 'Picture', max_mb: 5, types: [] },
}

test('the same product with another text is another line, and both share the stock', async () => {
  const mug = await shop.product({ stock: 3, customisation: engraved })
  await api.cart.addItem({ product_id: mug.id, quantity: 2, additonal_data: { custom_text: ' ASHA ' } })
  await api.cart.addItem({ product_id: mug.id, additonal_data: null })

  const reply = await api.cart.addItem({ product_id: mug.id, additonal_data: { custom_text: 'RAO' } })

  expect(reply).toMatchObject({ code: 'OUT_OF_STOCK', message: 'Only 3 left in stock' })
  const { items } = ok(await api.cart.get())
  expect(items.map(({ quantity, additonal_data }) => [quantity, additonal_data])).toEqual([
    [2, { custom_text: 'ASHA', image_path: null }],
    [1, null],
  ])
})

test('a customisation that the product does not offer is refused', async () => {
  const mug = await shop.product({ customisation: engraved })
  const plain = await shop.product()
  const named = await shop.product({
    customisation: { ...engraved, text: { ...engraved.text, required: true } },
  })
  const refused = (message: string) => ({ code: 'CUSTOMISATION_INVALID', message, data: { items: [] } })

  expect(
    await api.cart.addItem({ product_id: plain.id, additonal_data: { custom_text: 'A' } }),
  ).toMatchObject(refused('This product cannot be customised'))
  expect(
    await api.cart.addItem({ product_id: mug.id, additonal_data: { custom_text: 'TOO LONG' } }),
  ).toMatchObject(refused('Please use at most 5 characters'))
  expect(await api.cart.addItem({ product_id: named.id })).toMatchObject(refused('Name is required'))
  expect(
    await api.cart.addItem({ product_id: mug.id, additonal_data: { image_path: '#etc/passwd' } }),
  ).toMatchObject(refused('This picture is not known. Please upload it again'))
})

test('a quantity is set by line, or by product when only one line has it', async () => {
  const mug = await shop.product({ stock: 30, customisation: engraved })
  const cart = ok(await api.cart.addItem({ product_id: mug.id }))
  expect(ok(await api.cart.updateQty({ product_id: mug.id, quantity: 4 })).total_quantity).toBe(4)
  await api.cart.addItem({ product_id: mug.id, additonal_data: { custom_text: 'A' } })

  expect(await api.cart.updateQty({ product_id: mug.id, quantity: 2 })).toMatchObject({
    code: 'VALIDATION',
    errors: { item_id: [expect.any(String)] },
  })
  const item_id = cart.items[0]?.id
  expect(
    ok(await api.cart.updateQty({ item_id, quantity: 2 })).items.map(({ quantity }) => quantity),
  ).toEqual([2, 1])
  expect(await api.cart.updateQty({ item_id, quantity: 10 })).toMatchObject({ code: 'QUANTITY_LIMIT' })
  expect(await api.cart.updateQty({ quantity: 1 })).toMatchObject({ code: 'VALIDATION' })
})

test('a line of another cart cannot be changed or removed', async () => {
  const vase = await shop.product()
  const other = shop.guest()
  const theirs = ok(await other.api.cart.addItem({ product_id: vase.id }))
  const item_id = theirs.items[0]?.id
  await api.cart.addItem({ product_id: (await shop.product()).id })

  expect(await api.cart.updateQty({ item_id, quantity: 2 })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await api.cart.removeItem({ item_id })).toMatchObject({ code: 'NOT_FOUND' })
  expect(ok(await other.api.cart.get())).toEqual(theirs)
})

test('removing the last line leaves the same cart, empty', async () => {
  const vase = await shop.product()
  const before = ok(await api.cart.addItem({ product_id: vase.id }))

  const reply = await api.cart.removeItem({ product_id: vase.id })

  expect(reply).toMatchObject({
    message: 'Removed from cart',
    data: { id: before.id, items: [], version: 2 },
  })
  expect(ok(reply).grand_total.amount).toBe(0)
})

test('a stale version is refused with the current cart', async () => {
  const vase = await shop.product()
  const { version } = ok(await api.cart.addItem({ product_id: vase.id }))
  const now = ok(await api.cart.updateQty({ product_id: vase.id, quantity: 2, version }))

  const reply = await api.cart.updateQty({ product_id: vase.id, quantity: 5, version })

  expect(reply).toMatchObject({ code: 'STALE_CART', data: { version: now.version, total_quantity: 2 } })
  expect(await api.cart.addItem({ product_id: vase.id, version })).toMatchObject({ code: 'STALE_CART' })
})

test('simultaneous adds to one cart lose nothing', async () => {
  const vase = await shop.product({ stock: 100, max_quantity: 100 })
  const other = await shop.product({ stock: 100, max_quantity: 100 })
  await api.cart.addItem({ product_id: vase.id })

  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, n) => api.cart.addItem({ product_id: n % 2 ? vase.id : other.id })),
  )

  expect(replies.map(({ status }) => status)).toEqual(Array(40).fill('success'))
  const cart = ok(await api.cart.get())
  expect(cart).toMatchObject({ total_quantity: 41, version: 41 })
  expect(cart.items).toHaveLength(2)
})

test('simultaneous adds never go above the stock', async () => {
  const vase = await shop.product({ stock: 10, max_quantity: 100 })
  await api.cart.addItem({ product_id: vase.id })

  const replies = await Promise.all(
    Array.from({ length: 20 }, () => api.cart.addItem({ product_id: vase.id })),
  )

  expect(replies.filter(({ status }) => status === 'success')).toHaveLength(9)
  expect(ok(await api.cart.get()).total_quantity).toBe(10)
})

test('an expired cart is an empty one, and the next add creates a new one', async () => {
  const vase = await shop.product()
  const { id, cart_session } = ok(await api.cart.addItem({ product_id: vase.id }))
  await db
    .updateTable('carts')
    .set({ expires_at: new Date(0) })
    .where('id', '=', id)
    .execute()

  expect(ok(await api.cart.get())).toMatchObject({ id: null, cart_session: null })
  expect(await api.cart.updateQty({ product_id: vase.id, quantity: 2 })).toMatchObject({
    code: 'CART_INVALID',
    message: 'Your cart is empty',
  })
  expect(ok(await api.cart.addItem({ product_id: vase.id })).cart_session).not.toBe(cart_session)
})

test('a cart expires after the shop’s number of days since its last change', async () => {
  await shop.setting('cart_expire_days', 7)
  const cart = ok(await api.cart.addItem({ product_id: (await shop.product()).id }))
  await db.deleteFrom('settings').where('key', '=', 'cart_expire_days').execute()

  const days = (Date.parse(cart.expires_at ?? '') - Date.parse(cart.updated_at ?? '')) / 86_400_000
  expect(days).toBe(7)
})

test('a session in the request counts without a cookie, never against one', async () => {
  const vase = await shop.product()
  const mine = ok(await api.cart.addItem({ product_id: vase.id }))
  const cart_session = mine.cart_session

  expect(ok(await shop.guest().api.cart.get({ cart_session })).id).toBe(mine.id)
  const other = shop.guest()
  const theirs = ok(await other.api.cart.addItem({ product_id: vase.id }))
  expect(ok(await other.api.cart.get({ cart_session })).id).toBe(theirs.id)
})

test('a customer’s cart is found by the customer, not by its session alone', async () => {
  const { id: customerId } = await db
    .insertInto('customers')
    .values({ email: 'c@example.com' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const vase = await shop.product()
  const customer = await shop.customer(customerId)
  const cart = ok(await customer.api.cart.addItem({ product_id: vase.id }))

  expect(cart.customer_id).toBe(customerId)
  expect(ok(await (await shop.customer(customerId)).api.cart.get()).id).toBe(cart.id)
  const loggedOut = shop.guest(customer.cookies)
  loggedOut.cookies.delete('__Host-sid')
  expect(ok(await loggedOut.api.cart.get()).id).toBeNull()
  expect(ok(await shop.guest().api.cart.get({ cart_session: cart.cart_session })).id).toBeNull()
})

test('a customer who adds twice at once, or after the cart has expired, still has one cart', async () => {
  const { id: customerId } = await db
    .insertInto('customers')
    .values({ email: 'd@example.com' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const vase = await shop.product()
  const customer = await shop.customer(customerId)

  await Promise.all(Array.from({ length: 5 }, () => customer.api.cart.addItem({ product_id: vase.id })))
  const cart = ok(await customer.api.cart.get())
  expect(cart.total_quantity).toBe(5)
  await db
    .updateTable('carts')
    .set({ expires_at: new Date(0) })
    .where('id', '=', cart.id)
    .execute()
  expect(ok(await customer.api.cart.addItem({ product_id: vase.id })).total_quantity).toBe(1)
})

test('adding takes at most five statements in one transaction, begin and commit included', async () => {
  const vase = await shop.product()
  await api.cart.addItem({ product_id: vase.id })
  const sent = vi.spyOn(pg.Client.prototype, 'query')

  await api.cart.addItem({ product_id: vase.id })

  const texts = sent.mock.calls.map(([query]) => (query as unknown as { text: string }).text)
  const own = texts.slice(texts.indexOf('begin'))
  expect(own.at(-1)).toBe('commit')
  expect(own).toHaveLength(5)
})
