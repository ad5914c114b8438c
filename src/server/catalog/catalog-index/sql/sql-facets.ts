import { type RawBuilder, sql } from 'kysely'
import type { ListingQuery } from '#server/platform/kernel/catalog-index.ts'
import { attributeFacets, productFacets } from '../facets/product-facets.ts'
import { facetName, isWithin, list, type MatchingSets } from './sql-matching.ts'

/**
 * Columns `options` (rows of `OptionRow`) and `range`. Each facet counts products under every choice but its own.
 * Options of the scope are included with a count of 0; other options only when chosen.
 */
export function facetColumns(query: ListingQuery, sets: MatchingSets) {
  const parts = [
    categories(query, sets),
    ...named(query, sets),
    ...attributes(query, sets),
    ...variables(query, sets),
  ]
  return sql`
    (select coalesce(jsonb_agg(to_jsonb(o)), '[]') from (${sql.join(parts, sql` union all `)}) o) as options,
    (select jsonb_build_object('min', min(price), 'max', max(price)) from ${sets.of('price')}) as range`
}

const productCount = sql<number>`count(distinct m.product_id)`

/** Some variation on sale in the scope has it. `s`: rows of `on_sale`. */
const isInScope = sql<boolean>`count(s.product_id) > 0`

/** One level below the listing's own category, or the top level; and the chosen ones at any level. */
function categories(query: ListingQuery, sets: MatchingSets) {
  const chosen = list(query.filters.category ?? [])
  const parentId = query.scope.kind === 'category' ? query.scope.id : null
  return sql`
    select 'category' as type, 'category' as key, 'checkbox' as display, 'Category' as label, 0 as facet_position,
      c.slug as value, c.name as option_label, null as color, null as image_path, c.position,
      ${productCount}::int as count
    from categories c
    join categories below on ${isWithin('below', 'c')}
    left join products p on p.category_id = below.id
    left join on_sale s on s.product_id = p.id
    left join ${sets.of('category')} m on m.variation_id = s.variation_id
    where c.parent_id is not distinct from ${parentId}::int or c.slug = any(${chosen}) or c.path = any(${chosen})
    group by c.id
    having ${isInScope} or c.slug = any(${chosen}) or c.path = any(${chosen})`
}

/** The facets of `productFacets`; those with many values only when one is chosen. */
const named = (query: ListingQuery, sets: MatchingSets) =>
  productFacets.flatMap(({ key, label, isShownWhenChosen, values, products }) => {
    const chosen = query.filters[key] ?? []
    if (isShownWhenChosen && chosen.length === 0) return []
    return sql`
    select ${sql.lit(key)}, ${sql.lit(key)}, 'checkbox', ${sql.lit(label)}, 0, f.slug, f.name, null, null, f.position,
      ${productCount}::int
    from (${values}) f
    left join (${products}) pf on pf.value_id = f.id
    left join on_sale s on s.product_id = pf.product_id
    left join ${sets.of(key)} m on m.variation_id = s.variation_id
    group by f.id, f.slug, f.name, f.position
    having ${isInScope} or f.slug = any(${list(chosen)})`
  })

/** Product attributes. Those without a choice share one count; each with a choice is counted without its own. */
const attributes = (query: ListingQuery, sets: MatchingSets) =>
  eachCounted(
    query.filters.attribute,
    facetName.attribute,
    (isOfFacet, exceptFacet, chosen) => sql`
    select 'attribute', a.code, 'checkbox', a.label, a.position,
      av.value, av.label, av.color, av.image_path, av.position, ${productCount}::int
    from (${attributeFacets.attributes}) a
    join (${attributeFacets.values}) av on av.attribute_id = a.id
    left join product_values pa on pa.value_id = av.id
    left join on_sale s on s.product_id = pa.product_id
    left join ${sets.of(exceptFacet)} m on m.variation_id = s.variation_id
    where not a.is_variable and a.is_filterable and ${isOfFacet}
    group by a.id, a.code, a.label, a.position, av.id, av.value, av.label, av.color, av.image_path, av.position
    having ${isInScope} or av.value = any(${list(chosen)})`,
  )

/** Variation options: a product counts once, however many of its variations have the value. */
const variables = (query: ListingQuery, sets: MatchingSets) =>
  eachCounted(
    query.filters.variable_attribute,
    facetName.variable,
    (isOfFacet, exceptFacet, chosen) => sql`
    select 'variable_attribute', a.code, case a.display when 'button' then 'button' else 'swatch' end, a.label, a.position,
      av.value, av.label, av.color, av.image_path, av.position, ${productCount}::int
    from attributes a
    join attribute_values av on av.attribute_id = a.id
    left join variation_options o on o.value_id = av.id
    left join on_sale s on s.variation_id = o.variation_id
    left join ${sets.of(exceptFacet)} m on m.variation_id = s.variation_id
    where a.is_variable and a.is_filterable and ${isOfFacet}
    group by a.id, av.id
    having ${isInScope} or av.value = any(${list(chosen)})`,
  )

type CountOptions = (
  isOfFacet: RawBuilder<unknown>,
  exceptFacet: string | undefined,
  chosen: string[],
) => RawBuilder<unknown>

function eachCounted(
  choices: Record<string, string[]> | undefined,
  nameOf: (code: string) => string,
  count: CountOptions,
) {
  const chosen = Object.entries(choices ?? {}).filter(([, values]) => values.length > 0)
  const codes = list(chosen.map(([code]) => code))
  return [
    count(sql`a.code <> all(${codes})`, undefined, []),
    ...chosen.map(([code, values]) => count(sql`a.code = ${code}`, nameOf(code), values)),
  ]
}
