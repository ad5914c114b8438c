import {
  type LineAmounts,
  lineWithout,
  piecesOf,
  type ShippedPart,
  unshippedPart,
} from '#contract/rules/split-amounts.ts'
import type { Pieces } from '#server/catalog/stock/choose-locations.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { json } from '#server/platform/kernel/schema.ts'
import type { Repriced } from './model/order-change.ts'

export type OrderLine = LineAmounts & {
  id: number
  variation_id: number | null
  name: string
  status: string
  return_days: number
  /** Where its pieces leave; null: the main location. */
  location_id: number | null
  shipped: ShippedPart
}

export type ItemRequest = { item_id: number; quantity: number }

/** The lines in the order's own state, so neither cancelled nor returned. The order must be locked. */
export const readLiveLines = (tx: Db | Tx, orderId: number, status: string): Promise<OrderLine[]> =>
  liveLines.all(tx, orderId, status)

/** SQL: an `OrderLine` of order item i. */
export const lineColumns = `i.id, i.variation_id, i.location_id, i.name, i.status, i.return_days, i.quantity, i.unit_price, i.discount, i.tax, i.total, (
      select json_build_object('quantity', coalesce(sum(c.quantity), 0), 'billed',
        case when bool_and(c.total is not null) then json_build_object('discount', sum(c.discount), 'tax', sum(c.tax),
          'total', sum(c.total)) end)
      from shipment_items c where c.order_item_id = i.id
    ) as shipped`

const liveLines = prepared<OrderLine>(
  'live lines of order',
  `select ${lineColumns}
  from order_items i where i.order_id = $1::bigint and i.status = $2::text order by i.id`,
)

/** The lines without the pieces that are in shipments; lines that are shipped whole are left out. */
export const unshippedLines = (lines: readonly OrderLine[]): OrderLine[] =>
  lines
    .map((line) => ({ ...line, ...unshippedPart(line, line.shipped) }))
    .filter(({ quantity }) => quantity > 0)

/**
 * The requested lines, with the requested pieces of each.
 * @throws 422 at `items` for an unknown line, a duplicate, and for more pieces than it has.
 */
export function matchOrderLines<W extends ItemRequest>(
  lines: readonly OrderLine[],
  requests: readonly W[],
  tooMany = ({ name, quantity }: OrderLine) => `${name}: the order has only ${quantity} of it`,
) {
  const named = new Set<number>()
  return requests.map((request) => {
    const line = lines.find(({ id }) => id === request.item_id)
    if (!line || named.has(line.id))
      throw invalid({ items: ['These items are not part of the order any more'] })
    named.add(line.id)
    if (request.quantity > line.quantity) throw invalid({ items: [tooMany(line)] })
    return { line, request }
  })
}

/** Splits pieces off into a line of their own, unless they are all of it. Returns the line that they are in now. */
export const splitOrderLine = (tx: Tx, line: OrderLine, quantity: number): Promise<OrderLine> =>
  splitOff(tx, line, piecesOf(line, quantity))

/** The same with pieces that are in no shipment. */
export const splitUnshipped = (tx: Tx, line: OrderLine, quantity: number): Promise<OrderLine> =>
  splitOff(tx, line, piecesOf(unshippedPart(line, line.shipped), quantity))

async function splitOff(tx: Tx, line: OrderLine, taken: LineAmounts): Promise<OrderLine> {
  if (taken.quantity === line.quantity) return line
  const left = lineWithout(line, taken)
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
  `with remaining as (
    update order_items set quantity = $2::integer, discount = $3::bigint, tax = $4::bigint, total = $5::bigint
    where id = $1::bigint and quantity = $2::integer + $6::integer
    returning *
  )
  insert into order_items (order_id, variation_id, name, slug, sku, brand, category, image_path, quantity, unit_price,
    discount, adjustments, tax, total, customisation, status, return_days, withdrawal_exclusion, min_age, kind, tax_rate, hsn_code, location_id, sold_ahead, split_from)
  select order_id, variation_id, name, slug, sku, brand, category, image_path, $6::integer, unit_price,
    $7::bigint, adjustments, $8::bigint, $9::bigint, customisation, status, return_days, withdrawal_exclusion, min_age, kind, tax_rate, hsn_code, location_id, sold_ahead, coalesce(split_from, id)
  from remaining
  returning id`,
)

/**
 * Notes on lines where their reserved pieces leave; a line that leaves several locations is split. ADR 0029.
 * @param pieces of these lines; a line without any is not counted in stock
 */
export async function storeLocations(tx: Tx, lines: readonly OrderLine[], pieces: readonly Pieces[]) {
  if ([...lines, ...pieces].every(({ location_id }) => location_id === null)) return
  const left = pieces.map((piece) => ({ ...piece }))
  const stored: Pick<OrderLine, 'id' | 'location_id'>[] = []
  for (const line of lines) {
    let rest = line
    while (rest.quantity > 0) {
      const own = left.filter((piece) => piece.variation_id === line.variation_id && piece.quantity > 0)
      const from = own.find(({ quantity }) => quantity >= rest.quantity) ?? own[0]
      if (!from) break
      const part = await splitOrderLine(tx, rest, Math.min(rest.quantity, from.quantity))
      from.quantity -= part.quantity
      stored.push({ id: part.id, location_id: from.location_id })
      rest = { ...rest, ...lineWithout(rest, part) }
    }
  }
  await setLocations.all(tx, json(stored))
}

const setLocations = prepared(
  'set locations of lines',
  `update order_items i set location_id = l.location_id
  from json_to_recordset($1::json) as l(id bigint, location_id integer) where i.id = l.id`,
)

export async function repriceLines(tx: Tx, lines: readonly Repriced[]) {
  if (lines.length > 0) await reprice.all(tx, json(lines))
}

const reprice = prepared(
  'reprice lines',
  `update order_items i set adjustments = line.adjustments, discount = i.discount + line.discount, tax = i.tax + line.tax,
    total = i.total + line.total
  from json_to_recordset($1::json) line(item_id bigint, discount bigint, tax bigint, total bigint, adjustments jsonb)
  where i.id = line.item_id`,
)
