import { prepared } from '../db/prepared.ts'
import type { Tx } from '../kernel/context.ts'
import { invalid } from '../kernel/errors.ts'
import { type LineAmounts, splitAmounts } from './invoices/split-amounts.ts'

export type OrderLine = LineAmounts & {
  id: number
  variation_id: number | null
  name: string
  status: string
  return_days: number
}

export type ItemRequest = { item_id: number; quantity: number }

/** The lines in the order's own state, so neither cancelled nor returned. The order must be locked. */
export const readLiveLines = (tx: Tx, orderId: number, status: string): Promise<OrderLine[]> =>
  liveLines.all(tx, orderId, status)

const liveLines = prepared<OrderLine>(
  'live lines of order',
  `select id, variation_id, name, status, return_days, quantity, unit_price, discount, tax, total from order_items
  where order_id = $1::bigint and status = $2::text order by id`,
)

/**
 * The requested lines, with the requested pieces of each.
 * @throws 422 at `items` for an unknown line, a duplicate, and for more pieces than it has.
 */
export function matchOrderLines<W extends ItemRequest>(lines: readonly OrderLine[], requests: readonly W[]) {
  const named = new Set<number>()
  return requests.map((request) => {
    const line = lines.find(({ id }) => id === request.item_id)
    if (!line || named.has(line.id))
      throw invalid({ items: ['These items are not part of the order any more'] })
    named.add(line.id)
    if (request.quantity > line.quantity)
      throw invalid({ items: [`${line.name}: the order has only ${line.quantity} of it`] })
    return { line, request }
  })
}

/** Splits pieces off into a line of their own, unless they are all of it. Returns the line that they are in now. */
export async function splitOrderLine(tx: Tx, line: OrderLine, quantity: number): Promise<OrderLine> {
  if (quantity === line.quantity) return line
  const { taken, left } = splitAmounts(line, quantity)
  const made = await split.first(
    tx,
    line.id,
    left.quantity,
    left.discount,
    left.tax,
    left.total,
    taken.quantity,
    taken.discount,
    taken.tax,
    taken.total,
  )
  if (!made) throw new Error(`Line ${line.id} was changed while its order was held`)
  return { ...line, ...taken, id: made.id }
}

const split = prepared<{ id: number }>(
  'split order line',
  `with kept as (
    update order_items set quantity = $2::integer, discount = $3::bigint, tax = $4::bigint, total = $5::bigint
    where id = $1::bigint and quantity = $2::integer + $6::integer
    returning *
  )
  insert into order_items (order_id, variation_id, name, slug, sku, brand, category, image_path, quantity, unit_price,
    discount, tax, total, customisation, status, return_days, tax_rate, hsn_code, split_from)
  select order_id, variation_id, name, slug, sku, brand, category, image_path, $6::integer, unit_price,
    $7::bigint, $8::bigint, $9::bigint, customisation, status, return_days, tax_rate, hsn_code, coalesce(split_from, id)
  from kept
  returning id`,
)
