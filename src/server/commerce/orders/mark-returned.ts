import { totalOfLines } from '#contract/rules/split-amounts.ts'
import { restockItems } from '#server/catalog/stock/hold-stock.ts'
import { reserveStock, type StockRequest } from '#server/catalog/stock/reserve-stock.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { findExchangeOfReturn } from './model/exchange.ts'
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
  /** The pieces that have arrived, where these are not all; lines that are not named have not. */
  items?: readonly ItemRequest[] | undefined
}

/**
 * Records that the items have arrived. They go back into stock only when staff say so, after they have inspected them (ADR 0036).
 * The customer keeps what has not arrived, and it is not refunded, unless the new items of an exchange left before it.
 * @throws 404 for an unknown number; 409 ORDER_STATE when it is not approved, NOT_REFUNDABLE when nothing has arrived; 422 at items.
 */
export const markReturned = (
  { db }: ShippingServices,
  { restocks = false, items, ...refund }: Arrival,
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
    await restockItems(tx, pieces)
    const counts = pieces.map(({ id, quantity }) => ({ id, quantity }))
    await noteRestocked.all(tx, moved.id, json(counts))
  })

/**
 * Takes the pieces out of stock again that the return has put there: declined, they are the customer's.
 * @throws 409 OUT_OF_STOCK naming the first product that is short, because it has been sold since.
 */
export const takeBackRestocked = async (tx: Tx, refundId: number) =>
  void (await reserveStock(tx, await dropRestocked.all(tx, refundId)))

const noteRestocked = prepared(
  'note restocked pieces of return',
  `update refund_items r set restocked_quantity = p.quantity
  from json_to_recordset($2::json) as p(id bigint, quantity integer)
  where r.refund_id = $1::bigint and r.order_item_id = p.id`,
)

/** Also of products that are no longer sold; those that are gone have no stock. */
const dropRestocked = prepared<StockRequest>(
  'drop restocked pieces of return',
  `with before as (select order_item_id, restocked_quantity from refund_items
    where refund_id = $1::bigint and restocked_quantity > 0),
  dropped as (
    update refund_items set restocked_quantity = 0 where refund_id = $1::bigint and restocked_quantity > 0
  )
  select v.id as variation_id, v.product_id, b.restocked_quantity as quantity, v.tracks_stock, true as is_buyable, i.name
  from before b join order_items i on i.id = b.order_item_id join variations v on v.id = i.variation_id`,
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
  const { is_tax_included } = (await taxOf.first(tx, order_id)) ?? { is_tax_included: true }
  const whole = totalOfLines(lines, is_tax_included)
  const missing = totalOfLines(retained, is_tax_included)
  // Where an allowance went back before, the refund was less than the items.
  const left = Math.max(0, amount - missing)
  if (missing === whole || left === 0) throw nothingToRefund()
  const ids = retained.map((line) => line.id)
  await lessen.all(tx, id, left, ids)
}

const taxOf = prepared<{ is_tax_included: boolean }>(
  'tax of returned order',
  'select is_tax_included from orders where id = $1::bigint',
)

const lessen = prepared(
  'keep missing pieces of return delivered',
  `with dropped as (
    delete from refund_items where refund_id = $1::bigint and order_item_id = any($3::bigint[])
  ),
  remaining as (
    update order_items set status = 'delivered' where id = any($3::bigint[])
  )
  update refunds set amount = $2::bigint where id = $1::bigint`,
)
