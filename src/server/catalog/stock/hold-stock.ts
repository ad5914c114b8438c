import { noteChange } from '#server/platform/changes/note-change.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { isShown, type ReservedStock, reserveStock, type StockRequest } from './reserve-stock.ts'

/** How long stock is held for a payment. Decisions §3, Stock. */
export const HOLD_MINUTES = 15

/** Records the stock that an unpaid order has reserved, so that exactly that can be released. */
export async function holdStock(tx: Tx, orderId: number, taken: readonly ReservedStock[]) {
  if (taken.length > 0) await hold.all(tx, orderId, json(taken))
}

const hold = prepared(
  'hold stock',
  `insert into stock_holds (order_id, variation_id, quantity)
  select $1::bigint, variation_id, quantity
  from json_to_recordset($2::json) as taken(variation_id integer, quantity integer)`,
)

/**
 * Reserves an order's stock again after it was released.
 * @throws 409 OUT_OF_STOCK naming the first product that is short; the transaction must be rolled back then.
 */
export async function holdStockAgain(tx: Tx, orderId: number) {
  await holdStock(tx, orderId, await reserveStock(tx, await requestsOf.all(tx, orderId)))
}

/** Uses the name on the order, because a product deleted since has no other. */
const requestsOf = prepared<StockRequest>(
  'stock requests of order',
  `select coalesce(i.variation_id, 0) as variation_id, coalesce(v.product_id, 0) as product_id, i.quantity, i.name,
    coalesce(v.tracks_stock, true) as tracks_stock, coalesce(v.is_published and p.is_published, false) as is_buyable
  from order_items i
  left join variations v on v.id = i.variation_id
  left join products p on p.id = v.product_id
  where i.order_id = $1::bigint`,
)

/** Releases the stock that an unpaid order holds, in id order like the reservation. A second call changes nothing. */
export async function releaseStock(tx: Tx, orderId: number) {
  await restock(tx, await dropHolds.all(tx, orderId))
}

/** Returns pieces to stock, in id order like the reservation. */
export async function restock(tx: Tx, pieces: readonly ReservedStock[]) {
  const changed: string[] = []
  for (const { variation_id, quantity } of pieces.toSorted((a, b) => a.variation_id - b.variation_id)) {
    const back = await increaseStock.first(tx, variation_id, quantity)
    if (back && isShown(back.stock - quantity, back.stock)) changed.push(`product:${back.product_id}`)
  }
  await noteChange(tx, changed)
}

/** Returns items of orders to stock. Products without stock tracking, and those that are gone, are left out. */
export async function restockItems(
  tx: Tx,
  items: readonly { variation_id: number | null; quantity: number }[],
) {
  const wanted = items.flatMap(({ variation_id, quantity }) =>
    variation_id === null ? [] : [{ variation_id, quantity }],
  )
  const ids = wanted.map(({ variation_id }) => variation_id)
  const tracked = new Set((await trackedStock.all(tx, ids)).map(({ id }) => id))
  await restock(
    tx,
    wanted.filter(({ variation_id }) => tracked.has(variation_id)),
  )
}

const trackedStock = prepared<{ id: number }>(
  'variations that are counted',
  'select id from variations where id = any($1::integer[]) and tracks_stock',
)

/** The order is paid: its stock is no longer released. */
export const confirmHeldStock = async (tx: Tx, orderId: number) => void (await dropHolds.all(tx, orderId))

const dropHolds = prepared<ReservedStock>(
  'drop stock holds',
  'delete from stock_holds where order_id = $1::bigint returning variation_id, quantity',
)

const increaseStock = prepared<{ stock: number; product_id: number }>(
  'restock variation',
  `update variations set stock = stock + $2::integer where id = $1::integer returning stock, product_id`,
)
