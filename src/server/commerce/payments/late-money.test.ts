import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { capture } from '../gateways/test-gateway/ledger.ts'

const shop = withPayments(await openShop({ seed: true }))

async function payingGuest(stock = 5) {
  const vase = await shop.productWith(stock)
  const shopper = await shop.guestAtPayment(vase)
  return { ...shopper, ...(await shopper.startPaying()), vase }
}

test('an order unpaid for fifteen minutes releases its stock and can still be paid', async () => {
  const { order_id, token, payment_id, vase, api } = await payingGuest(1)
  await shop.letPass(order_id, 14)
  await shop.sweep()
  expect(await shop.stockOf(vase)).toBe(0)

  await shop.letPass(order_id, 2)
  await shop.sweep()

  expect(await shop.stockOf(vase)).toBe(1)
  expect(ok(await api.checkout.complete({ order_id, token }))).toMatchObject({
    status: 'payment_failed',
    can_pay: true,
    payment: { payment_id, status: 'expired' },
  })
  expect(ok(await api.cart.get()).total_quantity).toBe(1)
  await shop.sweep()
  expect(await shop.stockOf(vase)).toBe(1)
})

test('the sweep asks the gateway before it expires an order, so a lost webhook loses no order', async () => {
  const { order_id, payment_id } = await payingGuest()
  await capture(shop.db, payment_id)
  await shop.letPass(order_id, 11)

  await shop.sweep()

  expect((await shop.orderRow(order_id)).status).toBe('placed')
  expect(await shop.messagesOf(order_id)).toEqual(['mail order_placed', 'sms order_placed'])
})

test('a payment after expiry reserves the stock again if it is available', async () => {
  const { order_id, payment_id, vase } = await payingGuest(1)
  await shop.letPass(order_id, 16)
  await shop.sweep()

  await shop.choose(payment_id, 'pay')

  expect(await shop.orderRow(order_id)).toMatchObject({
    status: 'placed',
    payment_status: 'paid',
    review_reason: null,
  })
  expect(await shop.stockOf(vase)).toBe(0)
  expect(await shop.eventsOf(order_id)).toEqual([
    'pending_payment',
    'payment_failed',
    'pending_payment',
    'placed',
  ])
})

test('a payment after the stock is sold out is refunded, and the order is flagged', async () => {
  const { order_id, token, payment_id, vase, amount, api } = await payingGuest(1)
  await shop.letPass(order_id, 16)
  await shop.sweep()
  const other = await shop.guestAtPayment(vase, 'cod')
  ok(await other.order())

  await shop.choose(payment_id, 'pay')

  expect(await shop.orderRow(order_id)).toMatchObject({
    status: 'cancelled',
    payment_status: 'refunded',
    review_reason: 'paid_out_of_stock',
  })
  expect(await shop.stockOf(vase)).toBe(0)
  expect(await shop.ledgerOf(payment_id)).toMatchObject({ status: 'captured', refunded: amount })
  expect(await shop.messagesOf(order_id)).toEqual(['mail payment_returned', 'sms payment_returned'])
  expect(await api.checkout.completePayment({ order_id, token, payment_id })).toMatchObject({
    code: 'PAYMENT_RETURNED',
    data: { payment_status: 'refunded' },
  })
  expect(ok(await api.checkout.complete({ order_id, token }))).toMatchObject({
    can_pay: false,
    payment: { status: 'refunded' },
    totals: { refunded: { amount } },
  })
})

test('a payment for a replaced order is refunded', async () => {
  const { order_id, payment_id, vase, amount, api, order } = await payingGuest()
  ok(await api.cart.updateQty({ product_id: vase.id, quantity: 2 }))
  const second = ok(await order())

  await shop.choose(payment_id, 'pay')

  expect(await shop.orderRow(order_id)).toMatchObject({
    status: 'cancelled',
    review_reason: 'paid_after_cancel',
  })
  expect(await shop.ledgerOf(payment_id)).toMatchObject({ refunded: amount })
  expect((await shop.orderRow(second.order_id)).status).toBe('pending_payment')
})

test('an order that is paid twice keeps one payment; the other is refunded', async () => {
  const { order_id, token, payment_id, amount, api } = await payingGuest()
  await shop.letPass(order_id, 16)
  await shop.sweep()
  const { payment_id: second } = ok(await api.checkout.processPayment({ order_id, token }))

  await Promise.all([shop.choose(payment_id, 'pay'), shop.choose(second, 'pay')])

  const payments = await shop.paymentsOf(order_id)
  expect(payments.map(({ status }) => status).sort()).toEqual(['paid', 'surplus'])
  const refunded = await Promise.all(
    [payment_id, second].map(async (id) => (await shop.ledgerOf(id)).refunded),
  )
  expect(refunded.sort((a, b) => a - b)).toEqual([0, amount])
  expect(await shop.orderRow(order_id)).toMatchObject({
    status: 'placed',
    payment_status: 'paid',
    review_reason: 'paid_twice',
  })
})

