import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { carryOutRefunds } from '../gateways/refunds.ts'

const opened = await openShop({ seed: true })
const shop = withPayments(opened)

async function unpaidGuest(stock = 5) {
  const vase = await shop.productWith(stock)
  const shopper = await shop.guestAtPayment(vase)
  const paying = await shopper.startPaying()
  const { order_no } = await shop.orderRow(paying.order_id)
  const ref = { order_no, token: paying.token }
  const read = async () => ok(await shopper.api.orders.item(ref)).order
  return { ...shopper, ...paying, ref, read, vase }
}

const { adminOrders } = (await signedInStaff(opened, 'fulfilment')).admin

async function cancelAsStaff(order_id: number, more: object = {}) {
  const { version } = ok(await adminOrders.get({ id: order_id }))
  return adminOrders.cancel({ id: order_id, version, reason: 'not_paid', ...more })
}

async function withoutShoppersCancelling(run: () => Promise<void>) {
  await shop.db
    .insertInto('settings')
    .values({ key: 'enable_cancel_order', value: 'false' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: 'false' }))
    .execute()
  try {
    await run()
  } finally {
    await shop.db.deleteFrom('settings').where('key', '=', 'enable_cancel_order').execute()
  }
}

test('a guest cancels an unpaid order: stock and message as for every cancellation, no invoice, cart retained', async () => {
  const { api, ref, read, vase, order_id, token } = await unpaidGuest(1)
  expect(await read()).toMatchObject({
    can_cancel: true,
    can_pay: true,
    productchannel: [{ can_cancel: false }],
  })
  expect(await shop.stockOf(vase)).toBe(0)

  const reply = await api.orders.cancel({ ...ref, reason: 'changed_mind', comment: 'Too late' })

  expect(reply).toMatchObject({
    message: 'Order cancelled',
    data: {
      ...{ status: 'cancelled', status_label: 'Cancelled', payment_status: 'failed' },
      ...{ can_cancel: false, can_pay: false, invoices: [], owed_refunds: [], payout: null },
      totals: { refunded: { amount: 0 } },
    },
  })
  expect(await shop.stockOf(vase)).toBe(1)
  expect(await shop.messagesOf(order_id)).toEqual(['mail order_cancelled', 'sms order_cancelled'])
  expect(
    await shop.db.selectFrom('order_cancellations').selectAll().where('order_id', '=', order_id).execute(),
  ).toMatchObject([{ is_whole: true, reason: 'changed_mind', comment: 'Too late', refunded: 0, owed: 0 }])
  expect(ok(await api.cart.get()).total_quantity).toBe(1)
  expect(await api.checkout.processPayment({ order_id, token })).toMatchObject({ status: 'error' })
  expect(await api.orders.cancel({ ...ref, reason: 'other' })).toMatchObject({
    code: 'ORDER_NOT_CANCELLABLE',
  })
  expect(await shop.stockOf(vase)).toBe(1)
})

test('an order whose payment failed is cancelled too, and its stock is restored once', async () => {
  const { api, ref, read, vase, order_id, payment_id } = await unpaidGuest(2)
  await shop.choose(payment_id, 'decline')
  expect(await read()).toMatchObject({ status: 'payment_failed', can_cancel: true })
  expect(await shop.stockOf(vase)).toBe(2)

  ok(await api.orders.cancel({ ...ref, reason: 'other' }))

  expect(await shop.stockOf(vase)).toBe(2)
  expect(await shop.eventsOf(order_id)).toEqual(['pending_payment', 'payment_failed', 'cancelled'])
})

test('a part of an unpaid order cannot be cancelled, and a stranger cancels none of it', async () => {
  const { api, ref, read } = await unpaidGuest()
  const items = [{ item_id: (await read()).productchannel[0]?.id ?? 0, quantity: 1 }]
  expect(await api.orders.cancel({ ...ref, items, reason: 'other' })).toMatchObject({
    code: 'VALIDATION',
    errors: { items: ['An unpaid order can only be cancelled as a whole'] },
  })
  const stranger = shop.guest()
  expect(await stranger.api.orders.cancel({ ...ref, reason: 'other' })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await read()).toMatchObject({ status: 'pending_payment' })
})

test('an order that waits for a bank transfer is cancelled like every placed order', async () => {
  const vase = await shop.productWith(2)
  const shopper = await shop.guestAtPayment(vase, 'bank_transfer')
  const { order_no, token } = ok(await shopper.order())

  ok(await shopper.api.orders.cancel({ order_no, token, reason: 'other' }))

  expect(ok(await shopper.api.orders.item({ order_no, token })).order).toMatchObject({
    ...{ status: 'cancelled', payment_status: 'pending', can_cancel: false },
  })
  expect(await shop.stockOf(vase)).toBe(2)
})

test('a shop without cancellation does not offer it for an unpaid order', async () => {
  const { api, ref, read } = await unpaidGuest()
  await withoutShoppersCancelling(async () => {
    expect(await read()).toMatchObject({ can_cancel: false, can_pay: true })
    expect(await api.orders.cancel({ ...ref, reason: 'other' })).toMatchObject({
      code: 'ORDER_NOT_CANCELLABLE',
    })
  })
})

