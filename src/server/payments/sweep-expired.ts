import { prepared } from '../db/prepared.ts'
import { retrySerialization } from '../db/retry-serialization.ts'
import type { Tx } from '../http/context.ts'
import { askGateway } from './ask-gateway.ts'
import type { PaymentServices } from './gateway.ts'
import { expirePayments, failOrder, giveUpOrder } from './give-up-order.ts'
import { lockOrder, type PaymentRow } from './lock-payment.ts'
import { carryOutRefunds } from './refunds.ts'

const AT_ONCE = 100

/**
 * Every minute: asks the gateways about payments that nobody brought word of, ends the wait of orders whose time is over (their
 * stock goes back), gives up failed orders after a day, and carries out refunds. Any number of processes may do it at the same
 * time, and it may die anywhere. Decisions §3 (Stock), security §17.
 */
export async function sweepExpired(services: PaymentServices) {
  const { db } = services
  await each(services, await toAsk.all(db, AT_ONCE), (payment) => askGateway(services, payment))
  await each(services, await overdue.all(db, AT_ONCE), ({ id }) =>
    inTransaction(services, async (tx) => {
      const order = await lockOrder(tx, id)
      // Paid, failed or given more time since it was found.
      if (order?.status !== 'pending_payment' || !(await isOverdue.first(tx, id))) return
      await expirePayments(tx, id)
      await failOrder(tx, order, 'Not paid in time')
    }),
  )
  await each(services, await abandoned.all(db, AT_ONCE), ({ id }) =>
    inTransaction(services, async (tx) => {
      const order = await lockOrder(tx, id)
      if (order?.status === 'payment_failed') await giveUpOrder(tx, order, 'Never paid')
    }),
  )
  await carryOutRefunds(services)
}

/** One that cannot be done must not keep the others, which come after it every minute, from being done. */
async function each<Item extends { id: number | string }>(
  { log }: PaymentServices,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
) {
  for (const item of items)
    await work(item).catch((error: unknown) => log.error({ err: error, id: item.id }, 'sweep: left undone'))
}

const inTransaction = ({ db }: PaymentServices, work: (tx: Tx) => Promise<void>) =>
  retrySerialization(() => db.transaction().execute(work))

/** Also whatever an order whose time is over is still waiting for: its last chance before the stock goes back. */
const toAsk = prepared<Pick<PaymentRow, 'id' | 'gateway' | 'gateway_payment_id' | 'status'>>(
  'payments to ask about',
  `select p.id, p.gateway, p.gateway_payment_id, p.status from payments p
  where p.ask_again_at <= now()
    or (p.status in ('created', 'requires_action', 'processing') and p.order_id in (
      select o.id from orders o where o.status = 'pending_payment' and o.held_until <= now()
    ))
  order by p.ask_again_at limit $1::integer`,
)

const overdue = prepared<{ id: number }>(
  'overdue orders',
  `select id from orders where status = 'pending_payment' and held_until <= now() order by held_until limit $1::integer`,
)

const isOverdue = prepared<{ id: number }>(
  'is order overdue',
  'select id from orders where id = $1::bigint and held_until <= now()',
)

const abandoned = prepared<{ id: number }>(
  'abandoned orders',
  `select id from orders where status = 'payment_failed' and placed_at <= now() - interval '1 day'
  order by placed_at limit $1::integer`,
)
