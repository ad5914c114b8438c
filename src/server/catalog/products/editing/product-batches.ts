import { sql } from 'kysely'
import type { BatchAction, ProductBatch } from '#contract/admin/catalog/product-batches.ts'
import { keysOf, ownValue } from '#contract/rules/own-value.ts'
import { requireLocation } from '#server/catalog/stock/locations.ts'
import type { Actor } from '#server/platform/audit/audit-log.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { json, type StoredAction } from '#server/platform/kernel/schema.ts'
import { acceptSomeValues } from '#server/shop/custom-fields/accept-values.ts'
import { changeProductsJob, type PriceChange } from './change-products.ts'
import { type ProductFilter, productsMatching } from './product-list.ts'
import { readTaxClasses } from './references.ts'
import { batchNotFound, nothingToUndo, unknownTaxClass } from './refusals.ts'

/** Actions whose changes are stored, with the action that undoes each. */
const undoneBy = {
  price: 'restore_prices',
  copy_prices: 'restore_prices',
  import_prices: 'restore_prices',
  stock: 'restore_stock',
  archive: 'restore',
  restore: 'archive',
} as const

type Choice = {
  ids?: readonly number[] | undefined
  filter?: ProductFilter | undefined
  /** Of the filter. */
  expected?: number | undefined
}

/**
 * Stores a change of many products and enqueues it.
 * @throws 422 when no product is chosen, the filter finds another number than was confirmed, or the category or label is gone.
 */
export async function startBatch(
  tx: Tx,
  { action, ids, filter, expected }: Choice & { action: BatchAction },
  actor: Actor,
): Promise<number> {
  // An empty filter finds all products; without one, nothing was chosen.
  if (!ids && !filter) throw noneChosen()
  await requireTarget(tx, action)
  const batch = await insertBatch(tx, action, actor)
  const chosen = ids
    ? tx.selectFrom('products').where('products.id', 'in', [...ids])
    : productsMatching(tx, filter ?? {})
  const { numInsertedOrUpdatedRows: total = 0n } = await tx
    .insertInto('product_batch_items')
    .columns(['batch_id', 'product_id'])
    .expression(chosen.select([sql<number>`${batch}::bigint`.as('batch_id'), 'products.id as product_id']))
    .executeTakeFirstOrThrow()
  if (total === 0n) throw noneChosen()
  if (!ids && expected !== undefined && Number(total) !== expected) throw otherNumber(Number(total), expected)
  await begin(tx, batch, Number(total))
  return batch
}

const otherNumber = (found: number, expected: number) =>
  invalid({
    expected: [
      `The list finds ${found} products now, not ${expected}, so nothing was changed. Reload it, or narrow the search.`,
    ],
  })

const noneChosen = () => invalid({ ids: ['Please choose products'] })

