import { type RawBuilder, sql } from 'kysely'
import type { SearchTerms } from '#server/platform/kernel/catalog-index.ts'
import { productFacets } from '../facets/product-facets.ts'
import { unspaced } from '../text/tokenize.ts'

type Text = RawBuilder<string>

/**
 * Lower case without accents, words separated by single spaces, with one at each end: ' creme brulee '. Each character of a script
 * without spaces is a word.
 */
export const flat = (text: Text): Text => sql`
  ' ' || trim(regexp_replace(regexp_replace(
    regexp_replace(normalize(lower(${text}), NFKD), '[\\u0300-\\u036f]', '', 'g'),
    ${sql.lit(unspaced.source)}, ' \\& ', 'g'),
    '[^[:alnum:]]+', ' ', 'g')) || ' '`

/** The queries, as the set `queries` (columns `query`, `words`) that `hasWords` needs. */
export const queryWords = (queries: readonly string[]) => sql`
  queries as materialized (
    select query, array_remove(string_to_array(${flat(sql`query`)}, ' '), '') as words
    from unnest(${sql.val(queries)}::text[]) as query
  )`

/** A relation of the names that products are searched by: `product_id`, `name`. */
const facetNames = sql.join(
  productFacets
    .filter(({ isSearched }) => isSearched)
    .map(
      ({ values, products }) =>
        sql`select pf.product_id, v.name from (${products}) pf join (${values}) v on v.id = pf.value_id`,
    ),
  sql` union all `,
)

/** The flat text has every word of one of the queries, the last as a prefix. A query without words matches nothing. */
export const hasWords = (flatText: Text): RawBuilder<boolean> => sql`
  exists (select from queries where (
    select bool_and(strpos(${flatText}, case when n < cardinality(words) then ' ' || word || ' ' else ' ' || word end) > 0)
    from unnest(words) with ordinality as each_word(word, n)
  ))`

/**
 * The set `found` of products that match a search, (product_id, rank): below 0 the pinned ones, 0 by SKU, 1 the name equals the query, 2 by
 * words of the name, 3 by other fields (brand, category, tags, colours and other attributes, SKUs, descriptions).
 */
export const found = ({ query, alternatives = [], pinned = [] }: SearchTerms) => sql`
  ${queryWords([query, ...alternatives])},
  pinned as materialized (
    select id, n::integer - 1000 as rank
    from unnest(${sql.val(pinned)}::integer[]) with ordinality as each_product(id, n)
  ),
  texts as materialized (
    select p.id as product_id, ${flat(sql`p.name`)} as name,
      ${flat(sql`concat_ws(' ', p.name, facets.names, c.name, options.labels, skus.list, p.short_description,
        regexp_replace(p.description_html, '<[^>]*>', ' ', 'g'))`)} as everything,
      skus.has_it as is_sku
    from products p
    left join categories c on c.id = p.category_id
    cross join lateral (
      select string_agg(f.name, ' ') as names from (${facetNames}) f where f.product_id = p.id
    ) facets
    cross join lateral (
      select string_agg(av.label, ' ') as labels from attribute_values av where av.id in (
        select pa.value_id from product_attributes pa where pa.product_id = p.id
        union
        select o.value_id from variations v join variation_options o on o.variation_id = v.id
        where v.product_id = p.id and v.is_published)
    ) options
    cross join lateral (
      select string_agg(v.sku, ' ') as list, coalesce(bool_or(lower(v.sku) in (select lower(trim(queries.query)) from queries)), false) as has_it
      from variations v where v.product_id = p.id and v.is_published
    ) skus
    where p.is_published
  ),
  found as materialized (
    select product_id,
      case when pinned.rank is not null then pinned.rank when is_sku then 0
        when exists (select from queries where texts.name = ' ' || array_to_string(words, ' ') || ' ') then 1
        when ${hasWords(sql`texts.name`)} then 2 else 3 end as rank
    from texts left join pinned on pinned.id = texts.product_id
    where is_sku or pinned.id is not null or ${hasWords(sql`texts.everything`)}
  )`
