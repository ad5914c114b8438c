import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { address } from '#harness/addresses.ts'
import { withCheckout } from '#harness/checkout.ts'
import { createGuest } from '#harness/guest.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { rejected } from '#server/platform/kernel/errors.ts'
import { limitWrongCodes } from './limit-wrong-codes.ts'

const shop = withCheckout(await openShop({ seed: 'small' }))
const { db } = shop

let api: ReturnType<typeof shop.guest>['api']
let vase: Awaited<ReturnType<typeof shop.product>>
beforeEach(async () => {
  await sql`truncate coupons, orders, idempotency_keys, rate_limits cascade`.execute(db)
  ;({ api } = shop.guest())
  vase = await shop.product({ price: 50_000, stock: 50 })
  await api.cart.addItem({ product_id: vase.id })
})

const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1_000)
const storedCode = async (id: number | null) =>
  (await db.selectFrom('carts').select('coupon_code').where('id', '=', id).executeTakeFirstOrThrow())
    .coupon_code

test('a coupon takes off its percentage, in upper and lower case', async () => {
  await shop.coupon({ code: 'WELCOME10', title: '10% off your first order' })

  const reply = await api.cart.couponsApply({ code: ' welcome10 ' })

  expect(reply).toMatchObject({
    status: 'success',
    message: 'Coupon applied',
    data: {
      coupon: {
        code: 'WELCOME10',
        description: '10% off your first order',
        discount: { amount: 5_000, currency: 'INR' },
        is_automatic: false,
      },
      coupon_notice: null,
      subtotal: { amount: 50_000 },
      discount_total: { amount: 5_000 },
      grand_total: { amount: 45_000 },
      items: [{ line_discount: { amount: 5_000 }, line_total: { amount: 45_000 } }],
    },
  })
  expect(ok(await api.cart.get())).toEqual(ok(reply))
})

test('a percentage is rounded half up for the whole order and spread over its lines', async () => {
  await shop.coupon({ code: 'HALF', value: 15 })
  await api.cart.removeItem({ product_id: vase.id })
  for (const price of [333, 333, 344])
    await api.cart.addItem({ product_id: (await shop.product({ price })).id })

  // 15 % of 10.10 is 1.515
  const cart = ok(await api.cart.couponsApply({ code: 'half' }))

  expect(cart.discount_total.amount).toBe(152)
  expect(cart.items.map(({ line_discount }) => line_discount.amount)).toEqual([50, 50, 52])
})

test('a percentage is limited by its cap, and a fixed amount by the value of the items', async () => {
  await shop.coupon({ code: 'CAPPED', value: 50, max_discount: 8_000 })
  await shop.coupon({ code: 'FLAT', type: 'fixed', value: 60_000 })

  expect(ok(await api.cart.couponsApply({ code: 'CAPPED' })).discount_total.amount).toBe(8_000)
  expect(ok(await api.cart.couponsApply({ code: 'FLAT' }))).toMatchObject({
    coupon: { code: 'FLAT' },
    discount_total: { amount: 50_000 },
    grand_total: { amount: 0 },
  })
})

test('a cart has one coupon: another one replaces it, and a refused one leaves it', async () => {
  await shop.coupon({ code: 'FIRST' })
  await shop.coupon({ code: 'SECOND', value: 20 })
  await api.cart.couponsApply({ code: 'FIRST' })

  expect(ok(await api.cart.couponsApply({ code: 'SECOND' })).discount_total.amount).toBe(10_000)
  expect(await api.cart.couponsApply({ code: 'THIRD' })).toMatchObject({
    code: 'COUPON_INVALID',
    message: 'The coupon THIRD does not exist. Please check the spelling',
    data: { coupon: { code: 'SECOND' }, discount_total: { amount: 10_000 } },
  })
})

