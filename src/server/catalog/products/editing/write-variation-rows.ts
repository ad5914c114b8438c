import { sql } from 'kysely'
import type { VariationValues } from '#contract/admin/catalog/products.ts'
import type { FieldValues } from '#contract/custom-fields.ts'
import { recordStockChanges } from '#server/catalog/stock/stock-changes.ts'
import type { Actor } from '#server/platform/audit/audit-log.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { json } from '#server/platform/kernel/schema.ts'

/** Every column that a form writes. `has_…`: without it the stored value stays, as do the custom fields where they are null. */
export type VariationRow = Pick<
  VariationValues,
  'id' | 'sku' | 'is_default' | 'is_published' | 'tracks_stock' | 'initial_stock' | 'weight_g' | 'barcode'
> & {
  product_id: number
  title: string
  position: number
  has_cost: boolean
  cost: number | null
  has_content: boolean
  content: string | null
  custom: FieldValues | null
}

const columns = sql`id integer, product_id integer, sku text, title text, is_default boolean, is_published boolean, position integer,
  tracks_stock boolean, initial_stock integer, weight_g integer, barcode text, has_cost boolean, cost bigint, has_content boolean,
  content text, custom jsonb`

/** One parameter for all rows: a product may have 2,000, and a statement has at most 65,535 parameters. */
const rowsOf = (rows: readonly VariationRow[]) => sql`json_to_recordset(${json(rows)}::json) as e(${columns})`

/**
 * Writes the variations of a product, those that differ alone: an order that takes stock of another one does not wait.
 * @returns their ids, in their order
 * @throws 422 for one that is gone, and for one that is named twice
 */
export async function writeRows(
  tx: Tx,
  productId: number,
  rows: readonly VariationRow[],
  actor: Actor,
): Promise<number[]> {
  const stored = rows.filter(({ id }) => id !== null)
  if (new Set(stored.map(({ id }) => id)).size < stored.length)
    throw invalid({ 'values.variations': ['Each variation may be named once'] })
  await makeRoom(tx, productId, stored)
  await updateRows(tx, stored)
  const ids = await insertRows(
    tx,
    rows.filter(({ id }) => id === null),
    actor,
  )
  return rows.map(({ id, sku }) => id ?? ids.get(sku) ?? 0)
}

/** SKUs may be exchanged between variations, and the default may move: each row alone would meet the other's. */
async function makeRoom(tx: Tx, productId: number, stored: readonly VariationRow[]) {
  const { rows } = await sql<{ count: number }>`
    with e as (select * from ${rowsOf(stored)}),
    moved as (
      update variations v set sku = case when v.sku = e.sku then v.sku else '#' || v.id end, is_default = false
      from e where v.id = e.id and v.product_id = ${productId} and (v.sku <> e.sku or v.is_default and not e.is_default)
    )
    select count(*)::integer as count from variations v join e on e.id = v.id where v.product_id = ${productId}`.execute(
    tx,
  )
  if (rows[0]?.count !== stored.length)
    throw invalid({ 'values.variations': ['A variation no longer exists. Reload the page.'] })
}

async function updateRows(tx: Tx, stored: readonly VariationRow[]) {
  await sql`
    update variations v set sku = e.sku, title = e.title, is_default = e.is_default, is_published = e.is_published,
      position = e.position, tracks_stock = e.tracks_stock, weight_g = e.weight_g, barcode = e.barcode,
      cost = case when e.has_cost then e.cost else v.cost end,
      content = case when e.has_content then e.content else v.content end,
      custom = coalesce(e.custom, v.custom)
    from ${rowsOf(stored)}
    where v.id = e.id and (v.sku, v.title, v.is_default, v.is_published, v.position, v.tracks_stock, v.weight_g, v.barcode, v.cost, v.content, v.custom)
      is distinct from (e.sku, e.title, e.is_default, e.is_published, e.position, e.tracks_stock, e.weight_g, e.barcode,
        case when e.has_cost then e.cost else v.cost end, case when e.has_content then e.content else v.content end,
        coalesce(e.custom, v.custom))`.execute(tx)
}