test('the use of a coupon goes back with an unpaid order', async () => {
  const vase = await shop.productWith(3)
  const shopper = await shop.guestAtPayment(vase)
  await shop.db
    .insertInto('coupons')
    .values({
      ...{ channel_id: 1, code: 'UNPAID', title: 'Unpaid', type: 'percentage', value: 10, usage_limit: 1 },
      starts_at: new Date(Date.now() - 1_000),
      ends_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  ok(await shopper.api.cart.couponsApply({ code: 'UNPAID' }))
  const { order_no, token } = ok(await shopper.order())
  const used = async () =>
    (
      await shop.db
        .selectFrom('coupons')
        .select('used_count')
        .where('code', '=', 'UNPAID')
        .executeTakeFirstOrThrow()
    ).used_count
  expect(await used()).toBe(1)

  ok(await shopper.api.orders.cancel({ order_no, token, reason: 'other' }))

  expect(await used()).toBe(0)
})

test('a payment after the cancellation is refunded, and the customer is notified', async () => {
  const { api, ref, order_id, payment_id, amount } = await unpaidGuest()
  ok(await api.orders.cancel({ ...ref, reason: 'other' }))

  await shop.choose(payment_id, 'pay')
  await carryOutRefunds(shop.services)

  expect(await shop.orderRow(order_id)).toMatchObject({
    ...{ status: 'cancelled', payment_status: 'refunded', review_reason: 'paid_after_cancel' },
  })
  expect(await shop.ledgerOf(payment_id)).toMatchObject({ status: 'captured', refunded: amount })
  expect(await shop.messagesOf(order_id)).toContain('mail payment_returned')
})

test('of a payment and a cancellation at the same moment no money is retained and no stock is lost', async () => {
  for (let round = 0; round < 6; round++) {
    const { api, ref, read, order_id, payment_id, amount, vase } = await unpaidGuest(4)
    const [cancelled] = await Promise.all([
      api.orders.cancel({ ...ref, reason: 'other' }),
      shop.choose(payment_id, 'pay'),
    ])
    await carryOutRefunds(shop.services)

    expect(cancelled).toMatchObject({ message: 'Order cancelled' })
    expect(await read()).toMatchObject({ status: 'cancelled', payment_status: 'refunded', can_cancel: false })
    expect(await shop.ledgerOf(payment_id)).toMatchObject({ status: 'captured', refunded: amount })
    expect(await shop.stockOf(vase)).toBe(4)
    expect(await shop.messagesOf(order_id)).toContain('mail order_cancelled')
  }
})

test('of two cancellations at the same moment one is refused', async () => {
  const { api, ref, order_id, vase } = await unpaidGuest(3)
  const replies = await Promise.all([
    api.orders.cancel({ ...ref, reason: 'other' }),
    api.orders.cancel({ ...ref, reason: 'too_slow' }),
  ])
  expect(replies.map(({ status }) => status).sort()).toEqual(['error', 'success'])
  expect(await shop.stockOf(vase)).toBe(3)
  expect(await shop.messagesOf(order_id)).toEqual(['mail order_cancelled', 'sms order_cancelled'])
})

test.each(['pending_payment', 'payment_failed'] as const)(
  'staff cancel an order in the state %s, also where shoppers may not',
  async (state) => {
    const { read, order_id, payment_id, vase, token, api } = await unpaidGuest(2)
    if (state === 'payment_failed') await shop.choose(payment_id, 'decline')
    await withoutShoppersCancelling(async () => {
      expect(await read()).toMatchObject({ status: state, can_cancel: false })
      expect(ok(await adminOrders.get({ id: order_id })).actions).toEqual(['cancel', 'sendPaymentLink'])

      expect(await cancelAsStaff(order_id, { comment: 'Called, no reply' })).toMatchObject({
        message: 'Order cancelled',
        data: { status: 'cancelled', payment_status: 'failed', actions: [] },
      })
    })
    expect(await shop.stockOf(vase)).toBe(2)
    expect(await shop.eventsOf(order_id)).toEqual(['pending_payment', 'payment_failed', 'cancelled'])
    expect(await shop.messagesOf(order_id)).toEqual(['mail order_cancelled', 'sms order_cancelled'])
    expect((await adminOrders.get({ id: order_id })).data).toMatchObject({
      log: [{ action: 'order.cancel', after: { reason: 'not_paid', comment: 'Called, no reply' } }],
    })
    expect(await api.checkout.processPayment({ order_id, token })).toMatchObject({ status: 'error' })
  },
)

test('staff cannot cancel a part of an unpaid order, nor cancel it twice', async () => {
  const { read, order_id } = await unpaidGuest()
  const items = [{ item_id: (await read()).productchannel[0]?.id ?? 0, quantity: 1 }]
  expect(await cancelAsStaff(order_id, { items })).toMatchObject({
    errors: { items: ['An unpaid order can only be cancelled as a whole'] },
  })
  ok(await cancelAsStaff(order_id))
  expect(await cancelAsStaff(order_id)).toMatchObject({ code: 'ORDER_NOT_CANCELLABLE' })
})

test('an order that staff saw unpaid is not cancelled once it is paid', async () => {
  const { order_id, payment_id } = await unpaidGuest()
  const { version } = ok(await adminOrders.get({ id: order_id }))
  await shop.choose(payment_id, 'pay')
  expect(await adminOrders.cancel({ id: order_id, version, reason: 'not_paid' })).toMatchObject({
    code: 'STALE_RECORD',
    data: { status: 'placed' },
  })
})
