import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { PromotionImport, PromotionValues } from '#contract/admin/marketing/promotions.ts'
import { PromotionValues as Values } from '#contract/admin/marketing/promotions.ts'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { adminApiOf, signedInStaff } from '#harness/staff.ts'

const shop = withCheckout(await openShop({ seed: 'small' }))
const { db } = shop
const { adminPromotions, adminOrders, adminCoupons, adminCustomerSegments } = adminApiOf(
  await signedInStaff(shop, 'owner'),
)

beforeEach(async () => {
  await sql`truncate promotions, coupons, orders, idempotency_keys cascade`.execute(db)
  await sql`delete from promotion_versions`.execute(db)
})

type Given = Omit<Partial<PromotionValues>, 'effect' | 'goods' | 'minimum' | 'shoppers'> &
  Pick<PromotionValues, 'effect'> & { goods?: object; minimum?: object; shoppers?: object }

async function promotion(given: Given) {
  const values = Values.parse({ name: 'Offer', ...given })
  return ok(await adminPromotions.create({ values }))
}

/** The promotion with other values, as the form saves it. */
const change = async ({ id, version }: { id: number; version: string }, values: PromotionValues) =>
  ok(await adminPromotions.update({ id, version, values }))

const buyTwo = { type: 'buy_get', buy: 2, get: 1, percent: 100, reduced: 'group', most: null } as const
const tenth = { type: 'order_percentage', percent: 10, at_most: null } as const
const threeFor = { type: 'bundle', count: 3, price: 99_900, most: null } as const

let made = 0
/** A shopper at the payment step, with a contact of their own. */
async function buyer(...lines: { id: number; quantity?: number }[]) {
  const shopper = await shop.guestAtPayment(...lines)
  made += 1
  const contact = { phone: `98765${String(20_000 + made)}`, email: `buyer-${made}@example.com` }
  const cart = ok(await shopper.api.cart.updateContact(contact))
  const order = async (given: object = {}) => {
    const { version } = ok(await shopper.api.cart.get())
    return shopper.api.checkout.placeOrder({
      version,
      idempotency_key: crypto.randomUUID(),
      accept_tnc: true,
      ...given,
    })
  }
  return { ...shopper, cart, order }
}

const named = (list: readonly { name: string; amount: { amount: number } }[] | undefined) =>
  (list ?? []).map(({ name, amount }) => [name, amount.amount])

const state = async () =>
  await db.selectFrom('promotions').select(['used_count', 'spent']).orderBy('id').executeTakeFirstOrThrow()

test('an automatic promotion is on the cart by name, and on the order with its lines', async () => {
  const vase = await shop.product({ price: 40_000, stock: 50 })
  await promotion({ name: 'Any 3 for ₹999', effect: threeFor })
  const { cart, order, api } = await buyer({ id: vase.id, quantity: 4 })

  expect(named(cart.adjustments)).toEqual([['Any 3 for ₹999', 20_100]])
  expect(named(cart.items[0]?.adjustments)).toEqual([['Any 3 for ₹999', 20_100]])
  expect(cart).toMatchObject({
    subtotal: { amount: 160_000 },
    discount_total: { amount: 20_100 },
    coupon: null,
  })

  const placed = ok(await order({ expected_total: cart.grand_total.amount }))
  const { order: stored } = await read(api, placed)
  expect(named(stored.adjustments)).toEqual([['Any 3 for ₹999', 20_100]])
  expect(named(stored.productchannel[0]?.adjustments)).toEqual([['Any 3 for ₹999', 20_100]])
  expect(stored.totals.discount.amount).toBe(20_100)
  const { data } = ok(await adminPromotions.list({}))
  expect(data[0]).toMatchObject({ orders: 1, discount: 20_100, revenue: cart.grand_total.amount })
})

async function read(
  api: Awaited<ReturnType<typeof buyer>>['api'],
  { order_id, token }: { order_id: number; token: string },
) {
  return { order: ok(await api.checkout.complete({ order_id, token })) }
}

