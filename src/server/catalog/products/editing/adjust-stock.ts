import type { ProductStock } from '#contract/admin/catalog/product-actions.ts'
import { tagsOfChange } from '#server/catalog/stock/availability.ts'
import { changeLevels } from '#server/catalog/stock/change-level.ts'
import { pieces, piecesIn, readLocations, requireLocation } from '#server/catalog/stock/locations.ts'
import { recordStockChanges, type StockReason } from '#server/catalog/stock/stock-changes.ts'
import type { Actor } from '#server/platform/audit/audit-log.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import type { HookRunner } from '#server/platform/kernel/plugin.ts'
import { productNotFound, stockTooLow } from './refusals.ts'

type Adjustment = {
  id: number
  changes: readonly { variation_id: number; by: number }[]
  location_id?: number | undefined
  reason: StockReason
  note: string
}

/**
 * Changes the stock of a location (by default the main one) by differences, so that an order placed at the same time counts too, and
 * records each with its reason.
 * @returns the pieces in that location before and after
 * @throws 404; 409 STOCK_TOO_LOW when less than nothing would be left; 422 at location_id.
 */
export async function adjustStock(
  tx: Tx,
  { id, changes, location_id: given, reason, note }: Adjustment,
  { actor, plugins }: { actor: Actor; plugins: HookRunner },
) {
  const location_id = await requireLocation(tx, given)
  const wanted = new Map<number, number>()
  for (const { variation_id, by } of changes) wanted.set(variation_id, (wanted.get(variation_id) ?? 0) + by)
  for (const [variation_id, by] of wanted) if (by === 0) wanted.delete(variation_id)
  const done = await changeLevels(tx, location_id, wanted)
  if (done.length < wanted.size || done.some(({ product_id }) => product_id !== id)) throw productNotFound()
  const short = done.find(({ before, after }) => after < Math.min(0, before))
  if (short) throw stockTooLow(short.sku, short.before)
  await recordStockChanges(
    tx,
    actor,
    done.map((change) => ({ ...change, location_id })),
    { reason, note },
  )
  await noteChange(tx, done.flatMap(tagsOfChange))
  if (done.length > 0) await plugins.runHooks(tx, 'product.changed', { product_ids: [id] })
  return done
}

/** @throws 404 */
export async function readProductStock(db: Db | Tx, id: number): Promise<ProductStock> {
  const variations = await variationsOf.all(db, id)
  if (variations.length === 0) throw productNotFound()
  const rows = await changesOf.all(db, id)
  return {
    variations,
    locations: await readLocations(db),
    changes: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
  }
}

const variationsOf = prepared<ProductStock['variations'][number]>(
  'stock of product',
  `select v.id, v.sku, v.title, v.stock, ${pieces} as pieces, v.safety_stock, v.sold_ahead, v.tracks_stock,
    coalesce((
      select json_agg(w order by w.order_id) from (
        select i.order_id, o.order_no, sum((i.sold_ahead ->> 'quantity')::integer)::integer as quantity
        from order_items i join orders o on o.id = i.order_id
        where i.variation_id = v.id and i.sold_ahead is not null and i.status = 'placed'
        group by i.order_id, o.order_no order by i.order_id limit 20
      ) w
    ), '[]') as waiting, coalesce((
      select json_agg(json_build_object('location_id', p.id, 'quantity', l.quantity) order by p.priority, p.id)
      from stock_locations p cross join lateral (select ${piecesIn()} as quantity) l where l.quantity > 0
    ), '[]') as levels
  from variations v where v.product_id = $1::integer order by v.position, v.id`,
)

const changesOf = prepared<Omit<ProductStock['changes'][number], 'at'> & { at: Date }>(
  'stock changes of product',
  `select c.id, c.at, c.actor, v.sku, c.stock_before, c.stock_after, c.reason, c.note, (
      select p.name from stock_locations p where (p.id = c.location_id or c.location_id is null and p.is_main)
        and (select count(*) from stock_locations) > 1
    ) as location
  from stock_changes c join variations v on v.id = c.variation_id
  where v.product_id = $1::integer order by c.id desc limit 50`,
)
