import { expect, test } from 'vitest'
import { Order } from '#contract/checkout.ts'
import { orderStates } from '#contract/rules/order-status.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { orderMoves } from '#server/commerce/orders/model/order-states.ts'
import { findOrder } from '#server/commerce/orders/read-order.ts'
import { demoCustomer, demoOrders } from './demo-orders.ts'
import { seedDemoOrders } from './seed-demo-orders.ts'

const shop = await openShop({ seed: true })
const { db, services } = shop
const outcomes = await Promise.all([1, 2].map(() => seedDemoOrders(db, services.config)))

test('concurrent and repeated starts seed the demo orders once', async () => {
  expect(outcomes.toSorted()).toEqual(['present', 'seeded'])
  expect(await seedDemoOrders(db, services.config)).toBe('present')
  const { n } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(n).toBe(demoOrders.length)
})

test('the demo customer has two saved addresses, one of them the default', async () => {
  const addresses = await db
    .selectFrom('addresses')
    .innerJoin('customers', 'customers.id', 'addresses.customer_id')
    .select('is_default')
    .where('customers.email', '=', demoCustomer.email)
    .execute()
  expect(addresses.map(({ is_default }) => is_default).toSorted()).toEqual([false, true])
})

test('the demo orders cover every state through valid transitions, with consistent amounts and items', async () => {
  const rows = await db.selectFrom('orders').select('id').execute()
  const orders = await Promise.all(rows.map(async ({ id }) => Order.parse(await findOrder(db, id))))
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(orderStates))
  for (const { order_no, timeline, productchannel, shipments, totals, status, refunds } of orders) {
    for (const [at, { status: from }] of timeline.entries()) {
      const next = timeline[at + 1]?.status
      if (next)
        expect(orderMoves[from as keyof typeof orderMoves], `${order_no}: ${from} to ${next}`).toContain(next)
    }
    expect(timeline.map(({ at }) => at).toSorted()).toEqual(timeline.map(({ at }) => at))
    expect(productchannel.length, order_no).toBeGreaterThan(0)
    expect(productchannel.every(({ image }) => image !== null)).toBe(true)
    const isSent = !['placed', 'packed', 'cancelled', 'pending_payment', 'payment_failed'].includes(status)
    expect(shipments.length > 0, order_no).toBe(isSent)
    if (isSent)
      expect(
        shipments
          .flatMap(({ items }) => items)
          .map(({ order_item_id }) => order_item_id)
          .toSorted((a, b) => a - b),
      ).toEqual(productchannel.map(({ id }) => id))
    const isRequested = timeline.some((event) => event.status === 'refund_requested')
    expect(
      refunds.map((refund) => [refund.status, refund.items.map(({ item_id }) => item_id)]),
      order_no,
    ).toEqual(isRequested ? [[status, productchannel.map(({ id }) => id)]] : [])
    expect(totals.refunded.amount).toBe(status === 'refunded' ? totals.grand_total.amount : 0)
  }
})

test('every taxed demo order has its rate, so that invoices show it', async () => {
  const items = await db.selectFrom('order_items').select(['tax', 'tax_rate']).execute()
  expect(items.filter(({ tax, tax_rate }) => tax > 0 !== tax_rate > 0)).toEqual([])
  expect(items.some(({ tax }) => tax > 0)).toBe(true)
})

test('the demo customer can log in and see the orders', async () => {
  const guest = shop.guest()
  const { user } = ok(
    await guest.api.auth.login({
      email: demoCustomer.email,
      password: demoCustomer.password,
      remember_me: true,
    }),
  )
  expect(user.order_count).toBe(demoOrders.length)
  const addresses = ok(await guest.api.address.all())
  expect(addresses.map(({ tax_no }) => tax_no)).toEqual(['', '29AAGCD7305Q1Z2'])
  const { order_no } = await db
    .selectFrom('orders')
    .select('order_no')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  expect(ok(await guest.api.track.order({ order_no }))).toMatchObject({
    verification_required: false,
    order_no,
  })
  expect(await shop.guest().api.track.order({ order_no })).toMatchObject({ code: 'VALIDATION' })
})