test('the cart names what is missing for a promotion, in minor units and in pieces', async () => {
  const vase = await shop.product({ price: 40_000, stock: 50 })
  await promotion({ name: 'Ten percent', effect: tenth, minimum: { amount: 200_000 } })
  await promotion({ name: 'Buy 2, get 1 free', effect: buyTwo })
  const { cart } = await buyer({ id: vase.id, quantity: 2 })

  expect(cart.offers).toEqual([
    'Add 1 more item for “Buy 2, get 1 free”',
    'Add ₹1,200 more for “Ten percent”',
  ])
})

test('a gift is a line of its own at nothing, can be chosen, and goes with its cause', async () => {
  const vase = await shop.product({ price: 40_000, stock: 50 })
  const mug = await shop.product({ price: 12_000, stock: 5, name: 'Mug' })
  const bowl = await shop.product({ price: 15_000, stock: 1, name: 'Bowl' })
  const minimum = { amount: 80_000 }
  const effect = { type: 'gift' as const, products: [mug.productId, bowl.productId] }
  const { id } = await promotion({ name: 'Free gift', effect, minimum, budget: 100_000 })
  const { cart, api, order } = await buyer({ id: vase.id, quantity: 2 })

  expect(cart.items).toHaveLength(2)
  expect(cart.items[1]).toMatchObject({
    product_id: mug.id,
    quantity: 1,
    line_discount: { amount: 12_000 },
    line_total: { amount: 0 },
    line_tax: { amount: 0 },
    adjustments: [{ name: 'Free gift', amount: { amount: 12_000 } }],
    gift: { promotion_id: id, choices: [{ product_id: mug.id }, { product_id: bowl.id }] },
  })
  expect(cart).toMatchObject({
    total_quantity: 2,
    subtotal: { amount: 92_000 },
    discount_total: { amount: 12_000 },
  })

  const chosen = ok(await api.cart.chooseGift({ promotion_id: id, product_id: bowl.id }))
  expect(chosen.items[1]).toMatchObject({ product_id: bowl.id, line_total: { amount: 0 } })
  expect(await api.cart.chooseGift({ promotion_id: id, product_id: vase.id })).toMatchObject({
    code: 'NOT_FOUND',
  })
  // Without its cause it is gone; the choice comes back with it.
  const less = ok(await api.cart.updateQty({ product_id: vase.id, quantity: 1 }))
  expect(less.items).toHaveLength(1)
  expect(less.offers).toEqual(['Add ₹400 more for “Free gift”'])
  expect(ok(await api.cart.updateQty({ product_id: vase.id, quantity: 2 })).items[1]?.product_id).toBe(
    bowl.id,
  )

  const placed = ok(await order())
  const { order: stored } = await read(api, placed)
  expect(stored.productchannel.map(({ total, quantity }) => [quantity, total.amount])).toEqual([
    [2, 80_000],
    [1, 0],
  ])
  expect(await state()).toEqual({ used_count: 1, spent: 15_000 })
  // The last bowl is sold: the next shopper gets what is there.
  expect((await buyer({ id: vase.id, quantity: 2 })).cart.items[1]?.product_id).toBe(mug.id)
  await db.updateTable('variations').set({ stock: 0 }).where('id', '=', mug.id).execute()
  const without = await buyer({ id: vase.id, quantity: 2 })
  expect(without.cart.items).toHaveLength(1)
  expect(ok(await without.order()).order_id).toBeGreaterThan(0)
})

test('the last piece of a gift goes to one of two orders at once, and the other one has the next gift', async () => {
  const vase = await shop.product({ price: 40_000, stock: 50 })
  const last = await shop.product({ price: 12_000, stock: 1 })
  const next = await shop.product({ price: 15_000, stock: 9 })
  const effect = { type: 'gift' as const, products: [last.productId, next.productId] }
  await promotion({ name: 'Free gift', effect })
  const buyers = await Promise.all([buyer({ id: vase.id }), buyer({ id: vase.id })])
  expect(buyers.map(({ cart }) => cart.items[1]?.product_id)).toEqual([last.id, last.id])

  const replies = await Promise.all(buyers.map(({ order }) => order()))
  for (const [at, reply] of replies.entries())
    if (reply.status === 'error') {
      expect(reply.code).toBe('OUT_OF_STOCK')
      ok((await buyers[at]?.order()) ?? reply)
    }
  const lines = await db
    .selectFrom('order_items')
    .select(['variation_id', 'total'])
    .orderBy('variation_id')
    .execute()
  expect(lines.filter(({ total }) => total === 0).map(({ variation_id }) => variation_id)).toEqual([
    last.id,
    next.id,
  ])
})

