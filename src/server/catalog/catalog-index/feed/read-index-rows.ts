import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/kernel/context.ts'
import { attributeFacets, originRank, productFacets } from '../facets/product-facets.ts'
import { discountPercent, inStock, leadingFirst } from '../sql/on-sale-sql.ts'
import { MOST_VARIATIONS } from './batches-by-size.ts'

/** A published product with all values that listings and searches use. */
export type IndexRow = {
  id: number
  name: string
  short_description: string
  description_html: string
  category_id: number | null
  position: number
  /** Seconds since 1970, to the microsecond. */
  published: number
  sold_count: number
  /** Hundredths; -1 without ratings. */
  rating: number
  rating_count: number
  /** See `originRank`. */
  origin: number
  /** By the order of `productFacets`. */
  facet_ids: (number[] | null)[]
  value_ids: number[] | null
  /** Published ones, the leading one first. */
  variations: VariationTuple[] | null
}

/**
 * `price` is in minor units, null when the channel has none: then the product is found by its SKU and options, but is
 * not on sale.
 */
export type VariationTuple = [
  price: number | null,
  discount: number | null,
  inStock: boolean,
  valueIds: number[] | null,
  sku: string,
]

/** ProductSelection products: an id range, or a list. */
export type ProductSelection = { from: number; to: number } | { ids: readonly number[] }

/** Published products by ascending id. */
export async function readIndexRows(
  db: Db,
  channelId: number,
  selection: ProductSelection,
): Promise<IndexRow[]> {
  const are = (column: string): RawBuilder<boolean> =>
    'ids' in selection
      ? sql`${sql.ref(column)} = any(${sql.val(selection.ids)}::int[])`
      : sql`${sql.ref(column)} between ${selection.from} and ${selection.to}`
  const { rows } = await sql<IndexRow>`
    select p.id, p.name, p.short_description, p.description_html, p.category_id, p.position,
      extract(epoch from p.published_at)::float8 as published, p.sold_count,
      coalesce((p.rating_average * 100)::int, -1) as rating, p.rating_count,
      ${originRank(sql`d.country_of_origin`)} as origin,
      json_build_array(${sql.join(productFacets.map((_, at) => sql.ref(`facet_${at}.ids`)))}) as facet_ids, a.ids as value_ids, v.list as variations
    from products p
    left join product_declarations d on d.product_id = p.id
    ${sql.join(
      productFacets.map(
        ({ products }, at) => sql`left join (
          select product_id, json_agg(value_id) as ids from (${products}) f where ${are('product_id')} group by product_id
        ) ${sql.ref(`facet_${at}`)} on ${sql.ref(`facet_${at}.product_id`)} = p.id`,
      ),
      sql` `,
    )}
    left join (
      select product_id, json_agg(value_id) as ids from (${attributeFacets.products}) f where ${are('product_id')} group by product_id
    ) a on a.product_id = p.id
    left join (
      select v.product_id, json_agg(
        json_build_array(pr.selling_price, ${sql.raw(discountPercent('pr.selling_price', 'pr.mrp'))}, ${sql.raw(inStock)},
          (select json_agg(o.value_id order by o.value_id) from variation_options o where o.variation_id = v.id), v.sku)
        order by ${sql.raw(leadingFirst)}) as list
      from variations v left join shown_prices pr on pr.variation_id = v.id and pr.channel_id = ${channelId}
      where v.is_published and ${are('v.product_id')}
      group by v.product_id
    ) v on v.product_id = p.id
    where p.is_published and ${are('p.id')}
    order by p.id`.execute(db)
  return rows
}

/**
 * The last id of the next published products after an id, null when there are none: `howMany`, or fewer where they have many variations,
 * which one statement would not read within its time limit.
 */
export async function readBatchEnd(db: Db, after: number, howMany: number): Promise<number | null> {
  const { rows } = await sql<{ end: number | null }>`
    select max(id) as end from (
      select id, sum(size) over (order by id) - size as before from (
        select p.id, (select count(*) from variations v where v.product_id = p.id) as size
        from products p where p.id > ${after} and p.is_published order by p.id limit ${howMany}
      ) sizes
    ) batch where before < ${MOST_VARIATIONS}`.execute(db)
  return rows[0]?.end ?? null
}
