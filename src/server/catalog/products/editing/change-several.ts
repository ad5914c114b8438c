import { sql } from 'kysely'
import type { BatchAction } from '#contract/admin/catalog/product-batches.ts'
import type { FieldValues } from '#contract/custom-fields.ts'
import { tagsOfChange } from '#server/catalog/stock/availability.ts'
import { changeLevels, lockLevels } from '#server/catalog/stock/change-level.ts'
import { requireLocation } from '#server/catalog/stock/locations.ts'
import { recordStockChanges, type StockActor, type StockReason } from '#server/catalog/stock/stock-changes.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { acceptSomeValues } from '#server/shop/custom-fields/accept-values.ts'

/** Pieces that a variation got in a location (null: the main one), fewer when negative. */
export type StockDifference = { variation_id: number; location_id: number | null; by: number }

/** What happened to the stock of a product: its differences, or why there are none. */
export type StockResult = { id: number; differences: StockDifference[]; refusal?: string }

type Why = { actor: StockActor; reason: StockReason; note: string }

/** Changes the pieces of all variations of products that count stock, or sets them. */
export async function changeStock(
  tx: Tx,
  ids: readonly number[],
  { change, pieces, location_id, reason, note }: Extract<BatchAction, { type: 'stock' }>,
  actor: StockActor,
): Promise<StockResult[]> {
  const location = await requireLocation(tx, location_id)
  const by = (present: number) => (change === 'by' ? pieces : pieces - present)
  return addPieces(tx, { ids, location, by }, { actor, reason, note })
}

/** Takes differences of one location back, except from products that have fewer left. */
export function restoreStock(
  tx: Tx,
  ids: readonly number[],
  differences: readonly StockDifference[],
  actor: StockActor,
): Promise<StockResult[]> {
  const back = new Map(differences.map(({ variation_id, by }) => [variation_id, -by]))
  const by = (_present: number, variation: number) => back.get(variation) ?? 0
  const location = differences[0]?.location_id ?? null
  return addPieces(tx, { ids, location, by }, { actor, reason: 'other', note: 'Bulk change taken back' })
}

type Pieces = {
  ids: readonly number[]
  location: number | null
  by: (present: number, variation: number) => number
}

/** Where one variation would have less than nothing, all of its product keep their pieces. */
async function addPieces(tx: Tx, { ids, location, by }: Pieces, { actor, reason, note }: Why) {
  const levels = Map.groupBy(await lockLevels(tx, ids, location), ({ product_id }) => product_id)
  const results: StockResult[] = []
  for (const id of ids) {
    const wanted = (levels.get(id) ?? [])
      .map((level) => ({ ...level, by: by(level.pieces, level.variation_id) }))
      .filter((level) => level.by !== 0)
    const short = wanted.find((level) => level.by < 0 && level.pieces + level.by < 0)
    if (!levels.has(id) || short) {
      const refusal = short
        ? `Of ${short.sku} there are only ${Math.max(0, short.pieces)}`
        : 'Its stock is not counted'
      results.push({ id, differences: [], refusal })
      continue
    }
    const differences = wanted.map(({ variation_id, by }) => ({ variation_id, location_id: location, by }))
    results.push({ id, differences })
  }
  const all = results.flatMap(({ differences }) => differences)
  const changed = await changeLevels(
    tx,
    location,
    new Map(all.map(({ variation_id, by }) => [variation_id, by])),
  )
  await recordStockChanges(
    tx,
    actor,
    changed.map((change) => ({ ...change, location_id: location })),
    { reason, note },
  )
  await noteChange(tx, changed.flatMap(tagsOfChange))
  return results
}

/** @returns the products with a variation that had another cost */
export async function setCosts(tx: Tx, ids: readonly number[], cost: number | null): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    with other as (
      select id from variations where product_id = any(${sql.val(ids)}::int[]) and cost is distinct from ${cost}::bigint
      order by id for update
    )
    update variations v set cost = ${cost}::bigint from other where v.id = other.id returning v.product_id`.execute(
    tx,
  )
  return rows.map(({ product_id }) => product_id)
}

/** Page title and description from texts with placeholders; an empty text leaves those of the products. @returns those that changed */
export async function setSearchTexts(
  tx: Tx,
  ids: readonly number[],
  { meta_title, meta_description }: Extract<BatchAction, { type: 'search_texts' }>,
): Promise<number[]> {
  const filled = (text: string, present: string, most: number) =>
    text === ''
      ? sql`p.${sql.ref(present)}`
      : sql`left(trim(replace(replace(replace(${text}::text, '{brand}', coalesce(b.name, '')), '{category}', coalesce(c.name, '')), '{name}', p.name)), ${sql.lit(most)})`
  const { rows } = await sql<{ id: number }>`
    with texts as (
      select p.id, ${filled(meta_title, 'meta_title', 200)} as title, ${filled(meta_description, 'meta_description', 400)} as description
      from products p left join brands b on b.id = p.brand_id left join categories c on c.id = p.category_id
      where p.id = any(${sql.val(ids)}::int[]) order by p.id for update of p
    )
    update products p set meta_title = t.title, meta_description = t.description from texts t
    where p.id = t.id and (p.meta_title is distinct from t.title or p.meta_description is distinct from t.description)
    returning p.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Sets some custom fields, and clears those without a value. @returns the products that had others */
export async function setFieldValues(tx: Tx, ids: readonly number[], values: FieldValues): Promise<number[]> {
  const accepted = json(await acceptSomeValues(tx, 'product', { path: 'action.values', values }))
  const { rows } = await sql<{ id: number }>`
    update products set custom = (custom - ${sql.val(Object.keys(values))}::text[]) || ${accepted}::jsonb
    where id = any(${sql.val(ids)}::int[]) and custom <> (custom - ${sql.val(Object.keys(values))}::text[]) || ${accepted}::jsonb
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
