import { type RawBuilder, sql } from 'kysely'
import type { Sort } from '#contract/catalog.ts'
import type { ListingQuery } from '#server/platform/kernel/catalog-index.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { originRank } from '../facets/product-facets.ts'
import { discountPercent } from './on-sale-sql.ts'
import { type MatchingSets, matchingSets } from './sql-matching.ts'
import { flat } from './sql-search.ts'

/** Ids of the products on one page of a listing, in order, and the total over all pages. */
export async function readHits(
  db: Db,
  query: ListingQuery,
): Promise<{ total: number; productIds: number[] }> {
  const sets = matchingSets(query)
  const { rows } = await sql<{ total: number; productIds: number[] }>`
    with ${sets.definitions} select ${hitColumns(query, sets)}`.execute(db)
  return rows[0] ?? { total: 0, productIds: [] }
}

/** Columns `total` and `productIds`. */
export function hitColumns(query: ListingQuery, sets: MatchingSets) {
  const { scope, page, perPage } = query
  const hits = sql`(select distinct product_id, price, mrp from ${sets.of()}) hits`
  return sql`
    (select count(*)::int from ${hits}) as total,
    array(
      select hits.product_id
      from ${hits}
      join products p on p.id = hits.product_id
      left join collection_products cp on cp.product_id = p.id
        and cp.collection_id = ${scope.kind === 'collection' ? scope.id : null}
      ${scope.kind === 'search' ? sql`join found on found.product_id = p.id` : sql``}
      order by ${orderOf(query)}
      limit ${perPage} offset ${(page - 1) * perPage}
    ) as "productIds"`
}

/** The last key is always the product's id, so that pages never repeat or lose a product. */
function orderOf({ sort, scope }: ListingQuery): RawBuilder<unknown> {
  const isFeatured = sort === 'default' || sort === 'relevance'
  if (scope.kind === 'collection' && isFeatured)
    return scope.order
      ? sql`cp.by_rule, case when not cp.by_rule then cp.position end, case when not cp.by_rule then p.id end,
          ${sorted(scope.order)}`
      : sql`cp.by_rule, cp.position, p.id`
  if (sort === 'relevance')
    return scope.kind === 'search' ? sql`found.rank, ${sorted('default')}` : sorted('default')
  return sorted(sort)
}

const originOf = originRank(sql`(select country_of_origin from product_declarations where product_id = p.id)`)

function sorted(sort: Exclude<Sort, 'relevance'>): RawBuilder<unknown> {
  switch (sort) {
    case 'default':
      return sql`p.position, p.id`
    case 'newest':
      return sql`p.published_at desc, p.id desc`
    case 'price_asc':
      return sql`hits.price, p.id`
    case 'price_desc':
      return sql`hits.price desc, p.id`
    case 'best_selling':
      return sql`p.sold_count desc, p.id`
    case 'rating':
      return sql`p.rating_average desc nulls last, p.rating_count desc, p.id`
    case 'discount':
      return sql`${sql.raw(discountPercent('hits.price', 'hits.mrp'))} desc, p.id`
    case 'origin_asc':
      return sql`${originOf}, p.id`
    case 'name_asc':
      return sql`${flat(sql`p.name`)} collate "C", p.id`
  }
}
