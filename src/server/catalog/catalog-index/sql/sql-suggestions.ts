import { sql } from 'kysely'
import type { SearchTerms, Suggestions } from '#server/platform/kernel/catalog-index.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { wordsOf } from '../text/tokenize.ts'
import { readHits } from './sql-hits.ts'
import { isWithin, matchingSets } from './sql-matching.ts'
import { flat, hasWords, queryWords } from './sql-search.ts'

type SuggestQuery = SearchTerms & { channelId: number; limit: number }

/**
 * Suggestions while the shopper types. Categories, brands and completions are included only with products on sale.
 */
export async function readSuggestions(db: Db, requested: SuggestQuery): Promise<Suggestions> {
  const { query, alternatives, pinned } = requested
  const scope = {
    kind: 'search' as const,
    query,
    ...(alternatives && { alternatives }),
    ...(pinned && { pinned }),
  }
  const hits = readHits(db, {
    channelId: requested.channelId,
    scope,
    filters: {},
    sort: 'relevance',
    page: 1,
    perPage: requested.limit,
  })
  const [{ total, productIds }, matches] = await Promise.all([hits, readNames(db, requested)])
  const idsOf = (kind: NameRow['kind']) => matches.filter((match) => match.kind === kind).map(({ id }) => id)
  return {
    productIds,
    total,
    categoryIds: idsOf('category').slice(0, requested.limit),
    brandIds: idsOf('brand').slice(0, requested.limit),
    completions: completionsOf(matches, requested),
    didYouMean: null,
  }
}

type NameRow = { kind: 'category' | 'tag' | 'brand' | 'product'; id: number; name: string; flat_name: string }

/**
 * Names with all words of the query: those that begin with it first, then the shortest. Of products with the same
 * name the oldest counts.
 */
async function readNames(db: Db, { channelId, query }: SuggestQuery) {
  const shop = matchingSets({ channelId, scope: { kind: 'shop' }, filters: {} })
  const { rows } = await sql<NameRow>`
    with ${shop.definitions}, ${queryWords([query])},
    products_on_sale as materialized (
      select p.id, p.name, p.brand_id, c.path from products p left join categories c on c.id = p.category_id
      where p.id in (select product_id from ${shop.of()})
    ),
    names as (
      select 'category' as kind, 1 as kind_order, c.id, c.name, ${flat(sql`c.name`)} as flat_name from categories c
      where exists (select from products_on_sale own where ${isWithin('own', 'c')})
      union all
      select 'tag', 2, t.id, t.name, ${flat(sql`t.name`)} from tags t
      where exists (select from product_tags pt join products_on_sale own on own.id = pt.product_id where pt.tag_id = t.id)
      union all
      select 'brand', 3, b.id, b.name, ${flat(sql`b.name`)} from brands b
      where b.id in (select brand_id from products_on_sale)
      union all
      select * from (
        select distinct on (flat_name) 'product', 4, id, name, flat_name
        from (select id, name, ${flat(sql`name`)} as flat_name from products_on_sale) flattened
        order by flat_name, id
      ) products
    )
    select kind, id, name, flat_name from names where ${hasWords(sql`flat_name`)}
    order by not starts_with(flat_name, rtrim(${flat(sql`${query}::text`)})), kind_order, octet_length(flat_name), flat_name collate "C", id`.execute(
    db,
  )
  return rows
}

/** Query completions with results, without duplicates; brands are suggested separately. */
function completionsOf(matches: NameRow[], { query, limit }: SuggestQuery) {
  const typed = wordsOf(query).join(' ')
  const completions = new Map<string, string>()
  for (const { kind, flat_name, name } of matches)
    if (kind !== 'brand' && flat_name.trim() !== typed && !completions.has(flat_name))
      completions.set(flat_name, name.toLowerCase())
  return [...completions.values()].slice(0, limit)
}
