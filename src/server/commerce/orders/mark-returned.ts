import { reasonsOfShop } from '#contract/rules/order-reasons.ts'
import { totalOfLines } from '#contract/rules/split-amounts.ts'
import { takeStock } from '#server/catalog/stock/change-level.ts'
import type { Pieces } from '#server/catalog/stock/choose-locations.ts'
import { restockItems } from '#server/catalog/stock/hold-stock.ts'
import { requireLocation } from '#server/catalog/stock/locations.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { benefitsOfReturned, costOf, noBenefits, storeBenefits } from './benefits.ts'
import { findExchangeOfReturn } from './model/exchange.ts'
import type { LineBenefit } from './model/lost-benefits.ts'
import { nothingToRefund } from './model/refusals.ts'
import type { ShippingServices } from './model/shipping-services.ts'
import { type MovedRefund, moveRefund, type RefundRef } from './move-refund.ts'
import {
  type ItemRequest,
  lineColumns,
  matchOrderLines,
  type OrderLine,
  splitOrderLine,
} from './order-lines.ts'

type Arrival = RefundRef & {
  restocks?: boolean
  /** Where they are put into stock; undefined: where each left. */
  location_id?: number | undefined
  /** The pieces that have arrived, where these are not all; lines that are not named have not. */
  items?: readonly ItemRequest[] | undefined
}

/**
 * Records that the items have arrived. They go back into stock only when staff say so, after they have inspected them (ADR 0036).
 * The customer keeps what has not arrived, and it is not refunded, unless the new items of an exchange left before it.
 * @throws 404 for an unknown number; 409 ORDER_STATE when it is not approved, NOT_REFUNDABLE when nothing has arrived; 422 at items
 * and location_id.
 */
export const markReturned = (
  { db }: ShippingServices,
  { restocks = false, location_id, items, ...refund }: Arrival,
): Promise<void> =>
  moveRefund(db, refund, 'returned', async (tx, moved) => {
    const lines = await linesOf.all(tx, moved.id)
    const arrived = items
      ? matchOrderLines(lines, items, ({ name, quantity }) => `${name}: only ${quantity} of it can come back`)
      : lines.map((line) => ({ line, request: { quantity: line.quantity } }))
    const pieces = arrived.map(({ line, request: { quantity } }) => ({ ...line, quantity }))
    const exchange = await findExchangeOfReturn(tx, refund.refund_no)
    if (items && exchange?.mode !== 'at_once') await keepTheRest(tx, moved, lines, pieces)
    if (!restocks) return
    const to = location_id === undefined ? undefined : await requireLocation(tx, location_id)
    const put = to === undefined ? pieces : pieces.map((piece) => ({ ...piece, location_id: to }))
    await restockItems(tx, put)
    const counts = put.map(({ id, quantity, location_id: at }) => ({ id, quantity, location_id: at }))
    await noteRestocked.all(tx, moved.id, json(counts))
  })

/**
 * Takes the pieces out of stock again that the return has put there: declined, they are the customer's.
 * @throws 409 OUT_OF_STOCK naming the first product that is short, because it has been sold since.
 */
export const takeBackRestocked = async (tx: Tx, refundId: number) =>
  void (await takeStock(tx, await dropRestocked.all(tx, refundId)))

const noteRestocked = prepared(
  'note restocked pieces of return',
  `update refund_items r set restocked_quantity = p.quantity, restocked_location_id = p.location_id
  from json_to_recordset($2::json) as p(id bigint, quantity integer, location_id integer)
  where r.refund_id = $1::bigint and r.order_item_id = p.id`,
)

/** Also of products that are no longer sold; those that are gone or not counted have no stock. */
const dropRestocked = prepared<Pieces & { name: string }>(
  'drop restocked pieces of return',
  `with before as (select order_item_id, restocked_quantity, restocked_location_id from refund_items
    where refund_id = $1::bigint and restocked_quantity > 0),
  dropped as (
    update refund_items set restocked_quantity = 0 where refund_id = $1::bigint and restocked_quantity > 0
  )
  select v.id as variation_id, b.restocked_quantity as quantity, b.restocked_location_id as location_id, i.name
  from before b join order_items i on i.id = b.order_item_id join variations v on v.id = i.variation_id and v.tracks_stock`,
)

const linesOf = prepared<OrderLine>(
  'lines of return',
  `select ${lineColumns} from refund_items r join order_items i on i.id = r.order_item_id
  where r.refund_id = $1::bigint order by i.variation_id, i.id`,
)

/** The customer keeps the pieces of the return that have not arrived: they are delivered again, and the refund is less by them. */
async function keepTheRest(
  tx: Tx,
  { id, order_id, amount }: MovedRefund,
  lines: readonly OrderLine[],
  arrived: readonly Pick<OrderLine, 'id' | 'quantity'>[],
) {
  const retained: OrderLine[] = []
  for (const line of lines) {
    const missing = line.quantity - (arrived.find((piece) => piece.id === line.id)?.quantity ?? 0)
    if (missing > 0) retained.push(await splitOrderLine(tx, line, missing))
  }
  if (retained.length === 0) return
  const ids = retained.map((line) => line.id)
  await keepDelivered.all(tx, id, ids)
  const before = await termsOf.first(tx, id, [...reasonsOfShop.refund])
  if (!before) throw new Error(`Return ${id} is gone`)
  const { is_tax_included, is_exchange, changes } = before
  const whole = totalOfLines(lines, is_tax_included)
  const missing = totalOfLines(retained, is_tax_included)
  // The deduction for the rest is calculated again with what stays.
  const deducted = costOf(before, changes)
  const isOfShop = is_exchange || before.is_of_shop
  const benefits = isOfShop ? noBenefits : await benefitsOfReturned(tx, order_id, whole - missing)
  // Where an allowance went back before, the refund was less than the items.
  const left = Math.max(0, amount + deducted - missing - benefits.cost)
  if (missing === whole || left === 0) throw nothingToRefund()
  await storeBenefits(tx, id, { amount: left, changes: benefits.changes })
}

type Before = { is_tax_included: boolean; is_exchange: boolean; is_of_shop: boolean; changes: LineBenefit[] }

const termsOf = prepared<Before>(
  'terms of return',
  `select o.is_tax_included, r.exchange_order_id is not null as is_exchange, coalesce(r.benefit_changes, '[]') as changes,
    not exists (select from refund_items x where x.refund_id = r.id and x.reason <> all($2::text[])) as is_of_shop
  from refunds r join orders o on o.id = r.order_id where r.id = $1::bigint`,
)

const keepDelivered = prepared(
  'keep missing pieces of return delivered',
  `with dropped as (
    delete from refund_items where refund_id = $1::bigint and order_item_id = any($2::bigint[])
  )
  update order_items set status = 'delivered' where id = any($2::bigint[])`,
)
