import { expect, test, vi } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withPayments } from '#harness/payments.ts'
import { ok } from '#harness/reply.ts'
import { planRetriesAgain } from '#server/platform/jobs/clock-set-back.ts'
import { startJobs } from '#server/platform/jobs/start-jobs.ts'
import { cloneUnpaidOrders } from '../../../../tests/clone-unpaid-orders.ts'
import { carryOutRefundsJob, requestRefund } from '../gateways/refunds.ts'
import { askDuePaymentsJob } from './ask-due-payments.ts'
import { expireUnpaidOrders, expireUnpaidOrdersJob } from './expire-unpaid-orders.ts'

const shop = withPayments(await openShop({ seed: true }))
const { pool } = shop

/** Makes every update of these orders fail, like a row that breaks a constraint of a newer release. */
async function breakOrders(ids: readonly number[]) {
  await pool.query(`create or replace function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'this order cannot be changed'; end $$`)
  await pool.query(`create or replace trigger refuse_change before update on orders for each row
    when (new.id = any('{${ids.join()}}'::bigint[])) execute function refuse_change()`)
}

const mendOrders = () => pool.query('drop trigger refuse_change on orders')

const countOf = async (ids: readonly number[], status: string) =>
  (await pool.query('select from orders where id = any($1) and status = $2', [ids, status])).rowCount

test('expiry of unpaid orders continues when more orders than a batch fail', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(500))
  const { order_id } = ok(await shopper.order())
  const ids = await cloneUnpaidOrders(pool, { orderId: order_id, count: 120 })
  const broken = ids.slice(0, 105)
  await breakOrders(broken)

  await shop.sweep()
  await shop.sweep()

  expect(await countOf(ids.slice(105), 'payment_failed')).toBe(15)
  expect(await countOf(broken, 'pending_payment')).toBe(105)
  await mendOrders()
})

test('two processes expire a backlog of unpaid orders, each order once', async () => {
  const vase = await shop.productWith(500)
  const shopper = await shop.guestAtPayment(vase)
  const { order_id } = await shopper.startPaying()
  const ids = await cloneUnpaidOrders(pool, { orderId: order_id, count: 200, withPayments: true })
  const stock = await shop.stockOf(vase)

  const processes = await Promise.all(
    [1, 2].map(() =>
      startJobs({ services: shop.services, jobs: [expireUnpaidOrdersJob, askDuePaymentsJob], pool }),
    ),
  )
  await vi.waitFor(async () => expect(await countOf(ids, 'payment_failed')).toBe(200), {
    timeout: 100_000,
    interval: 100,
  })
  await Promise.all(processes.map((running) => running.stop()))

  expect(await shop.stockOf(vase)).toBe(stock + 200)
  const { rows } = await pool.query(
    `select order_id from order_events where order_id = any($1) group by order_id having count(*) <> 1`,
    [ids],
  )
  expect(rows).toEqual([])
})

test('an order that was placed while the clock was a year ahead holds no stock when it is set back', async () => {
  const vase = await shop.productWith(500)
  const { order_id } = await (await shop.guestAtPayment(vase)).startPaying()
  await pool.query(
    `update orders set placed_at = placed_at + interval '1 year', held_until = held_until + interval '1 year' where id = $1`,
    [order_id],
  )
  const later = await (await shop.guestAtPayment(vase)).startPaying()
  await pool.query(
    `update payments set ask_again_at = ask_again_at + interval '1 year' where order_id = $1`,
    [later.order_id],
  )

  await planRetriesAgain(shop.db)
  expect(
    (await pool.query('select from payments where order_id = $1 and ask_again_at <= now()', [later.order_id]))
      .rowCount,
  ).toBe(1)
  const stock = await shop.stockOf(vase)
  await expireUnpaidOrders(shop.services)

  expect(await countOf([order_id], 'payment_failed')).toBe(1)
  expect(await shop.stockOf(vase)).toBe(stock + 1)
})

test('expiry of unpaid orders is shared by claims: a second run skips orders that the first has claimed', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(500))
  const { order_id } = ok(await shopper.order())
  const ids = await cloneUnpaidOrders(pool, { orderId: order_id, count: 150 })

  const [first, second] = await Promise.all([
    expireUnpaidOrders(shop.services),
    expireUnpaidOrders(shop.services),
  ])

  expect(first + second).toBe(150)
  expect(await countOf(ids, 'payment_failed')).toBe(150)
})

test('a refund is carried out right after the write that requested it', async () => {
  const shopper = await shop.guestAtPayment(await shop.productWith(5))
  const { payment_id, amount } = await shopper.startPaying()
  await shop.choose(payment_id, 'pay')
  const running = await startJobs({
    services: shop.services,
    jobs: [{ ...carryOutRefundsJob, schedule: { every: 3_600, when: async () => false } }],
    pool,
  })

  await shop.db
    .transaction()
    .execute((tx) => requestRefund(tx, { paymentId: payment_id, amount, reason: 'a test' }))

  await vi.waitFor(async () => expect((await shop.ledgerOf(payment_id)).refunded).toBe(amount), {
    timeout: 100_000,
    interval: 50,
  })
  await running.stop()
})