test('free delivery makes every delivery free, up to its cap', async () => {
  await shop.coupon({ code: 'SHIPFREE', title: 'Free delivery', type: 'free_shipping', value: 0 })
  await shop.coupon({ code: 'SHIP79', type: 'free_shipping', value: 0, max_discount: 7_900 })
  await api.cart.updateAddress(address)

  const free = ok(await api.cart.couponsApply({ code: 'SHIPFREE' }))
  expect(free).toMatchObject({
    coupon: { code: 'SHIPFREE', discount: { amount: 7_900 } },
    discount_total: { amount: 0 },
    shipping_total: { amount: 0 },
    grand_total: { amount: 50_000 },
  })
  expect(free.shipping_methods.map(({ amount }) => amount.amount)).toEqual([0, 0])
  await api.cart.updateShippingMode({ shipping_method: 'express' })
  expect(ok(await api.cart.couponsApply({ code: 'SHIP79' }))).toMatchObject({
    coupon: { discount: { amount: 7_900 } },
    shipping_total: { amount: 12_000 },
  })
})

test('free delivery is refused where delivery is already free, and does not replace another coupon', async () => {
  await shop.coupon({ code: 'SHIPFREE', title: 'Free delivery', type: 'free_shipping', value: 0 })
  await shop.coupon({ code: 'TEN' })
  await api.cart.updateQty({ product_id: vase.id, quantity: 3 })
  await api.cart.updateAddress(address)
  ok(await api.cart.couponsApply({ code: 'TEN' }))

  expect(ok(await api.cart.couponsGet())).toMatchObject([
    { code: 'TEN', is_applicable: true },
    { code: 'SHIPFREE', is_applicable: false, reason: 'Delivery is already free for this cart' },
  ])
  expect(await api.cart.couponsApply({ code: 'SHIPFREE' })).toMatchObject({
    code: 'COUPON_INVALID',
    message: 'SHIPFREE cannot be used: delivery is already free for this cart',
    data: { coupon: { code: 'TEN' } },
  })
  await api.cart.updateShippingMode({ shipping_method: 'express' })
  expect(ok(await api.cart.couponsApply({ code: 'SHIPFREE' })).coupon).toMatchObject({
    description: 'Free delivery',
    discount: { amount: 19_900 },
  })
  // It stays on the cart, and its description says that it has no effect now.
  expect(ok(await api.cart.updateShippingMode({ shipping_method: 'standard' })).coupon).toMatchObject({
    code: 'SHIPFREE',
    description: 'Free delivery. Delivery is already free for this cart',
    discount: { amount: 0 },
  })
})

test('a coupon that replaces a better one states the loss', async () => {
  await shop.coupon({ code: 'TEN' })
  await shop.coupon({ code: 'FIVE', value: 5 })
  expect((await api.cart.couponsApply({ code: 'TEN' })).message).toBe('Coupon applied')

  expect(await api.cart.couponsApply({ code: 'FIVE' })).toMatchObject({
    message: 'Coupon applied. With TEN the total was ₹25 less',
    data: { coupon: { code: 'FIVE' }, grand_total: { amount: 47_500 } },
  })
  expect((await api.cart.couponsApply({ code: 'TEN' })).message).toBe('Coupon applied')
})

test('a coupon whose discount loses the free delivery says so', async () => {
  await shop.coupon({ code: 'TINY', type: 'fixed', value: 1_000 })
  await api.cart.updateQty({ product_id: vase.id, quantity: 3 })
  await api.cart.updateAddress(address)

  expect((await api.cart.couponsApply({ code: 'TINY' })).message).toBe(
    'Coupon applied. Without it the total was ₹69 less',
  )
})

test('the minimum counts items only, and the refusal states the missing amount', async () => {
  await shop.coupon({ code: 'WELCOME10', min_order: 99_900 })

  expect(await api.cart.couponsApply({ code: 'WELCOME10' })).toMatchObject({
    status: 'error',
    code: 'COUPON_INVALID',
    message: 'WELCOME10 cannot be used: it needs goods worth ₹999. Add ₹499 more',
    data: { coupon: null, coupon_notice: null, version: 1 },
  })
  await api.cart.updateQty({ product_id: vase.id, quantity: 2 })
  expect(ok(await api.cart.couponsApply({ code: 'WELCOME10' })).discount_total.amount).toBe(10_000)
})

