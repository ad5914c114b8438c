import type { NamedDiscount } from '#contract/rules/promotions/named-discounts.ts'
import { releaseStock } from '#server/catalog/stock/hold-stock.ts'
import type { ValidAddress } from '#server/commerce/addresses/valid-address.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import type { toOrderItem } from './order-draft.ts'

type Pieces = { item_id: number; quantity: number }
export type NewLine = ReturnType<typeof toOrderItem>
/** What a line becomes more by, with the discounts that it has then; without any they have no names. */
export type Repriced = {
  item_id: number
  discount: number
  tax: number
  total: number
  adjustments?: readonly NamedDiscount[] | null
}

/** Columns of an order. Money in minor units. */
export type Charges = {
  shipping_method: string
  shipping_method_name: string
  eta_min_days: number | null
  eta_max_days: number | null
  shipping_total: number
  shipping_tax: number
  payment_fee_tax: number
  charges_tax_rate: number
}
export type Sums = { subtotal: number; discount_total: number; tax_total: number }

/** What a change does to the rows of its order: stored as JSON while it waits, so that the customer gets what they agreed to. */
export type ChangePlan = {
  removed: Pieces[]
  restored: Pieces[]
  added: NewLine[]
  /** By a discount: what lines, and those that come back, become more by. */
  repriced: Repriced[]
  order: Charges & Sums & { grand_total: number; instruction: string | null }
  discount_reason: string | null
  address: ValidAddress | null
  /** For the customer: `2 × Moon Vase`. */
  taken_out: string[]
  put_in: string[]
}

/** A change that waits for its customer. Money in minor units. */
export type WaitingChange = {
  id: number
  order_id: number
  difference: number
  /** Where the difference is paid; null: the customer accepts the new total. */
  gateway: string | null
  plan: ChangePlan
  is_overdue: boolean
}

type NewChange = {
  order_id: number
  key: string
  difference: number
  gateway: string | null
  plan: ChangePlan
  /** How long it waits; null: it is applied in this transaction. */
  days: number | null
}

/** The order must be locked. */
export async function storeChange(
  tx: Tx,
  { order_id, key, difference, gateway, plan, days }: NewChange,
): Promise<{ id: number; answer_by: Date | null }> {
  const made = await insert.first(
    tx,
    order_id,
    key,
    difference,
    gateway,
    json(days === null ? {} : plan),
    days,
  )
  if (!made) throw new Error('The change was not written')
  return made
}

const insert = prepared<{ id: number; answer_by: Date | null }>(
  'insert order change',
  `insert into order_changes (order_id, key, difference, gateway, plan, status, answer_by, decided_at)
  values ($1::bigint, $2::uuid, $3::bigint, $4::text, $5::jsonb, case when $6::integer is null then 'applied' else 'waiting' end,
    now() + make_interval(days => $6::integer), case when $6::integer is null then now() end)
  returning id, answer_by`,
)

/** SQL: whether a change of order o waits for its customer. */
export const hasWaitingChange = `exists (select from order_changes c where c.order_id = o.id and c.status = 'waiting')`

/** The change of the order that waits. */
export const findWaitingChange = (db: Db | Tx, orderId: number): Promise<WaitingChange | undefined> =>
  waitingOf.first(db, orderId)

const waitingOf = prepared<WaitingChange>(
  'waiting change of order',
  `select id, order_id, difference, gateway, plan, coalesce(answer_by <= now(), false) as is_overdue from order_changes
  where order_id = $1::bigint and status = 'waiting'`,
)

/** The order of a request that was carried out before. */
export const findOrderOfKey = async (db: Db | Tx, key: string): Promise<number | undefined> =>
  (await orderOfKey.first(db, key))?.order_id

const orderOfKey = prepared<{ order_id: number }>(
  'order of change key',
  'select order_id from order_changes where key = $1::uuid',
)

/**
 * Ends the change that waits, if there is one: its stock is free, its payments are abandoned, and the order is as before. The order must
 * be locked.
 * @returns its id
 */
export async function endChange(
  tx: Tx,
  orderId: number,
  status: 'withdrawn' | 'declined' | 'expired',
): Promise<number | undefined> {
  const ended = await end.first(tx, orderId, status)
  if (!ended) return undefined
  await releaseStock(tx, orderId)
  return ended.id
}

/** The gateway is queried about an abandoned payment at once, so that it closes it. */
const end = prepared<{ id: number }>(
  'end order change',
  `with ended as (
    update order_changes set status = $2::text, decided_at = now(), plan = '{}' where order_id = $1::bigint and status = 'waiting'
    returning id
  ),
  abandoned as (
    update payments p set status = 'expired', updated_at = now(), ask_again_at = now()
    from ended where p.change_id = ended.id and p.status in ('created', 'requires_action', 'processing')
  )
  select id from ended`,
)

export const markApplied = prepared(
  'mark order change applied',
  `update order_changes set status = 'applied', decided_at = now(), plan = '{}' where id = $1::bigint`,
)
