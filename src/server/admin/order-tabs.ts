import { type RawBuilder, sql } from 'kysely'
import { type OrderTab, orderTabs } from '#contract/admin/order-tabs.ts'
import { isFailingRefund } from '#server/commerce/gateways/refunds.ts'
import type { Db } from '#server/platform/kernel/context.ts'

/** The bank transfer of the order has not arrived. The condition of the index `orders_transfer_pending`. */
export const awaitsTransfer = sql`payment_status = 'pending' and payment_method = 'bank_transfer' and status <> 'cancelled'`

/** A change of the order waits for the customer's money or word: nothing leaves. An array, so that indexes of ids serve a disjunction. */
const isOnHold = sql`id = any(array(select order_id from order_changes where status = 'waiting'))`

/** A line of the order is pre-ordered for a later day, in UTC. By the index `order_items_preordered`. */
const isPreordered = sql`id = any(array(
  select order_id from order_items
  where sold_ahead ->> 'kind' = 'preorder' and sold_ahead ->> 'date' > to_char(now() at time zone 'UTC', 'YYYY-MM-DD') and status = 'placed'))`

/** A return that is requested, or has come back. An approved one waits for its parcel. */
export const awaitsDecision = sql`status in ('refund_requested', 'returned')`

/** Money is to be paid by hand, or the gateway goes on refusing a refund. */
const toPayBack = sql`(select order_id from owed_refunds where paid_at is null
  union select p.order_id from payment_refunds x join payments p on p.id = x.payment_id where ${sql.raw(isFailingRefund)})`

/** SQL: the orders of each tab, by columns of `orders` that each has an index for. An order that may not leave is not to pack or ship. */
export const tabConditions: Record<OrderTab, RawBuilder<boolean>> = {
  all: sql`true`,
  to_pack: sql`(status = 'placed' and not (${awaitsTransfer}) and not (${isOnHold}) and not (${isPreordered}))`,
  preordered: sql`(status = 'placed' and not (${awaitsTransfer}) and not (${isOnHold}) and ${isPreordered})`,
  to_ship: sql`(((status = 'packed' and not (${awaitsTransfer})) or is_partly_shipped) and not (${isOnHold}))`,
  on_the_way: sql`(status in ('shipped', 'out_for_delivery') and not is_partly_shipped)`,
  returns: sql`status in ('refund_requested', 'refund_approved', 'returned')`,
  to_pay_back: sql`id in ${toPayBack}`,
  unpaid: sql`(status in ('pending_payment', 'payment_failed') or (${awaitsTransfer}) or ${isOnHold})`,
  delivered: sql`status = 'delivered'`,
  closed: sql`status in ('cancelled', 'refunded', 'refund_rejected')`,
}

export type TabCounts = Record<OrderTab, number>

/** The number of orders in each tab. One pass over the index of states; the exceptions are read from their own small indexes. */
export async function countTabs(db: Db): Promise<TabCounts> {
  const { rows } = await sql<{ kind: string; status: string; orders: number }>`
    select 'all' as kind, status, count(*)::integer as orders from orders group by status
    union all
    select 'transfer', status, count(*)::integer from orders where ${awaitsTransfer} group by status
    union all
    select 'partly', status, count(*)::integer from orders where is_partly_shipped group by status
    union all
    select case when is_partly_shipped then 'held partly' else 'held' end, status, count(*)::integer
    from orders where ${isOnHold} and not (${awaitsTransfer}) group by 1, 2
    union all
    select 'preordered', status, count(*)::integer from orders where ${tabConditions.preordered} group by status
    union all
    select 'owed', '', count(*)::integer from ${toPayBack} owed`.execute(db)
  const of = (kind: string, ...states: string[]) =>
    rows
      .filter((row) => row.kind === kind && (states.length === 0 || states.includes(row.status)))
      .reduce((sum, { orders }) => sum + orders, 0)
  return {
    all: of('all'),
    to_pack: of('all', 'placed') - of('transfer', 'placed') - of('held', 'placed') - of('preordered'),
    preordered: of('preordered'),
    to_ship:
      of('all', 'packed') -
      of('transfer', 'packed') -
      of('held', 'packed') +
      of('partly') -
      of('held partly'),
    on_the_way: of('all', 'shipped', 'out_for_delivery') - of('partly'),
    returns: of('all', 'refund_requested', 'refund_approved', 'returned'),
    to_pay_back: of('owed'),
    unpaid: of('all', 'pending_payment', 'payment_failed') + of('transfer') + of('held') + of('held partly'),
    delivered: of('all', 'delivered'),
    closed: of('all', 'cancelled', 'refunded', 'refund_rejected'),
  }
}

/** SQL: the number of orders in each tab of a set of orders, as one JSON object. */
export const countTabsOf = (found: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select json_build_object(${sql.join(
    orderTabs.flatMap((tab) => [
      sql`${sql.lit(tab)}::text`,
      sql`count(*) filter (where ${tabConditions[tab]})`,
    ]),
  )}) from ${found})`