test('a gift is never refunded for money: its piece comes back with the order for what the order paid', async () => {
  const vase = await shop.product({ price: 40_000, stock: 50 })
  const mug = await shop.product({ price: 12_000, stock: 5 })
  await promotion({ name: 'Free gift', effect: { type: 'gift', products: [mug.productId] } })
  const { api, order } = await buyer({ id: vase.id })
  const { order_id, order_no, token } = ok(await order())
  const { version, productchannel } = ok(await adminOrders.get({ id: order_id }))
  const gift = productchannel[1]?.id ?? 0
  const before = ok(await adminOrders.get({ id: order_id })).grand_total.amount
  const items = [{ item_id: gift, quantity: 1 }]

  const after = ok(await adminOrders.cancel({ id: order_id, version, items, reason: 'out_of_stock' }))
  expect(after.grand_total.amount).toBe(before)
  ok(await api.orders.cancel({ order_no, token, reason: 'changed_mind' }))
  const { stock } = await db
    .selectFrom('variations')
    .select('stock')
    .where('id', '=', mug.id)
    .executeTakeFirstOrThrow()
  expect(stock).toBe(5)
})

test('promotions are exported and imported: rows with an id change theirs, bad ones are refused by line', async () => {
  const given = {
    ...{ name: '=HYPERLINK("x")', code: 'TEN', effect: tenth, minimum: { amount: 200_000 } },
    ...{ badge: 'Ten, "off"', ends_at: '2031-01-02T03:04:05.000Z', budget: 5_000 },
  }
  const first = await promotion(given)
  await promotion({ name: 'Buy 2, get 1 free', effect: buyTwo })
  const staff = await signedInStaff(shop, 'owner')
  const { body } = await staff.request({ method: 'GET', url: '/api/admin/promotions/export' })
  const file = String(body)
  async function send(text: string) {
    const reply = await staff.upload('/api/admin/promotions/import', new Blob([text]))
    return reply.body as { data?: PromotionImport }
  }
  expect(file).toContain('"\'=HYPERLINK(""x"")"')

  expect((await send(file)).data).toEqual({ added: 0, changed: 0, refused: [] })
  const [header = '', ten = '', buy = ''] = file.split('\r\n')
  const rows = [
    ten.replace('TEN', 'ELEVEN'),
    buy.replace(/^\d+/, ''),
    buy.replace(/^\d+/, '').replace('""buy"":2', '""buy"":0'),
    buy.replace(/^\d+/, '987654'),
    ten.replace(/^\d+/, '').replace('TEN', 'ELEVEN'),
  ]
  const { data } = await send([header, ...rows].join('\r\n'))
  expect(data).toMatchObject({
    ...{ added: 1, changed: 1 },
    refused: [
      { line: 4, reason: 'effect.buy: Please enter 1 or more' },
      { line: 5, name: 'Buy 2, get 1 free', reason: 'Promotion not found' },
      { line: 6, reason: 'code: Another coupon or promotion has this code' },
    ],
  })
  expect(ok(await adminPromotions.get({ id: first.id })).values).toEqual({ ...first.values, code: 'ELEVEN' })
  expect(await send('sku,price\r\n')).toMatchObject({ code: 'VALIDATION' })
  expect(await send('name,"x\r\n')).toMatchObject({ code: 'VALIDATION' })
})

test('a shop without promotions answers carts as before', async () => {
  const vase = await shop.product({ price: 40_000 })
  const { cart } = await buyer({ id: vase.id })

  expect(cart).not.toHaveProperty('offers')
  expect(cart).not.toHaveProperty('adjustments')
  expect(cart.items[0]).not.toHaveProperty('adjustments')
})