test('an unusable coupon is refused with its own reason', async () => {
  const ordered = await shop.guestAtPayment(vase)
  ok(await ordered.order())
  await api.cart.updateContact({ email: 'ASHA@example.com' })
  await shop.coupon({ code: 'ENDED', ends_at: days(-0.5) })
  await shop.coupon({ code: 'EARLY', starts_at: days(0.5) })
  await shop.coupon({ code: 'OFF', is_active: false })
  await shop.coupon({ code: 'GONE', usage_limit: 3, used_count: 3 })
  await shop.coupon({ code: 'FIRSTORDER', is_first_order_only: true })

  for (const [code, reason] of [
    ['ENDED', 'it has expired'],
    ['EARLY', 'it is not valid yet'],
    ['OFF', 'it is not offered any more'],
    ['GONE', 'it has been used up'],
    ['FIRSTORDER', 'it is for a first order only'],
  ] as const)
    expect(await api.cart.couponsApply({ code })).toMatchObject({
      code: 'COUPON_INVALID',
      message: `${code} cannot be used: ${reason}`,
    })
})

test('a coupon of another channel is unknown', async () => {
  const { id: channel_id } = await db
    .insertInto('channels')
    .values({
      code: 'np',
      name: 'Nepal',
      country_id: 153,
      currency: 'NPR',
      currency_symbol: 'रू',
      currency_decimals: 2,
      locale: 'en-NP',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await shop.coupon({ code: 'NEPAL', channel_id })

  expect(await api.cart.couponsApply({ code: 'NEPAL' })).toMatchObject({ code: 'COUPON_INVALID' })
})

test('the eleventh wrong code within 15 minutes is refused; valid codes do not count', async () => {
  await shop.coupon({ code: 'TEN' })
  for (let n = 0; n < 12; n++) ok(await api.cart.couponsApply({ code: 'TEN' }))
  for (let n = 0; n < 10; n++)
    expect(await api.cart.couponsApply({ code: `GUESS${n}` })).toMatchObject({ code: 'COUPON_INVALID' })

  expect(await api.cart.couponsApply({ code: 'TEN' })).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Maximum attempt reached. Please try again later',
  })
  const other = shop.guest()
  await other.api.cart.addItem({ product_id: vase.id })
  expect((await other.api.cart.couponsApply({ code: 'TEN' })).status).toBe('success')
})

test('forty shoppers with wrong codes at one address do not keep another from using a valid one', async () => {
  await shop.coupon({ code: 'TEN' })
  const shopper = () => createGuest(shop.app, { remoteAddress: '100.64.0.1' })
  for (let n = 0; n < 40; n++) {
    const { api } = shopper()
    await api.cart.addItem({ product_id: vase.id })
    expect(await api.cart.couponsApply({ code: `GUESS${n}` })).toMatchObject({ code: 'COUPON_INVALID' })
  }

  const other = shopper()
  await other.api.cart.addItem({ product_id: vase.id })
  expect((await other.api.cart.couponsApply({ code: 'TEN' })).status).toBe('success')
})

