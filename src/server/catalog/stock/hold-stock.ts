import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { restock } from './change-level.ts'
import type { Pieces } from './choose-locations.ts'
import { reserveStock, type StockRequest } from './reserve-stock.ts'

/** How long stock is held for a payment. Decisions §3, Stock. */
export const HOLD_MINUTES = 15

/** Records the stock that an unpaid order has reserved, so that exactly that can be released. */
export async function holdStock(tx: Tx, orderId: number, taken: readonly Pieces[]) {
  if (taken.length > 0) await hold.all(tx, orderId, json(taken))
}

const hold = prepared(
  'hold stock',
  `insert into stock_holds (order_id, variation_id, quantity, levels)
  select $1::bigint, variation_id, sum(quantity), case when count(location_id) > 0 then
    jsonb_agg(jsonb_build_object('location_id', location_id, 'quantity', quantity)) end
  from json_to_recordset($2::json) as taken(variation_id integer, location_id integer, quantity integer)
  group by variation_id`,
)

/**
 * Reserves an order's stock again after it was released.
 * @returns the reserved pieces, and whether they are, or were before, in another location than the main one
 * @throws 409 OUT_OF_STOCK naming the first product that is short; the transaction must be rolled back then.
 */
export async function holdStockAgain(tx: Tx, orderId: number) {
  const requests = await requestsOf.all(tx, orderId)
  const [first] = requests
  const taken = await reserveStock(tx, requests, first?.is_pickup ? first.pickup_at : 'delivered')
  await holdStock(tx, orderId, taken)
  return { taken, isElsewhere: [...requests, ...taken].some(({ location_id }) => location_id !== null) }
}

/** Uses the name on the order, because a product deleted since has no other. A line without a slug never had a product. */
const requestsOf = prepared<
  StockRequest & { location_id: number | null; is_pickup: boolean; pickup_at: number | null }
>(
  'stock requests of order',
  `select coalesce(i.variation_id, 0) as variation_id, coalesce(v.product_id, 0) as product_id, i.quantity, i.name, i.location_id,
    k.location_id is not null as is_pickup, nullif(k.location_id, (select id from stock_locations where is_main)) as pickup_at,
    coalesce(v.tracks_stock, true) as tracks_stock, coalesce(v.is_published and p.is_published, false) as is_buyable
  from order_items i
  left join variations v on v.id = i.variation_id
  left join products p on p.id = v.product_id
  left join order_pickups k on k.order_id = i.order_id
  where i.order_id = $1::bigint and i.slug <> ''`,
)

/** Releases the stock that an unpaid order holds, in id order like the reservation. A second call changes nothing. */
export async function releaseStock(tx: Tx, orderId: number) {
  await restock(tx, await dropHolds.all(tx, orderId))
}

type Items = Omit<Pieces, 'variation_id'> & { variation_id: number | null }

/** Returns items of orders to stock. Products without stock tracking, and those that are gone, are left out. */
export async function restockItems(tx: Tx, items: readonly Items[]) {
  const wanted = items.flatMap(({ variation_id, quantity, location_id }) =>
    variation_id === null ? [] : [{ variation_id, quantity, location_id }],
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

/** Ends the hold: the pieces are the order's, which is paid or changed. */
export const confirmHeldStock = (tx: Tx, orderId: number): Promise<Pieces[]> => dropHolds.all(tx, orderId)

const dropHolds = prepared<Pieces>(
  'drop stock holds',
  `with dropped as (
    delete from stock_holds where order_id = $1::bigint returning variation_id, quantity, levels
  )
  select d.variation_id, coalesce(l.quantity, d.quantity) as quantity, l.location_id
  from dropped d left join lateral jsonb_to_recordset(d.levels) as l(location_id integer, quantity integer) on true`,
)