test('of a coupon and a better promotion that do not count together the promotion counts, and the coupon is not used', async () => {
  const vase = await shop.product({ price: 40_000, stock: 50 })
  await promotion({ name: 'Buy 2, get 1 free', effect: buyTwo })
  const { code } = await shop.coupon({ code: 'TEN', usage_limit: 5 })
  const { api, order } = await buyer({ id: vase.id })
  ok(await api.cart.couponsApply({ code }))

  const cart = ok(await api.cart.updateQty({ product_id: vase.id, quantity: 3 }))

  expect(named(cart.adjustments)).toEqual([['Buy 2, get 1 free', 40_000]])
  expect(ok(await api.cart.couponsGet())).toMatchObject([
    { is_applicable: false, reason: 'The offers of your cart save more' },
  ])
  expect(cart.coupon).toMatchObject({
    discount: { amount: 0 },
    description: expect.stringContaining('save more'),
  })
  const placed = ok(await order())
  expect((await read(api, placed)).order.coupon).toBeNull()
  const { used_count } = await db.selectFrom('coupons').select('used_count').executeTakeFirstOrThrow()
  expect(used_count).toBe(0)
})

test('a coupon and a promotion that count together: the coupon takes its share of what is left', async () => {
  const vase = await shop.product({ price: 40_000, stock: 50 })
  await promotion({ name: 'Buy 2, get 1 free', effect: buyTwo, combines_with: ['product', 'order'] })
  const { code } = await shop.coupon({ code: 'TEN', title: 'Ten' })
  const { api, order } = await buyer({ id: vase.id, quantity: 3 })

  const cart = ok(await api.cart.couponsApply({ code }))

  expect(named(cart.adjustments)).toEqual([
    ['Buy 2, get 1 free', 40_000],
    ['Ten', 8_000],
  ])
  expect(cart.coupon?.discount.amount).toBe(8_000)
  const stored = (await read(api, ok(await order()))).order
  expect(stored).toMatchObject({ coupon: 'TEN', totals: { discount: { amount: 48_000 } } })
})

test('a promotion with a code is applied as a coupon is, and refused with its reason', async () => {
  const vase = await shop.product({ price: 40_000, stock: 50 })
  await promotion({ name: 'Three', code: 'three', effect: buyTwo })
  const { api, cart } = await buyer({ id: vase.id, quantity: 2 })
  expect(named(cart.adjustments)).toEqual([])

  expect(await api.cart.couponsApply({ code: 'Three' })).toMatchObject({
    code: 'COUPON_INVALID',
    message: 'THREE cannot be used: it needs 1 more of the goods it is for',
  })
  ok(await api.cart.addItem({ product_id: vase.id }))
  const applied = ok(await api.cart.couponsApply({ code: 'Three' }))
  expect(applied.coupon).toMatchObject({ code: 'THREE', discount: { amount: 40_000 } })
  // A change that ends it takes the code off, with the reason.
  const less = ok(await api.cart.updateQty({ product_id: vase.id, quantity: 1 }))
  expect(less).toMatchObject({ coupon: null, coupon_notice: expect.stringContaining('THREE was removed') })
  expect(await adminCoupons.create({ values: couponValues('THREE') })).toMatchObject({ code: 'VALIDATION' })
})

const couponValues = (code: string) => ({
  ...{ code, title: 'Other', channel: '', discount: { type: 'fixed' as const, amount: 100 }, min_order: 0 },
  ...{
    is_first_order_only: false,
    usage_limit: null,
    usage_limit_per_customer: null,
    is_for_everything: true,
  },
  ...{ products: [], categories: [], starts_at: null, ends_at: '2099-01-01T00:00:00.000Z', is_active: true },
  is_listed: false,
})

test('free delivery by a promotion takes the price off the named method and is named at the delivery', async () => {
  const vase = await shop.product({ price: 10_000, stock: 50 })
  await db
    .updateTable('shipping_methods')
    .set({ price: 4_900, free_from: null })
    .where('code', '=', 'standard')
    .execute()
  await promotion({
    name: 'Free standard delivery',
    effect: { type: 'free_delivery', methods: ['standard'], at_most: null },
  })
  const { cart, api, order } = await buyer({ id: vase.id })

  expect(cart.shipping_total.amount).toBe(0)
  expect(cart.adjustments).toMatchObject([
    { name: 'Free standard delivery', amount: { amount: 4_900 }, is_of_delivery: true },
  ])
  const stored = (await read(api, ok(await order()))).order
  expect(named(stored.adjustments)).toEqual([['Free standard delivery', 4_900]])
})