test('the 301st wrong code within an hour from one address is refused, from any of its carts', async () => {
  const wrong = (sessionId: number, ip: string) =>
    limitWrongCodes(
      db,
      { owner: { sessionId: `${sessionId}`, customerId: null, isFromCookie: true }, ip },
      () => {
        throw rejected('COUPON_INVALID', 'This code is not valid')
      },
    )
  for (let n = 0; n < 300; n++)
    await expect(wrong(n % 60, '100.64.0.2')).rejects.toMatchObject({ code: 'COUPON_INVALID' })

  await expect(wrong(60, '100.64.0.2')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await expect(wrong(61, '100.64.0.3')).rejects.toMatchObject({ code: 'COUPON_INVALID' })
})

test('an empty cart and a visitor without one get no coupon', async () => {
  await shop.coupon({ code: 'TEN' })
  await api.cart.removeItem({ product_id: vase.id })

  const empty = { code: 'CART_INVALID', message: 'Your cart is empty' }
  expect(await api.cart.couponsApply({ code: 'TEN' })).toMatchObject(empty)
  expect(await shop.guest().api.cart.couponsApply({ code: 'TEN' })).toMatchObject(empty)
  expect(await api.cart.couponsApply({ code: '' })).toMatchObject({
    errors: { code: ['This field is required'] },
  })
})

test('a change that removes the coupon’s items removes it and says so', async () => {
  await shop.coupon({ code: 'WELCOME10', min_order: 99_900 })
  const { id } = ok(await api.cart.updateQty({ product_id: vase.id, quantity: 2 }))
  await api.cart.couponsApply({ code: 'WELCOME10' })
  const notice = 'WELCOME10 was removed: it needs goods worth ₹999'

  const reply = await api.cart.updateQty({ product_id: vase.id, quantity: 1 })

  expect(reply).toMatchObject({
    status: 'success',
    message: notice,
    data: { coupon: null, coupon_notice: notice, discount_total: { amount: 0 } },
  })
  expect(await storedCode(id)).toBeNull()
  // Reported once, and not applied again by itself.
  const more = await api.cart.updateQty({ product_id: vase.id, quantity: 3 })
  expect(more).toMatchObject({ data: { coupon: null, coupon_notice: null } })
  expect(more.message).toBeUndefined()
  expect((await api.cart.couponsApply({ code: 'WELCOME10' })).status).toBe('success')
})

test('every kind of change checks the coupon again, after its own message', async () => {
  await shop.coupon({ code: 'TEN' })
  await api.cart.couponsApply({ code: 'TEN' })
  await db.updateTable('coupons').set({ is_active: false }).execute()

  expect(await api.cart.addItem({ product_id: vase.id })).toMatchObject({
    message: 'Added to cart. TEN was removed: it is not offered any more',
    data: { coupon: null },
  })
})

test('reading reports a coupon that no longer applies, and changes nothing', async () => {
  await shop.coupon({ code: 'TEN' })
  const { id } = ok(await api.cart.couponsApply({ code: 'TEN' }))
  await db
    .updateTable('coupons')
    .set({ ends_at: days(-0.1) })
    .execute()

  expect(ok(await api.cart.get())).toMatchObject({
    coupon: null,
    coupon_notice: 'TEN was removed: it has expired',
    grand_total: { amount: 50_000 },
  })
  expect(await api.cart.validate()).toMatchObject({
    status: 'success',
    message: 'TEN was removed: it has expired',
    validation: { is_valid: true, coupon_removed: true },
  })
  expect(await storedCode(id)).toBe('TEN')
})

test('a first-order coupon is removed when the shopper turns out to have ordered before', async () => {
  const ordered = await shop.guestAtPayment(vase)
  ok(await ordered.order())
  await shop.coupon({ code: 'WELCOME', is_first_order_only: true })
  ok(await api.cart.couponsApply({ code: 'WELCOME' }))

  expect(await api.cart.updateContact({ phone: '9876543210' })).toMatchObject({
    status: 'success',
    message: 'WELCOME was removed: it is for a first order only',
  })
})

test('a cancelled order does not count as a first order', async () => {
  const ordered = await shop.guestAtPayment(vase)
  ok(await ordered.order())
  await db.updateTable('orders').set({ status: 'cancelled' }).execute()
  await shop.coupon({ code: 'WELCOME', is_first_order_only: true })
  await api.cart.updateContact({ phone: '9876543210' })

  expect((await api.cart.couponsApply({ code: 'WELCOME' })).status).toBe('success')
})

test('a coupon for some products discounts only those, and categories include their subcategories', async () => {
  const { id: home } = await db
    .insertInto('categories')
    .values({ name: 'Home', slug: 'home', path: 'home' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: lamps } = await db
    .insertInto('categories')
    .values({ name: 'Lamps', slug: 'lamps', path: 'home/lamps', parent_id: home })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lamp = await shop.product({ price: 30_000 })
  await db.updateTable('products').set({ category_id: lamps }).where('id', '=', lamp.productId).execute()
  const bowl = await shop.product({ price: 20_000 })
  const { id: coupon_id } = await shop.coupon({
    code: 'HOME20',
    value: 20,
    min_order: 40_000,
    is_for_everything: false,
  })
  await db.insertInto('coupon_categories').values({ coupon_id, category_id: home }).execute()
  await db.insertInto('coupon_products').values({ coupon_id, product_id: bowl.productId }).execute()

  expect(await api.cart.couponsApply({ code: 'HOME20' })).toMatchObject({
    message: 'HOME20 cannot be used: it is not for anything in your cart',
  })
  await api.cart.addItem({ product_id: lamp.id })
  expect(await api.cart.couponsApply({ code: 'HOME20' })).toMatchObject({
    message: 'HOME20 cannot be used: it needs goods it is for worth ₹400. Add ₹100 more',
  })
  await api.cart.addItem({ product_id: bowl.id })
  const cart = ok(await api.cart.couponsApply({ code: 'HOME20' }))
  expect(cart.items.map(({ line_discount }) => line_discount.amount)).toEqual([0, 6_000, 4_000])
  expect(cart).toMatchObject({ discount_total: { amount: 10_000 }, grand_total: { amount: 90_000 } })
})

test('a coupon whose last product is deleted applies to nothing, not to everything', async () => {
  const bowl = await shop.product()
  const { id: coupon_id } = await shop.coupon({ code: 'BOWL', is_for_everything: false })
  await db.insertInto('coupon_products').values({ coupon_id, product_id: bowl.productId }).execute()
  await db.deleteFrom('products').where('id', '=', bowl.productId).execute()

  expect(await api.cart.couponsApply({ code: 'BOWL' })).toMatchObject({ code: 'COUPON_INVALID' })
})

test('removing the last line and adding it again restores the coupon', async () => {
  await shop.coupon({ code: 'TEN' })
  await api.cart.couponsApply({ code: 'TEN' })

  const empty = await api.cart.removeItem({ product_id: vase.id })

  expect(empty).toMatchObject({ message: 'Removed from cart', data: { coupon: null, coupon_notice: null } })
  expect(ok(await api.cart.addItem({ product_id: vase.id })).coupon?.code).toBe('TEN')
})

test('a coupon is removed on request', async () => {
  await shop.coupon({ code: 'TEN' })
  const { id } = ok(await api.cart.couponsApply({ code: 'TEN' }))

  expect(await api.cart.couponsRemove()).toMatchObject({
    status: 'success',
    message: 'Coupon removed',
    data: { coupon: null, grand_total: { amount: 50_000 } },
  })
  expect(await storedCode(id)).toBeNull()
})

test('the list shows each coupon’s saving, or the reason against it; the best comes first', async () => {
  ok(await (await shop.guestAtPayment(vase)).order())
  await api.cart.updateContact({ phone: '9876543210' })
  await api.cart.updateAddress(address)
  await shop.coupon({ code: 'TEN', max_discount: 50_000, min_order: 10_000 })
  await shop.coupon({ code: 'FLAT', title: '₹300 off', type: 'fixed', value: 30_000, min_order: 62_000 })
  await shop.coupon({ code: 'SHIPFREE', title: 'Free delivery', type: 'free_shipping', value: 0 })
  await shop.coupon({ code: 'WELCOME', is_first_order_only: true, ends_at: new Date('2999-12-31T18:29:59Z') })
  await shop.coupon({ code: 'SECRET', is_listed: false })
  await shop.coupon({ code: 'ENDED', ends_at: days(-0.5) })
  await shop.coupon({ code: 'EARLY', starts_at: days(0.5) })
  await shop.coupon({ code: 'OFF', is_active: false })
  await shop.coupon({ code: 'GONE', usage_limit: 3, used_count: 3 })

  expect(ok(await api.cart.couponsGet())).toMatchObject([
    {
      code: 'SHIPFREE',
      title: 'Free delivery',
      description: '',
      is_applicable: true,
      reason: null,
      saves: { amount: 7_900 },
    },
    {
      code: 'TEN',
      description: 'On goods worth ₹100 or more, up to ₹500 off',
      is_applicable: true,
      saves: { amount: 5_000 },
    },
    { code: 'FLAT', is_applicable: false, reason: 'Add ₹120 more to use it', saves: { amount: 30_000 } },
    {
      code: 'WELCOME',
      description: 'For a first order',
      is_applicable: false,
      reason: 'For a first order only',
      saves: { amount: 0 },
      expires_at: '2999-12-31T18:29:59.000Z',
    },
  ])
})

test('a visitor without a cart sees the coupons', async () => {
  await shop.coupon({ code: 'TEN', min_order: 99_900 })
  await shop.coupon({ code: 'ALWAYS' })

  expect(ok(await shop.guest().api.cart.couponsGet())).toMatchObject([
    { code: 'TEN', is_applicable: false, reason: 'Add ₹999 more to use it', saves: { amount: 9_990 } },
    { code: 'ALWAYS', is_applicable: false, reason: 'Your cart is empty' },
  ])
})
