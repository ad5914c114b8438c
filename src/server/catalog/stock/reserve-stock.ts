import { noteChange } from '#server/platform/changes/note-change.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { rejected } from '#server/platform/kernel/errors.ts'
import { availabilityOf, stockOf } from './availability.ts'

/** The stock-related fields of a cart or order line; `name` is shown when it is short. */
export type StockRequest = {
  variation_id: number
  product_id: number
  quantity: number
  tracks_stock: boolean
  is_buyable: boolean
  name: string
}

export type ReservedStock = { variation_id: number; quantity: number }

/** Stock up to this number is shown as a number, so every change of it changes the page. */
const shownAsNumber = 5

/**
 * Reserves the ordered stock, variation by variation in id order, which prevents deadlocks between orders.
 * Each is one conditional update: of two orders for the last piece one fails. Security §16.
 * @returns the reserved pieces, without products that have no stock tracking.
 * @throws 409 OUT_OF_STOCK naming the first product that is short; the transaction must be rolled back then.
 */
export async function reserveStock(tx: Tx, lines: readonly StockRequest[]): Promise<ReservedStock[]> {
  const taken: ReservedStock[] = []
  const changed: string[] = []
  for (const request of wantedByVariation(lines)) {
    const { variation_id, quantity } = request
    if (!request.is_buyable) throw short(request, 0)
    if (!request.tracks_stock) continue
    const left = await take.first(tx, variation_id, quantity)
    if (!left) throw short(request, await readStock(tx, variation_id))
    taken.push({ variation_id, quantity })
    if (isShown(left.stock, left.stock + quantity)) changed.push(`product:${request.product_id}`)
  }
  await noteChange(tx, changed)
  return taken
}

/** Lines of one variation (with different customisations) are one request. */
function wantedByVariation(lines: readonly StockRequest[]): StockRequest[] {
  const wanted = new Map<number, StockRequest>()
  for (const line of lines) {
    const known = wanted.get(line.variation_id)
    wanted.set(line.variation_id, known ? { ...known, quantity: known.quantity + line.quantity } : line)
  }
  return [...wanted.values()].sort((a, b) => a.variation_id - b.variation_id)
}

/** Whether a page shows a difference between the two stock levels. `low` is the smaller one. */
export const isShown = (low: number, high: number) =>
  low <= shownAsNumber ||
  availabilityOf({ stock: low, tracks_stock: true }) !== availabilityOf({ stock: high, tracks_stock: true })

const short = ({ name }: StockRequest, available: number) =>
  rejected(
    'OUT_OF_STOCK',
    available > 0 ? `${name}: only ${available} left in stock` : `${name} is out of stock`,
  )

/** The remaining stock, for the refusal; an unpublished product has none. */
async function readStock(tx: Tx, id: number): Promise<number> {
  const row = await tx
    .selectFrom('variations')
    .select(['stock', 'tracks_stock', 'is_published'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? stockOf({ ...row, is_buyable: row.is_published }).stock : 0
}

const take = prepared<{ stock: number }>(
  'take stock',
  `update variations set stock = stock - $2::integer
  where id = $1::integer and is_published and stock >= $2::integer
  returning stock`,
)