test('a change of a promotion is on the next read of a cart', async () => {
  const vase = await shop.product({ price: 40_000, stock: 50 })
  const record = await promotion({ name: 'Ten', effect: tenth })
  const { api, cart } = await buyer({ id: vase.id })
  expect(cart.discount_total.amount).toBe(4_000)

  await change(record, { ...record.values, effect: { ...tenth, percent: 25 } })

  expect(ok(await api.cart.get()).discount_total.amount).toBe(10_000)
})

test('goods by category, collection, tag, brand and sale are found, and excepted ones left out', async () => {
  const [vase, bowl] = [await shop.product({ price: 40_000 }), await shop.product({ price: 20_000 })]
  const tag = await db
    .insertInto('tags')
    .values({ name: 'Blue', slug: `blue-${made}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('product_tags').values({ product_id: vase.productId, tag_id: tag.id }).execute()
  await promotion({
    name: 'Blue',
    effect: tenth,
    goods: { is_for_everything: false, tags: [tag.id] },
    combines_with: ['order'],
  })
  await promotion({
    name: 'Others',
    effect: { ...tenth, percent: 50 },
    goods: { except_products: [vase.productId], sale: 'not_on_sale' },
    combines_with: ['order'],
  })

  const { cart } = await buyer({ id: vase.id }, { id: bowl.id })

  expect(cart.items.map(({ adjustments }) => named(adjustments))).toEqual([
    [['Blue', 4_000]],
    [['Others', 10_000]],
  ])
})

test('cancelled pieces take their part of the discount back, and a cancelled order its use and budget', async () => {
  const vase = await shop.product({ price: 40_000, stock: 50 })
  await promotion({ name: 'Buy 2, get 1 free', effect: buyTwo, budget: 1_000_000, usage_limit: 3 })
  const { api, order } = await buyer({ id: vase.id, quantity: 3 })
  const placed = ok(await order())
  const { token, order_no } = placed
  expect(await state()).toEqual({ used_count: 1, spent: 40_000 })
  const [line] = (await read(api, placed)).order.productchannel

  ok(
    await api.orders.cancel({
      order_no,
      token,
      items: [{ item_id: line?.id ?? 0, quantity: 1 }],
      reason: 'changed_mind',
    }),
  )
  const partly = (await read(api, placed)).order
  // 40,000 off three pieces: a third of it each, to the minor unit.
  expect(partly.totals).toMatchObject({ subtotal: { amount: 80_000 }, discount: { amount: 26_667 } })
  expect(named(partly.adjustments)).toEqual([['Buy 2, get 1 free', 26_667]])

  ok(await api.orders.cancel({ order_no, token, reason: 'changed_mind' }))
  expect(await state()).toEqual({ used_count: 0, spent: 0 })
})

test('the last use and the last of a budget go to one of two orders at once', async () => {
  const vase = await shop.product({ price: 40_000, stock: 50 })
  await promotion({ name: 'Ten', effect: tenth, budget: 9_000, usage_limit: 2 })
  const buyers = await Promise.all(Array.from({ length: 4 }, () => buyer({ id: vase.id })))
  const totals = buyers.map(({ cart }) => cart.discount_total.amount)
  expect(totals).toEqual([4_000, 4_000, 4_000, 4_000])

  // At the total that they have seen: who reads the cart after the last use would order without the promotion.
  const replies = await Promise.all(
    buyers.map(({ order, cart }) => order({ expected_total: cart.grand_total.amount })),
  )

  expect(replies.filter(({ status }) => status === 'success')).toHaveLength(2)
  expect(replies.filter((reply) => reply.status === 'error' && reply.code === 'PRICES_CHANGED')).toHaveLength(
    2,
  )
  expect(await state()).toEqual({ used_count: 2, spent: 8_000 })
  const late = buyers.find((_, at) => replies[at]?.status === 'error')
  if (!late) throw new Error('Nobody was late')
  expect(ok(await late.api.cart.get()).discount_total.amount).toBe(0)
  // Without the promotion they order at the full price.
  ok(await late.order())
  expect(await state()).toEqual({ used_count: 2, spent: 8_000 })
})

test('a shopper uses a promotion up to its limit, also after a cancelled order', async () => {
  const vase = await shop.product({ price: 40_000, stock: 50 })
  await promotion({ name: 'Ten', effect: tenth, usage_limit_per_customer: 1 })
  const { order } = await shop.guestAtPayment({ id: vase.id })
  ok(await order())

  const again = await shop.guestAtPayment({ id: vase.id })
  expect(again.cart.discount_total.amount).toBe(0)
})

test('an order can be cancelled that was placed while its promotion got its first limit', async () => {
  const vase = await shop.product({ price: 40_000, stock: 50 })
  const { id } = await promotion({ name: 'Ten', effect: tenth })
  const { order } = await buyer({ id: vase.id })
  const { order_id } = ok(await order())
  // As its form does, before the order is visible to it.
  await db.updateTable('promotions').set({ usage_limit: 5 }).where('id', '=', id).execute()

  ok(await adminOrders.cancel({ ...(await ref(order_id)), reason: 'other' }))

  expect(await state()).toEqual({ used_count: 0, spent: 0 })
})

const ref = async (id: number) => ({ id, version: ok(await adminOrders.get({ id })).version })

test('an invoice names the promotions of its lines', async () => {
  const vase = await shop.product({ price: 40_000, stock: 50 })
  await promotion({ name: 'Buy 2, get 1 free', effect: buyTwo })
  const { order } = await buyer({ id: vase.id, quantity: 3 })
  const { order_id } = ok(await order())
  const { version } = ok(await adminOrders.pack(await ref(order_id)))
  ok(await adminOrders.ship({ id: order_id, version, courier: 'Test', waybill: 'PROMO-0001' }))

  const { document } = await db
    .selectFrom('invoices')
    .select('document')
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow()

  expect(document).toMatchObject({
    lines: [{ discount: 40_000, note: 'Buy 2, get 1 free' }, { name: 'Standard' }],
  })
})

test('a promotion that orders have is switched off, not deleted; a preview writes nothing', async () => {
  const vase = await shop.product({ price: 40_000, stock: 50 })
  const record = await promotion({ name: 'Ten', effect: tenth })
  const { order } = await buyer({ id: vase.id })
  ok(await order())

  expect(await adminPromotions.remove({ id: record.id, version: record.version })).toMatchObject({
    code: 'IN_USE',
  })
  const values = Values.parse({ name: 'Buy 2, get 1 free', effect: buyTwo })
  const preview = ok(
    await adminPromotions.preview({ values, items: [{ product_id: vase.productId, quantity: 3 }] }),
  )
  expect(preview).toMatchObject({
    summary: 'Buy 2, get 1 free',
    subtotal: 120_000,
    adjustments: [{ name: 'Buy 2, get 1 free', amount: 40_000 }],
    conflicts: ['Ten'],
  })
  await change(record, { ...record.values, is_active: false })
  expect((await buyer({ id: vase.id })).cart.discount_total.amount).toBe(0)
})

test('a promotion for a segment counts for who is in it now, and the segment cannot be deleted while it does', async () => {
  const vase = await shop.product({ price: 40_000, stock: 50 })
  const buyers = ok(await adminCustomerSegments.create({ name: 'Buyers', filter: { orders_from: 1 } }))
  await promotion({ name: 'For buyers', effect: tenth, shoppers: { segments: [buyers.id] } })
  const { api, cart, order } = await buyer({ id: vase.id })
  ok(
    await api.auth.register({
      ...{ first_name: 'Asha', last_name: 'Rao', password: 'a pot of tea' },
      ...{ phone: '9876530001', email: 'in-a-segment@example.com' },
    }),
  )
  const guest = await buyer({ id: vase.id })

  expect([named(cart.adjustments), named(ok(await api.cart.get()).adjustments)]).toEqual([[], []])
  ok(await order())
  ok(await api.cart.addItem({ product_id: vase.id }))
  expect(named(ok(await api.cart.get()).adjustments)).toEqual([['For buyers', 4_000]])
  expect(named(ok(await guest.api.cart.get()).adjustments)).toEqual([])

  const { id, version } = buyers
  expect(await adminCustomerSegments.remove({ id, version })).toMatchObject({
    code: 'IN_USE',
    message: 'Buyers is a condition of For buyers',
  })
  // Deleted beside the check: it has no one in it.
  await sql`delete from customer_segments`.execute(db)
  expect(named(ok(await api.cart.get()).adjustments)).toEqual([])
})
