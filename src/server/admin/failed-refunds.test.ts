import { afterEach, expect, test } from 'vitest'
import { startStripeServer } from '#harness/gateways/stripe-server.ts'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { offerGateways } from '#server/commerce/gateways/offer-gateways.ts'
import { carryOutRefunds } from '#server/commerce/gateways/refunds.ts'
import { eraseLeftOrders } from '#server/people/account/erase-orders.ts'

const stripe = await startStripeServer()
const opened = await openShop({ seed: true, gateways: { stripe: stripe.keys } })
const shop = withPayments(opened)
const { db, pool, services } = shop
await offerGateways(db, services.config)
const staff = await signedInStaff(opened, 'fulfilment')
const viewer = await signedInStaff(opened, 'viewer')
const { adminOrders } = staff.admin
afterEach(() => stripe.refuseRefunds(''))

const detail = async (id: number) => ok(await adminOrders.get({ id }))
const homeCount = async () => ok(await viewer.admin.adminHome.get()).to_do.to_pay_back
const disputed = 'Charge ch_1 has been charged back; cannot issue a refund.'

/** An order that was paid by Stripe. */
async function paid() {
  const { order_id: id, payment_id, amount, back, token, ...guest } = await shop.payingGuest('stripe')
  stripe.pay(payment_id)
  await back()
  const cancel = async () => {
    const { version } = await detail(id)
    return ok(await adminOrders.cancel({ id, version, reason: 'other', comment: '' }))
  }
  const decide = async (step: 'retry' | 'by_hand', more: object = {}) => {
    const { version, failed_refunds } = await detail(id)
    const refund_id = failed_refunds[0]?.id ?? 0
    return adminOrders.failedRefund({ id, version, refund_id, step, ...more })
  }
  /** The attempts of the next minutes. */
  const attempt = async (times: number) => {
    for (let at = 0; at < times; at++) {
      await pool.query('update payment_refunds set next_attempt_at = now() where payment_id = $1', [
        payment_id,
      ])
      await carryOutRefunds(services)
    }
  }
  return { id, payment_id, amount, token, guest, cancel, decide, attempt }
}

test('staff see a refund that the gateway refuses with its answer, and in the list once it has failed for minutes', async () => {
  const before = await homeCount()
  const order = await paid()
  stripe.refuseRefunds(disputed)

  const cancelled = await order.cancel()

  expect(cancelled.failed_refunds).toMatchObject([
    { gateway: 'Stripe', amount: { amount: order.amount }, attempts: 1, error: disputed },
  ])
  expect(await homeCount(), 'a short failure is no work').toBe(before)
  await order.attempt(3)
  expect(await homeCount()).toBe(before + 1)
  const { order_no } = cancelled
  const found = ok(await adminOrders.list({ tab: 'to_pay_back', q: order_no }))
  expect([found.data[0]?.id, found.tabs.to_pay_back]).toEqual([order.id, 1])
})

test('staff have a failed refund tried again, and it is made once', async () => {
  const order = await paid()
  stripe.refuseRefunds('Insufficient funds in your Stripe balance to refund this amount.')
  await order.cancel()
  stripe.refuseRefunds('')

  const replies = await Promise.all([order.decide('retry'), order.decide('retry')])

  expect(replies.filter(({ status }) => status === 'success').length).toBeGreaterThan(0)
  expect((await detail(order.id)).failed_refunds).toEqual([])
  const { payment_intent } = stripe.sessionOf(order.payment_id)
  expect(stripe.refunds.filter((one) => one.payment_intent === payment_intent)).toMatchObject([
    { amount: order.amount },
  ])
  expect(await order.decide('retry', { refund_id: 1 })).toMatchObject({ code: 'ORDER_STATE' })
})

test('a refund that the gateway goes on refusing is paid by hand, and the customer is asked where', async () => {
  const order = await paid()
  stripe.refuseRefunds(disputed)
  await order.cancel()
  expect(
    await viewer.admin.adminOrders.failedRefund({
      id: order.id,
      version: '-',
      refund_id: 1,
      step: 'by_hand',
    }),
  ).toMatchObject({
    code: 'FORBIDDEN',
  })

  const owing = ok(await order.decide('by_hand'))

  expect(owing).toMatchObject({
    failed_refunds: [],
    payout: { is_known: false },
    owed_refunds: [{ reason: 'cancelled', amount: { amount: order.amount }, paid_on: null }],
  })
  const { rows } = await pool.query(
    "select channel, text from outbox where order_id = $1 and kind like 'refund_failed%' order by channel",
    [order.id],
  )
  expect(rows).toMatchObject([
    { channel: 'mail', text: expect.stringContaining('bank account or UPI ID') },
    { channel: 'sms', text: expect.stringContaining('bank account or UPI ID') },
  ])
  stripe.refuseRefunds('')
  await order.attempt(2)
  const { payment_intent } = stripe.sessionOf(order.payment_id)
  expect(stripe.refunds.filter((one) => one.payment_intent === payment_intent)).toEqual([])
})

test('a refund that the gateway makes at the last attempt is not paid by hand too', async () => {
  const order = await paid()
  stripe.refuseRefunds(disputed)
  await order.cancel()
  stripe.refuseRefunds('')

  expect(await order.decide('by_hand')).toMatchObject({ code: 'ORDER_STATE' })

  expect(await detail(order.id)).toMatchObject({ failed_refunds: [], owed_refunds: [] })
  expect(stripe.refundOf(order.payment_id).amount).toBe(order.amount)
})

test('a refund that fails after the gateway had accepted it is a failed refund again', async () => {
  const order = await paid()
  await order.cancel()
  expect((await detail(order.id)).failed_refunds).toEqual([])
  const event = stripe.failRefund(order.payment_id)

  const sent = () => shop.sendRaw(event, stripe.headersFor(event), 'stripe')
  expect([await sent(), await sent()]).toEqual([200, 200])

  expect((await detail(order.id)).failed_refunds).toMatchObject([
    { error: expect.stringContaining('lost_or_stolen_card') },
  ])
  await order.attempt(1)
  expect((await detail(order.id)).failed_refunds, 'the failed one does not count as made').toHaveLength(1)
  expect(ok(await order.decide('by_hand')).owed_refunds).toMatchObject([{ amount: { amount: order.amount } }])
})

test('an order of a customer who left keeps its contact while its refund has not been made', async () => {
  const order = await paid()
  stripe.refuseRefunds(disputed)
  await order.cancel()
  await pool.query('update orders set customer_left_at = now() where id = $1', [order.id])
  const email = async () => (await detail(order.id)).email

  await eraseLeftOrders(db)
  expect(await email()).not.toBeNull()
  stripe.refuseRefunds('')
  await order.attempt(1)
  await eraseLeftOrders(db)
  expect(await email()).toBeNull()
})
