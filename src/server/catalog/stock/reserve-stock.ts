import { noteChange } from '#server/platform/changes/note-change.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { stockOf, tagsOfChange } from './availability.ts'
import { chooseLocations, type Pieces } from './choose-locations.ts'
import { piecesIn } from './locations.ts'
import { outOfStock } from './refusals.ts'

/** The stock-related fields of a cart or order line; `name` is shown when it is short. */
export type StockRequest = {
  variation_id: number
  product_id: number
  quantity: number
  tracks_stock: boolean
  is_buyable: boolean
  name: string
}

/** The location, null for the main one, of an order that is picked up. */
export type PickupAt = number | null | 'delivered'

/**
 * Reserves the ordered stock, variation by variation in id order, which prevents deadlocks between orders.
 * Each is one conditional update: of two orders for the last piece one fails. Security §16.
 * @param pickup where the customer collects all of it
 * @returns the reserved pieces by location, without products that have no stock tracking.
 * @throws 409 OUT_OF_STOCK naming the first product that is short; the transaction must be rolled back then.
 */
export async function reserveStock(
  tx: Tx,
  lines: readonly StockRequest[],
  pickup: PickupAt = 'delivered',
): Promise<Pieces[]> {
  const taken: StockRequest[] = []
  const changed: string[] = []
  let isElsewhere = typeof pickup === 'number'
  for (const request of wantedByVariation(lines)) {
    const { variation_id, product_id, quantity } = request
    if (!request.is_buyable) throw outOfStock(request.name, 0)
    if (!request.tracks_stock) continue
    const left = await take.first(tx, variation_id, quantity)
    if (!left) throw outOfStock(request.name, await readStock(tx, variation_id))
    taken.push(request)
    isElsewhere ||= left.other_stock > 0
    const total = { before: left.stock + quantity, after: left.stock }
    changed.push(...tagsOfChange({ product_id, is_ahead: left.is_ahead, total }))
  }
  await noteChange(tx, changed)
  return isElsewhere ? reserveInLocations(tx, taken, pickup) : taken.map(inMain)
}

const inMain = ({ variation_id, quantity }: StockRequest): Pieces => ({
  variation_id,
  quantity,
  location_id: null,
})

/** Chooses where the pieces leave that were taken from the total. Nothing else changes these levels: their variations are locked. */
async function reserveInLocations(
  tx: Tx,
  taken: readonly StockRequest[],
  pickup: PickupAt,
): Promise<Pieces[]> {
  const ids = taken.map(({ variation_id }) => variation_id)
  const stock = await stockByLocation.all(tx, ids)
  const inStock = stock.map(({ is_main, location_id, variation_id, quantity }) =>
    is_main
      ? { variation_id, location_id: null, quantity: quantity + quantityOf(taken, variation_id) }
      : { variation_id, location_id, quantity },
  )
  const offered =
    pickup === 'delivered'
      ? withMissing(taken, inStock)
      : inStock.filter(({ location_id }) => location_id === pickup)
  for (const request of taken) {
    const found = offered.filter(({ variation_id }) => variation_id === request.variation_id)
    const most = found.reduce((sum, { quantity }) => sum + quantity, 0)
    if (most < request.quantity) throw outOfStock(request.name, most)
  }
  const pieces = chooseLocations(taken, offered)
  const elsewhere = pieces.filter(({ location_id }) => location_id !== null)
  if (elsewhere.length > 0) await takeFromLevels.all(tx, json(elsewhere))
  return pieces
}

/** Pieces that no location has are sold ahead: they will come into the main one. */
function withMissing(taken: readonly StockRequest[], inStock: readonly Pieces[]): Pieces[] {
  const there = inStock.map((piece) => ({ ...piece, quantity: Math.max(0, piece.quantity) }))
  return there.map((piece) => {
    if (piece.location_id !== null) return piece
    const own = there.filter(({ variation_id }) => variation_id === piece.variation_id)
    const missing =
      quantityOf(taken, piece.variation_id) - own.reduce((sum, { quantity }) => sum + quantity, 0)
    return { ...piece, quantity: piece.quantity + Math.max(0, missing) }
  })
}

const quantityOf = (taken: readonly StockRequest[], id: number) =>
  taken.find(({ variation_id }) => variation_id === id)?.quantity ?? 0

/** Lines of one variation (with different customisations) are one request. */
function wantedByVariation(lines: readonly StockRequest[]): StockRequest[] {
  const wanted = new Map<number, StockRequest>()
  for (const line of lines) {
    const known = wanted.get(line.variation_id)
    wanted.set(line.variation_id, known ? { ...known, quantity: known.quantity + line.quantity } : line)
  }
  return [...wanted.values()].sort((a, b) => a.variation_id - b.variation_id)
}

/** The remaining stock, for the refusal; an unpublished product has none. */
async function readStock(tx: Tx, id: number): Promise<number> {
  const row = await tx
    .selectFrom('variations')
    .select(['stock', 'tracks_stock', 'is_published'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? stockOf({ ...row, is_buyable: row.is_published }).stock : 0
}

const take = prepared<{ stock: number; other_stock: number; is_ahead: boolean }>(
  'take stock',
  `update variations set stock = stock - $2::integer
  where id = $1::integer and is_published and stock >= $2::integer
  returning stock, other_stock, sold_ahead is not null as is_ahead`,
)

/** What each location sells of these variations, by priority. */
const stockByLocation = prepared<{
  location_id: number
  is_main: boolean
  variation_id: number
  quantity: number
}>(
  'stock by location',
  `select p.id as location_id, p.is_main, v.id as variation_id, ${piecesIn()} as quantity
  from stock_locations p cross join variations v
  where p.sells and v.id = any($1::integer[]) order by p.priority, p.id`,
)

/** The total has lost these pieces already, and the change of a level takes them from it too. */
const takeFromLevels = prepared(
  'take stock from levels',
  `with pieces as (
    select * from json_to_recordset($1::json) as p(variation_id integer, location_id integer, quantity integer)
  ),
  levels as (
    update stock_levels l set quantity = l.quantity - p.quantity
    from pieces p where l.variation_id = p.variation_id and l.location_id = p.location_id
  )
  update variations v set stock = v.stock + p.quantity
  from (select variation_id, sum(quantity) as quantity from pieces group by variation_id) p where v.id = p.variation_id`,
)
