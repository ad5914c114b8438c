import { expect, test } from 'vitest'
import { formatMoney } from '#contract/money.ts'
import { mailTo } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { requireOrderAccess } from './model/order-token.ts'
import { trackToken } from './model/track-link.ts'

const shop = withOrders(await openShop({ seed: true }))

test('a customer finds their own orders, newest first, by number and by item; other customers do not', async () => {
  const { api, order_no, read } = await shop.orderOf()
  const { productchannel } = await read()
  const name = productchannel[0]?.name ?? ''

  expect(ok(await api.orders.get()).data.map((order) => order.order_no)).toEqual([order_no])
  expect(ok(await api.orders.get({ search: order_no.slice(-4) })).total).toBe(1)
  expect(ok(await api.orders.get({ search: name.slice(1, 6).toUpperCase() })).total).toBe(1)
  expect(ok(await api.orders.get({ search: '%' })).total).toBe(0)
  expect(ok(await api.orders.get({ per_page: 1 }))).toMatchObject({ per_page: 1, data: [{ order_no }] })
  expect(ok(await api.orders.get({ page: 2 })).data).toEqual([])

  const other = await shop.orderOf()
  expect(ok(await other.api.orders.get()).data.map((order) => order.order_no)).toEqual([other.order_no])
  const guest = shop.guest()
  expect(await guest.api.orders.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('every endpoint answers 404 for another customer’s order', async () => {
  const { order_no } = await shop.orderOf()
  const other = await shop.orderOf()
  const guest = shop.guest()

  for (const { api } of [other, guest])
    for (const token of ['x'.repeat(43), other.token]) {
      const ref = { order_no, token }
      const none = { status: 'error', code: 'NOT_FOUND' }
      expect(await api.orders.item(ref)).toMatchObject(none)
      expect(await api.orders.invoice(ref)).toMatchObject(none)
      expect(await api.orders.cancel({ ...ref, reason: 'other' })).toMatchObject(none)
      expect(
        await api.orders.refundRequest({ ...ref, items: [{ item_id: 1, quantity: 1, reason: 'other' }] }),
      ).toMatchObject(none)
    }
  expect(await guest.api.orders.item({ order_no })).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await other.api.orders.item({ order_no })).toMatchObject({ code: 'NOT_FOUND' })
})

test('cancelling a whole COD order restores its stock and sends one message', async () => {
  const { api, product, order_id, order_no, read } = await shop.orderOf({ quantity: 3 })
  expect(await shop.stockOf(product)).toBe(47)
  expect(await read()).toMatchObject({ can_cancel: true, productchannel: [{ can_cancel: true }] })

  const reply = await api.orders.cancel({ order_no, reason: 'changed_mind' })

  expect(reply).toMatchObject({
    message: 'Order cancelled',
    data: {
      status: 'cancelled',
      can_cancel: false,
      payment_status: 'pending',
      totals: { refunded: { amount: 0 } },
    },
  })
  expect(await shop.stockOf(product)).toBe(50)
  expect(await shop.messagesOf(order_id)).toEqual(
    expect.arrayContaining(['mail order_cancelled', 'sms order_cancelled']),
  )
  expect(await api.orders.cancel({ order_no, reason: 'other' })).toMatchObject({
    code: 'ORDER_NOT_CANCELLABLE',
    message: 'This order can no longer be cancelled',
  })
  expect(await shop.stockOf(product)).toBe(50)
})

test('cancelling pieces of a paid order refunds exactly those, and later the rest', async () => {
  const { api, product, order_id, order_no, read } = await shop.orderOf({
    quantity: 3,
    method: 'test_gateway',
  })
  const before = await read()
  const [line] = before.productchannel
  const item_id = line?.id ?? 0

  const part = ok(
    await api.orders.cancel({ order_no, items: [{ item_id, quantity: 1 }], reason: 'too_slow' }),
  )

  const gone = part.productchannel.find(({ status }) => status === 'cancelled')
  const left = part.productchannel.find(({ status }) => status === 'placed')
  expect(gone).toMatchObject({ quantity: 1, can_cancel: false })
  expect(left).toMatchObject({ id: item_id, quantity: 2, can_cancel: true })
  expect((gone?.total.amount ?? 0) + (left?.total.amount ?? 0)).toBe(line?.total.amount)
  expect(part.totals.refunded).toEqual(gone?.total)
  expect(part.totals.grand_total.amount).toBe(before.totals.grand_total.amount - (gone?.total.amount ?? 0))
  expect(part).toMatchObject({ status: 'placed', payment_status: 'partially_refunded' })
  expect(part.timeline.map(({ status }) => status)).toContain('items_cancelled')
  expect(await shop.stockOf(product)).toBe(48)
  const mail = await mailTo(shop.db, before.email ?? '')
  const rest = formatMoney(part.totals.grand_total, 'en-IN')
  expect(mail?.text).toContain(`Your new total is ${rest}.`)

  const whole = ok(await api.orders.cancel({ order_no, reason: 'too_slow' }))

  expect(whole).toMatchObject({ status: 'cancelled', payment_status: 'refunded' })
  expect(whole.totals.refunded).toEqual(before.totals.grand_total)
  const [payment] = await shop.paymentsOf(order_id)
  expect(payment?.refunded_amount).toBe(payment?.captured_amount)
  expect((await shop.ledgerOf(payment?.id ?? '')).refunded).toBe(before.totals.grand_total.amount)
  expect(await shop.stockOf(product)).toBe(50)
})

test('cancelling more pieces than ordered, a line twice or another order’s line is refused and changes nothing', async () => {
  const { api, order_no, read } = await shop.orderOf({ quantity: 2 })
  const other = await shop.orderOf()
  const before = await read()
  const item_id = before.productchannel[0]?.id ?? 0
  const foreign = (await other.read()).productchannel[0]?.id ?? 0

  for (const items of [
    [{ item_id, quantity: 3 }],
    [
      { item_id, quantity: 1 },
      { item_id, quantity: 1 },
    ],
    [{ item_id: foreign, quantity: 1 }],
  ])
    expect(await api.orders.cancel({ order_no, items, reason: 'other' })).toMatchObject({
      code: 'VALIDATION',
    })
  expect(await read()).toEqual(before)
})

test('of a simultaneous cancellation and packing one succeeds, and the stock is correct', async () => {
  const orders = await Promise.all([1, 2, 3, 4].map(() => shop.orderOf({ quantity: 1 })))
  for (const { api, product, order_id, order_no, read } of orders) {
    await shop.bring(order_id, 'packed')
    await Promise.allSettled([
      api.orders.cancel({ order_no, reason: 'other' }),
      api.orders.cancel({ order_no, reason: 'other' }),
      shop.bring(order_id, 'shipped'),
    ])
    const { status } = await read()
    expect(['cancelled', 'shipped']).toContain(status)
    expect(await shop.stockOf(product)).toBe(status === 'cancelled' ? 50 : 49)
  }
})

test('a coupon’s use is released with the whole order, not with a part', async () => {
  const product = await shop.productWith(50)
  const shopper = await shop.guestAtPayment({ ...product, quantity: 2 }, 'cod')
  await shop.db
    .insertInto('coupons')
    .values({
      channel_id: 1,
      code: 'ONCE',
      title: 'Once',
      type: 'percentage',
      value: 10,
      usage_limit: 1,
      starts_at: new Date(Date.now() - 1_000),
      ends_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  ok(await shopper.api.cart.couponsApply({ code: 'ONCE' }))
  const { order_no, token } = ok(await shopper.order())
  const used = async () =>
    (
      await shop.db
        .selectFrom('coupons')
        .select('used_count')
        .where('code', '=', 'ONCE')
        .executeTakeFirstOrThrow()
    ).used_count
  const { order } = ok(await shopper.api.orders.item({ order_no, token }))

  const items = [{ item_id: order.productchannel[0]?.id ?? 0, quantity: 1 }]
  const part = ok(await shopper.api.orders.cancel({ order_no, token, items, reason: 'other' }))
  expect(part.totals.discount.amount).toBeGreaterThan(0)
  expect(await used()).toBe(1)

  ok(await shopper.api.orders.cancel({ order_no, token, reason: 'other' }))
  expect(await used()).toBe(0)
})

test('a shop without cancellation offers it to no customer', async () => {
  const { api, order_no, read } = await shop.orderOf()
  await shop.db
    .insertInto('settings')
    .values({ key: 'enable_cancel_order', value: 'false' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: 'false' }))
    .execute()
  try {
    expect(await read()).toMatchObject({ can_cancel: false, productchannel: [{ can_cancel: false }] })
    expect(await api.orders.cancel({ order_no, reason: 'other' })).toMatchObject({
      code: 'ORDER_NOT_CANCELLABLE',
    })
  } finally {
    await shop.db.deleteFrom('settings').where('key', '=', 'enable_cancel_order').execute()
  }
})

test('a checkout token opens an order for a day, a mailed token as long as the order exists', async () => {
  const { api, order_id, order_no, token } = await shop.orderOf({ isCustomer: false })
  expect(ok(await api.orders.item({ order_no, token })).order.order_no).toBe(order_no)

  await shop.letPass(order_id, 25 * 60)

  expect(await api.orders.item({ order_no, token })).toMatchObject({ code: 'NOT_FOUND' })
  const mailed = trackToken(shop.services.config, {
    ...(await requireOrderAccess(shop.db, order_id)),
    order_no,
  })
  expect(ok(await api.orders.item({ order_no, token: mailed })).order.order_no).toBe(order_no)
  expect(await api.orders.item({ order_no, token: `${order_no}.${token}` })).toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a customer rates their own order without a token; other customers cannot', async () => {
  const { api, order_id, read } = await shop.orderOf()
  const other = await shop.orderOf()

  expect(await other.api.checkout.rateExperience({ order_id, rating: 1 })).toMatchObject({
    code: 'NOT_FOUND',
  })
  ok(await api.checkout.rateExperience({ order_id, rating: 5 }))

  expect(await read()).toMatchObject({ experience_rating: 5 })
})
