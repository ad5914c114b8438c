import { sql } from 'kysely'
import type { ProductStock } from '#contract/admin/catalog/product-actions.ts'
import { isShown } from '#server/catalog/stock/reserve-stock.ts'
import { recordStockChanges, type StockReason } from '#server/catalog/stock/stock-changes.ts'
import type { Actor } from '#server/platform/audit/audit-log.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import type { HookRunner } from '#server/platform/kernel/plugin.ts'
import { productNotFound, stockTooLow } from './refusals.ts'

type Adjustment = {
  id: number
  changes: readonly { variation_id: number; by: number }[]
  reason: StockReason
  note: string
}

/**
 * Changes stock by differences, so that an order placed at the same time counts too, and records each with its reason.
 * @throws 404; 409 STOCK_TOO_LOW when less than nothing would be left.
 */
export async function adjustStock(
  tx: Tx,
  { id, changes, reason, note }: Adjustment,
  { actor, plugins }: { actor: Actor; plugins: HookRunner },
) {
  const wanted = new Map<number, number>()
  for (const { variation_id, by } of changes) wanted.set(variation_id, (wanted.get(variation_id) ?? 0) + by)
  const done: { variation_id: number; before: number; after: number }[] = []
  // In id order, as orders take stock, so that neither waits for the other in a circle.
  for (const [variation_id, by] of [...wanted].sort(([a], [b]) => a - b)) {
    if (by === 0) continue
    const row = await tx
      .selectFrom('variations')
      .select(['sku', 'stock'])
      .where('id', '=', variation_id)
      .where('product_id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw productNotFound()
    const after = row.stock + by
    if (after < 0) throw stockTooLow(row.sku, row.stock)
    await tx.updateTable('variations').set({ stock: after }).where('id', '=', variation_id).execute()
    done.push({ variation_id, before: row.stock, after })
  }
  await recordStockChanges(tx, actor, done, { reason, note })
  if (done.some(({ before, after }) => isShown(Math.min(before, after), Math.max(before, after))))
    await noteChange(tx, ['listing', `product:${id}`])
  if (done.length > 0) await plugins.runHooks(tx, 'product.changed', { product_ids: [id] })
  return done
}

/** @throws 404 */
export async function readProductStock(db: Db | Tx, id: number): Promise<ProductStock> {
  const variations = await db
    .selectFrom('variations')
    .select(['id', 'sku', 'title', 'stock', 'tracks_stock'])
    .where('product_id', '=', id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  if (variations.length === 0) throw productNotFound()
  const { rows } = await sql<Omit<ProductStock['changes'][number], 'at'> & { at: Date }>`
    select c.id, c.at, c.actor, v.sku, c.stock_before, c.stock_after, c.reason, c.note
    from stock_changes c join variations v on v.id = c.variation_id
    where v.product_id = ${id} order by c.id desc limit 50`.execute(db)
  return { variations, changes: rows.map((row) => ({ ...row, at: row.at.toISOString() })) }
}