/** @returns the ids by SKU */
async function insertRows(tx: Tx, fresh: readonly VariationRow[], actor: Actor) {
  if (fresh.length === 0) return new Map<string, number>()
  const { rows } = await sql<{ id: number; sku: string; stock: number }>`
    insert into variations
      (product_id, sku, title, is_default, is_published, position, tracks_stock, stock, weight_g, barcode, cost, content, custom)
    select product_id, sku, title, is_default, is_published, position, tracks_stock, coalesce(initial_stock, 0), weight_g, barcode,
      cost, content, coalesce(custom, '{}')
    from ${rowsOf(fresh)} order by position returning id, sku`.execute(tx)
  const ids = new Map(rows.map(({ id, sku }) => [sku, id]))
  const stock = fresh.flatMap(({ sku, initial_stock: after }) =>
    after ? [{ variation_id: ids.get(sku) ?? 0, before: 0, after }] : [],
  )
  await recordStockChanges(tx, actor, stock, { reason: 'initial' })
  return ids
}

type WithOptions = { id: number; options: readonly { attribute_id: number; value_id: number }[] }

export async function writeOptions(tx: Tx, variations: readonly WithOptions[]) {
  const ids = variations.map(({ id }) => id)
  const wanted = variations.flatMap(({ id, options }) =>
    options.map(({ attribute_id, value_id }) => ({ variation_id: id, attribute_id, value_id })),
  )
  const rows = sql`json_to_recordset(${json(wanted)}::json) as e(variation_id integer, attribute_id integer, value_id integer)`
  await sql`
    delete from variation_options o where o.variation_id = any(${sql.val(ids)}::integer[])
      and (o.variation_id, o.attribute_id, o.value_id) not in (select variation_id, attribute_id, value_id from ${rows})`.execute(
    tx,
  )
  await sql`insert into variation_options (variation_id, attribute_id, value_id)
    select variation_id, attribute_id, value_id from ${rows} on conflict do nothing`.execute(tx)
}

type Priced = Pick<VariationValues, 'selling_price' | 'mrp' | 'channel_prices'> & {
  id: number
  isNew: boolean
}

/** Prices in the default channel, and in the others where a variation brings them: those that are missing are deleted. */
export async function writePrices(tx: Tx, defaultId: number, variations: readonly Priced[]) {
  const prices = variations.flatMap(({ id, isNew, channel_prices = [], ...own }) =>
    [{ ...own, channel_id: defaultId }, ...channel_prices].map(({ channel_id, selling_price, mrp }) => ({
      ...{ variation_id: id, channel_id, selling_price, mrp: mrp ?? selling_price },
      // 0 also stands for a variation without a price, which must not be sold for nothing after a change of something else.
      is_price: isNew || selling_price > 0 || channel_id !== defaultId,
    })),
  )
  const rows = sql`json_to_recordset(${json(prices)}::json)
    as e(variation_id integer, channel_id integer, selling_price bigint, mrp bigint, is_price boolean)`
  const ids = variations.flatMap(({ id, channel_prices }) => (channel_prices ? [id] : []))
  await sql`
    delete from prices p where p.variation_id = any(${sql.val(ids)}::integer[])
      and (p.variation_id, p.channel_id) not in (select variation_id, channel_id from ${rows})`.execute(tx)
  await sql`
    insert into prices as p (variation_id, channel_id, selling_price, mrp)
    select variation_id, channel_id, selling_price, mrp from ${rows}
    where is_price or exists (select from prices s where s.variation_id = e.variation_id and s.channel_id = e.channel_id)
    on conflict (variation_id, channel_id) do update set selling_price = excluded.selling_price, mrp = excluded.mrp
    where (p.selling_price, p.mrp) is distinct from (excluded.selling_price, excluded.mrp)`.execute(tx)
}