test('an order unpaid for a day is cancelled', async () => {
  const { order_id } = await payingGuest()
  await shop.letPass(order_id, 16)
  await shop.sweep()
  await shop.letPass(order_id, 24 * 60)
  await shop.sweep()

  expect(await shop.eventsOf(order_id)).toEqual(['pending_payment', 'payment_failed', 'cancelled'])
})

test('retrying a payment after the stock is sold out is refused and leaves the order unchanged', async () => {
  const { order_id, token, payment_id, vase, api } = await payingGuest(1)
  await shop.choose(payment_id, 'decline')
  ok(await (await shop.guestAtPayment(vase, 'cod')).order())

  expect(await api.checkout.processPayment({ order_id, token })).toMatchObject({ code: 'OUT_OF_STOCK' })
  expect((await shop.orderRow(order_id)).status).toBe('payment_failed')
})

test('a simultaneous sweep and payment leave the order either paid or unpaid, with matching stock', async () => {
  for (let round = 0; round < 10; round++) {
    const { order_id, payment_id, vase } = await payingGuest(3)
    await shop.letPass(order_id, 16)
    await Promise.all([shop.sweep(), shop.choose(payment_id, 'pay'), shop.sweep()])

    expect((await shop.orderRow(order_id)).status).toBe('placed')
    expect(await shop.stockOf(vase)).toBe(2)
    expect(await shop.ledgerOf(payment_id)).toMatchObject({ captures: 1, refunded: 0 })
  }
})

test('a gateway that does not answer changes nothing', async () => {
  const { order_id, token, payment_id, api } = await payingGuest()
  await shop.pool.query('alter table test_gateway_payments rename to away')
  try {
    expect(ok(await api.checkout.completePayment({ order_id, token, payment_id })).payment_status).toBe(
      'requires_action',
    )
    const other = await shop.guestAtPayment(await shop.productWith(3))
    const waiting = ok(await other.order())
    const pay = () => other.api.checkout.processPayment({ order_id: waiting.order_id, token: waiting.token })
    expect(await pay()).toMatchObject({ code: 'PAYMENT_UNAVAILABLE' })
    await shop.pool.query('alter table away rename to test_gateway_payments')
    expect((await pay()).status).toBe('success')
  } finally {
    await shop.pool.query('alter table if exists away rename to test_gateway_payments')
  }
})

test('a failed order does not get its coupon again when its shopper has used it up for another order', async () => {
  await shop.db
    .insertInto('coupons')
    .values({
      channel_id: 1,
      code: 'ONCEEACH',
      title: '10% off',
      type: 'percentage',
      value: 10,
      usage_limit_per_customer: 1,
      starts_at: new Date(Date.now() - 86_400_000),
      ends_at: new Date(Date.now() + 86_400_000),
    })
    .execute()
  const vase = await shop.productWith(5)
  const [first, second] = [await shop.guestAtPayment(vase), await shop.guestAtPayment(vase)]
  ok(await first.api.cart.couponsApply({ code: 'ONCEEACH' }))
  const { order_id, token, payment_id } = await first.startPaying()
  await shop.letPass(order_id, 16)
  await shop.sweep()
  ok(await second.api.cart.couponsApply({ code: 'ONCEEACH' }))
  await second.startPaying()

  // Both have the same phone, so they count as one shopper.
  expect(await first.api.checkout.processPayment({ order_id, token })).toMatchObject({
    code: 'COUPON_INVALID',
    message: 'You have used ONCEEACH for another order. Please order again without it',
  })

  expect((await shop.orderRow(order_id)).status).toBe('payment_failed')
  expect(await shop.stockOf(vase)).toBe(4)
  const uses = await shop.db
    .selectFrom('coupons')
    .select('used_count')
    .where('code', '=', 'ONCEEACH')
    .executeTakeFirstOrThrow()
  expect(uses.used_count).toBe(1)

  await shop.choose(payment_id, 'pay')
  expect(await shop.orderRow(order_id)).toMatchObject({ status: 'cancelled', payment_status: 'refunded' })
  const { text } = await shop.db
    .selectFrom('outbox')
    .select('text')
    .where('order_id', '=', order_id)
    .where('channel', '=', 'mail')
    .executeTakeFirstOrThrow()
  expect(text, 'the items are there').toContain('a coupon or credit of your order has been used since')
})