/** @throws 404; 409 NOTHING_TO_UNDO */
export async function undoBatch(tx: Tx, id: number, actor: Actor): Promise<number> {
  const batch = await tx
    .selectFrom('product_batches')
    .select(['finished_at', sql<string>`action ->> 'type'`.as('type')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!batch) throw batchNotFound()
  const type = ownValue(undoneBy, batch.type)
  if (!type) throw nothingToUndo('Only changes of prices and stock, and archiving, can be undone')
  if (!batch.finished_at) throw nothingToUndo('The change is still in progress')
  const undone = await tx
    .selectFrom('product_batches')
    .select('id')
    .where('undo_of', '=', id)
    .executeTakeFirst()
  if (undone) throw nothingToUndo('This change was undone already')
  const undo = await insertBatch(tx, { type }, actor, id)
  const { numInsertedOrUpdatedRows: total = 0n } = await tx
    .insertInto('product_batch_items')
    .columns(['batch_id', 'product_id'])
    .expression(
      tx
        .selectFrom('product_batch_items')
        .select([sql<number>`${undo}::bigint`.as('batch_id'), 'product_id'])
        .where('batch_id', '=', id)
        .where('result', '=', 'changed'),
    )
    .executeTakeFirstOrThrow()
  if (total === 0n) throw nothingToUndo('Nothing was changed')
  await begin(tx, undo, Number(total))
  return undo
}

async function insertBatch(
  tx: Tx,
  action: StoredAction,
  { staffId, name }: Pick<Actor, 'staffId' | 'name'>,
  undoOf?: number,
) {
  const { id } = await tx
    .insertInto('product_batches')
    .values({ action: json(action), staff_id: staffId, actor: name, undo_of: undoOf ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function begin(tx: Tx, id: number, total: number) {
  await tx.updateTable('product_batches').set({ total }).where('id', '=', id).execute()
  await enqueue(tx, changeProductsJob, { id }, { key: String(id) })
}

async function requireTarget(tx: Tx, action: BatchAction) {
  if (action.type === 'copy_prices') return requireChannels(tx, action)
  if (action.type === 'stock')
    return void (await requireLocation(tx, action.location_id, 'action.location_id'))
  if (action.type === 'custom_fields') {
    await acceptSomeValues(tx, 'product', { path: 'action.values', values: action.values })
    return
  }
  if (action.type === 'tax') {
    const known = await readTaxClasses(tx)
    if (!known.includes(action.tax_class)) throw unknownTaxClass(action.tax_class, known, 'action.tax_class')
    return
  }
  const [table, id, field] = targetOf(action)
  if (!table) return
  const found = await tx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw invalid({ [`action.${field}`]: ['This no longer exists. Reload the page.'] })
}

/** The record that an action assigns. */
function targetOf(action: BatchAction) {
  if ('category_id' in action) return ['categories', action.category_id, 'category_id'] as const
  if ('label_id' in action) return ['labels', action.label_id, 'label_id'] as const
  if ('brand_id' in action) return ['brands', action.brand_id, 'brand_id'] as const
  if ('value_id' in action) return ['attribute_values', action.value_id, 'value_id'] as const
  if ('collection_id' in action) return ['collections', action.collection_id, 'collection_id'] as const
  return []
}

async function requireChannels(tx: Tx, { from_id, to_id }: { from_id: number; to_id: number }) {
  const found = await tx.selectFrom('channels').select('id').where('id', 'in', [from_id, to_id]).execute()
  if (found.length < 2) throw invalid({ 'action.to_id': ['Choose two different channels'] })
}

/** @throws 404 */
export async function readBatch(db: Db, id: number): Promise<ProductBatch> {
  const batch = await db
    .selectFrom('product_batches as b')
    .select([
      'b.id',
      'b.actor',
      'b.created_at',
      'b.finished_at',
      'b.total',
      'b.done',
      'b.refused',
      'b.action',
    ])
    .select(
      sql<boolean>`b.finished_at is not null and b.action ->> 'type' = any(${sql.val(keysOf(undoneBy))}::text[]) and b.refused < b.total
        and not exists (select from product_batches u where u.undo_of = b.id)`.as('can_undo'),
    )
    .where('b.id', '=', id)
    .executeTakeFirst()
  if (!batch) throw batchNotFound()
  const refusals = await db
    .selectFrom('product_batch_items as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .select(['p.id', 'p.name', 'i.message'])
    .where('i.batch_id', '=', id)
    .where('i.result', '=', 'refused')
    .orderBy('p.id')
    .limit(100)
    .execute()
  const { action, created_at, finished_at, ...row } = batch
  return {
    ...row,
    title: titleOf(action),
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    refusals,
  }
}

/** All products that a batch refused, as rows of CSV. */
export const readRefused = (db: Db, id: number) =>
  db
    .selectFrom('product_batch_items as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .select([
      sql<string>`p.id::text`.as('id'),
      'p.name',
      sql<string>`coalesce((select v.sku from variations v where v.product_id = p.id order by v.is_default desc, v.position, v.id limit 1), '')`.as(
        'sku',
      ),
      'i.message as reason',
    ])
    .where('i.batch_id', '=', id)
    .where('i.result', '=', 'refused')
    .orderBy('p.id')
    .execute()

export function titleOf(action: StoredAction): string {
  if (action.type === 'copy_prices') return `Prices × ${action.factor} in another channel`
  if (action.type === 'stock')
    return `Stock ${action.change === 'to' ? '=' : action.pieces < 0 ? '−' : '+'}${Math.abs(action.pieces)}`
  if (action.type !== 'price') return titles[action.type]
  return `Price ${action.percent > 0 ? '+' : '−'}${Math.abs(action.percent)} %`
}

/** SQL: the batch of an import's prices. */
const ofImport = (id: number) =>
  sql<boolean>`action ->> 'type' = 'import_prices' and (action ->> 'import_id')::bigint = ${id}`

/** Stores prices of present variations that an import has changed, in its transaction, as a batch that can be undone once it has ended. */
export async function noteImportedPrices(
  tx: Tx,
  importId: number,
  actor: Pick<Actor, 'staffId' | 'name'>,
  changes: readonly PriceChange[],
) {
  if (changes.length === 0) return
  const batch =
    (await findImportedPrices(tx, importId)) ??
    (await insertBatch(tx, { type: 'import_prices', import_id: importId }, actor))
  const rows = [...Map.groupBy(changes, ({ product_id }) => product_id)].map(([product_id, prices]) => ({
    ...{ batch_id: batch, product_id, result: 'changed' as const, prices: json(prices) },
  }))
  // A repeated run of the job may find a price that was changed since: the first note stays.
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('product_batch_items')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  const count = Number(numInsertedOrUpdatedRows)
  await tx
    .updateTable('product_batches')
    .set((eb) => ({ total: eb('total', '+', count), done: eb('done', '+', count) }))
    .where('id', '=', batch)
    .execute()
}

/** From now on they can be undone. */
export const endImportedPrices = async (db: Db, importId: number) =>
  void (await db
    .updateTable('product_batches')
    .set({ finished_at: new Date() })
    .where(ofImport(importId))
    .execute())

export const findImportedPrices = async (db: Db | Tx, importId: number) =>
  (await db.selectFrom('product_batches').select('id').where(ofImport(importId)).executeTakeFirst())?.id

const titles = {
  publish: 'Publish',
  unpublish: 'Unpublish',
  archive: 'Archive',
  restore: 'Restore',
  category: 'Change the category',
  add_label: 'Add a label',
  remove_label: 'Remove a label',
  brand: 'Change the brand',
  add_tags: 'Add tags',
  remove_tags: 'Remove tags',
  add_to_collection: 'Add to a collection',
  remove_from_collection: 'Remove from a collection',
  tax: 'Change the tax',
  stock_rules: 'Change the stock rules',
  cost: 'Change the cost',
  add_attribute: 'Add an attribute',
  remove_attribute: 'Remove an attribute',
  search_texts: 'Change the texts for search engines',
  custom_fields: 'Change custom fields',
  delete: 'Delete',
  import_prices: 'Prices changed by the import',
  restore_prices: 'Restore prices',
  restore_stock: 'Take the change of stock back',
}
