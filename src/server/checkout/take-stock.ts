import { stockOf } from '../cart/to-cart-product.ts'
import { availabilityOf } from '../catalog/availability.ts'
import { prepared } from '../db/prepared.ts'
import type { Tx } from '../http/context.ts'
import { rejected } from '../http/errors.ts'
import { noteChange } from '../http/note-change.ts'

/** A line of a cart or of an order, as far as stock is concerned; `name` is what the shopper reads when it is short. */
export type StockWish = {
  variation_id: number
  product_id: number
  quantity: number
  tracks_stock: boolean
  is_buyable: boolean
  name: string
}

export type Taken = { variation_id: number; quantity: number }

/** Stock up to this many is shown as a number, so that every change of it is a change of the page. */
const shownAsNumber = 5

/**
 * Takes what is ordered out of stock, variation by variation in id order, so that no two orders wait for each other in a
 * circle. Each is one conditional update: of two orders for the last piece one finds nothing. Security §16.
 *
 * @returns what was taken; what is sold without counting is not among it.
 * @throws 409 OUT_OF_STOCK naming the first product that is short; the transaction must be given up then.
 */
export async function takeStock(tx: Tx, lines: readonly StockWish[]): Promise<Taken[]> {
  const taken: Taken[] = []
  const changed: string[] = []
  for (const wish of wantedByVariation(lines)) {
    const { variation_id, quantity } = wish
    if (!wish.is_buyable) throw short(wish, 0)
    if (!wish.tracks_stock) continue
    const left = await take.first(tx, variation_id, quantity)
    if (!left) throw short(wish, await readStock(tx, variation_id))
    taken.push({ variation_id, quantity })
    if (isShown(left.stock, left.stock + quantity)) changed.push(`product:${wish.product_id}`)
  }
  await noteChange(tx, changed)
  return taken
}

/** Lines of one variation (with different customisations) are one wish. */
function wantedByVariation(lines: readonly StockWish[]): StockWish[] {
  const wanted = new Map<number, StockWish>()
  for (const line of lines) {
    const known = wanted.get(line.variation_id)
    wanted.set(line.variation_id, known ? { ...known, quantity: known.quantity + line.quantity } : line)
  }
  return [...wanted.values()].sort((a, b) => a.variation_id - b.variation_id)
}

/** Does a page look different when the stock goes from one to the other? `low` is the smaller one. */
export const isShown = (low: number, high: number) =>
  low <= shownAsNumber ||
  availabilityOf({ stock: low, tracks_stock: true }) !== availabilityOf({ stock: high, tracks_stock: true })

const short = ({ name }: StockWish, available: number) =>
  rejected(
    'OUT_OF_STOCK',
    available > 0 ? `${name}: only ${available} left in stock` : `${name} is out of stock`,
  )

/** What is there for the shopper who comes too late; not sold any more counts as nothing. */
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
