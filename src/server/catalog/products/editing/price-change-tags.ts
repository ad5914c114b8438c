import { sql } from 'kysely'
import { leadingFirst } from '#server/catalog/catalog-index/sql/on-sale-sql.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { ALL_PRICES_TAG, priceRangeTag } from '../price-tags.ts'
import type { KnownCategory } from './references.ts'

type Tree = readonly Pick<KnownCategory, 'id' | 'parent_id'>[]

export type NewPrice = { variation_id: number; selling_price: number }

/**
 * The tags of listings that new prices change besides the products' own: those in price order, and those whose
 * price facet gets other ends. Call it before the prices are written. ADR 0009.
 */
export async function priceChangeTags(
  tx: Tx,
  { channelId, categories }: { channelId: number; categories: Tree },
  prices: readonly NewPrice[],
): Promise<string[]> {
  if (prices.length === 0) return []
  const tags = new Set([ALL_PRICES_TAG])
  for (const id of await categoriesWithOtherEnds(tx, channelId, prices)) {
    // A price within the range of its category is within the ranges of all categories above it.
    for (let above = id; above !== null; above = parentOf(categories, above)) tags.add(priceRangeTag(above))
    tags.add(priceRangeTag('shop'))
  }
  return [...tags]
}

const parentOf = (categories: Tree, id: number) =>
  categories.find((category) => category.id === id)?.parent_id ?? null

/** Comparing more products than this takes longer than rendering the pages of their categories again. ADR 0044. */
const mostCompared = 2_000

/** Null stands for products without a category, whose prices are not compared: there may be many. */
async function categoriesWithOtherEnds(tx: Tx, channelId: number, prices: readonly NewPrice[]) {
  const { ids, compared } = await touchedCategories(
    tx,
    prices.map(({ variation_id }) => variation_id),
  )
  return compared > mostCompared ? ids : categoriesByEnds(tx, channelId, prices)
}

/** The categories of the variations' products, and how many products they have, counted up to the limit. */
async function touchedCategories(tx: Tx, variationIds: number[]) {
  const { rows } = await sql<{ ids: (number | null)[]; compared: number }>`
    with touched as materialized (
      select distinct p.category_id
      from variations v join products p on p.id = v.product_id where v.id = any(${sql.val(variationIds)}::int[])
    )
    select coalesce((select json_agg(category_id) from touched), '[]') as ids, (
      select count(*)::integer from (
        select from touched t join products p on p.category_id = t.category_id limit ${mostCompared + 1}
      ) counted
    ) as compared`.execute(tx)
  if (!rows[0]) throw new Error('The categories were not read')
  return rows[0]
}

async function categoriesByEnds(tx: Tx, channelId: number, prices: readonly NewPrice[]) {
  const { rows } = await sql<{ category_id: number | null }>`
    with requested as (
      select * from unnest(
        ${sql.val(prices.map(({ variation_id }) => variation_id))}::int[],
        ${sql.val(prices.map(({ selling_price }) => selling_price))}::bigint[]
      ) as requested(variation_id, selling_price)
    ),
    touched as (
      select distinct p.category_id
      from requested join variations v on v.id = requested.variation_id join products p on p.id = v.product_id
    ),
    leads as (
      select distinct on (p.id) p.category_id, v.id as variation_id, pr.selling_price
      from touched join products p on p.category_id = touched.category_id and p.is_published
      join variations v on v.product_id = p.id and v.is_published
      join shown_prices pr on pr.variation_id = v.id and pr.channel_id = ${channelId}
      order by p.id, ${sql.raw(leadingFirst)}
    ),
    ends as (
      select category_id, min(selling_price) as lowest, max(selling_price) as highest from leads group by category_id
    )
    select distinct category_id
    from leads join ends using (category_id) join requested using (variation_id)
    where leads.selling_price in (lowest, highest) or requested.selling_price not between lowest and highest
    union all
    select category_id from touched where category_id is null`.execute(tx)
  return rows.map(({ category_id }) => category_id)
}
