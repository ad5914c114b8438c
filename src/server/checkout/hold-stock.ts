import { prepared } from '../db/prepared.ts'
import { json } from '../db/schema.ts'
import type { Tx } from '../http/context.ts'
import { noteChange } from '../http/note-change.ts'
import { isShown, type StockWish, type Taken, takeStock } from './take-stock.ts'

/** How long stock waits for a payment. Decisions §3, Stock. */
export const HOLD_MINUTES = 15

/** Writes down what an unpaid order has taken, so that exactly that can be given back. */
export async function holdStock(tx: Tx, orderId: number, taken: readonly Taken[]) {
  if (taken.length > 0) await hold.all(tx, orderId, json(taken))
}

const hold = prepared(
  'hold stock',
  `insert into stock_holds (order_id, variation_id, quantity)
  select $1::bigint, variation_id, quantity
  from json_to_recordset($2::json) as taken(variation_id integer, quantity integer)`,
)

/**
 * Takes and holds an order's stock again, after it was given back.
 * @throws 409 OUT_OF_STOCK naming the first product that is short; the transaction must be given up then.
 */
export async function holdStockAgain(tx: Tx, orderId: number) {
  await holdStock(tx, orderId, await takeStock(tx, await wishesOf.all(tx, orderId)))
}

/** The name as the shopper bought it. What was deleted since is not buyable, but still has a name. */
const wishesOf = prepared<StockWish>(
  'stock wishes of order',
  `select coalesce(i.variation_id, 0) as variation_id, coalesce(v.product_id, 0) as product_id, i.quantity, i.name,
    coalesce(v.tracks_stock, true) as tracks_stock, coalesce(v.is_published and p.is_published, false) as is_buyable
  from order_items i
  left join variations v on v.id = i.variation_id
  left join products p on p.id = v.product_id
  where i.order_id = $1::bigint`,
)

/** Gives back what an unpaid order holds, in id order as it was taken. A second call finds nothing to give. */
export async function releaseStock(tx: Tx, orderId: number) {
  await putBack(tx, await dropHolds.all(tx, orderId))
}

/** Puts pieces back into stock, in id order as they were taken. */
export async function putBack(tx: Tx, pieces: readonly Taken[]) {
  const changed: string[] = []
  for (const { variation_id, quantity } of pieces.toSorted((a, b) => a.variation_id - b.variation_id)) {
    const back = await giveBack.first(tx, variation_id, quantity)
    if (back && isShown(back.stock - quantity, back.stock)) changed.push(`product:${back.product_id}`)
  }
  await noteChange(tx, changed)
}

/** The order is paid: what it holds is its own. */
export const keepHeldStock = async (tx: Tx, orderId: number) => void (await dropHolds.all(tx, orderId))

const dropHolds = prepared<Taken>(
  'drop stock holds',
  'delete from stock_holds where order_id = $1::bigint returning variation_id, quantity',
)

const giveBack = prepared<{ stock: number; product_id: number }>(
  'give stock back',
  `update variations set stock = stock + $2::integer where id = $1::integer returning stock, product_id`,
)
