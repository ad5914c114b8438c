import { type RawBuilder, sql } from 'kysely'
import type { Filters } from '#contract/catalog.ts'
import type { ListingQuery, Scope } from '#server/platform/kernel/catalog-index.ts'
import { attributeFacets, productFacets } from '../facets/product-facets.ts'
import { inStock, leadingFirst } from './on-sale-sql.ts'
import { found } from './sql-search.ts'

/** What the shopper chose in one facet; `holds` is a condition on a row `s` of `onSale`. */
type Choice = { facet: string; holds: RawBuilder<boolean> }

/** Facets by name; an attribute's name has its kind as a prefix, since an attribute code can be any text. */
export const facetName = {
  attribute: (code: string) => `attribute ${code}`,
  variable: (code: string) => `variable ${code}`,
}

/** Sets of rows (product_id, variation_id, price, mrp): one for each variation on sale that meets the choices. */
export type MatchingSets = {
  /** The common table expressions that follow `with`. */
  definitions: RawBuilder<unknown>
  /** Name of the set under every choice, or under every choice but one facet's, to count that facet's options. */
  of: (exceptFacet?: string) => RawBuilder<unknown>
}

/** What matches a listing. Each set is computed once, however many counts the statement reads from it. */
export function matchingSets({ channelId, scope, filters }: MatchQuery): MatchingSets {
  const choices = choicesOf(filters)
  const chosenFacets = [...new Set(choices.map(({ facet }) => facet))]
  const names = new Map(chosenFacets.map((facet, at) => [facet, `matching_but_${at}`]))
  const sets = [...names].map(([facet, name]) =>
    set(
      name,
      choices.filter((choice) => choice.facet !== facet),
    ),
  )
  return {
    definitions: sql.join([
      productValues,
      ...scopeSets(scope),
      onSale(channelId, scope),
      set('matching', choices),
      ...sets,
    ]),
    of: (exceptFacet = '') => sql.id(names.get(exceptFacet) ?? 'matching'),
  }
}

type MatchQuery = Pick<ListingQuery, 'channelId' | 'scope' | 'filters'>

const set = (name: string, choices: Choice[]) => sql`
  ${sql.id(name)} as materialized (
    select product_id, variation_id, price, mrp from on_sale s
    where ${
      choices.length === 0
        ? sql`true`
        : sql.join(
            choices.map(({ holds }) => holds),
            sql` and `,
          )
    })`

/** Every variation on sale in the scope, with the price of its product's leading variation. */
const onSale = (channelId: number, scope: Scope) => sql`
  on_sale as materialized (
    select v.product_id, v.id as variation_id, ${sql.raw(inStock)} as in_stock,
      first_value(pr.selling_price) over siblings as price,
      first_value(pr.mrp) over siblings as mrp
    from variations v
    join products p on p.id = v.product_id and p.is_published
    join shown_prices pr on pr.variation_id = v.id and pr.channel_id = ${channelId}
    where v.is_published and ${inScope(scope)}
    window siblings as (partition by v.product_id order by ${sql.raw(leadingFirst)}))`

/** Computed once, however many facets are counted. */
const productValues = sql`product_values as materialized (${attributeFacets.products})`

const scopeSets = (scope: Scope) => (scope.kind === 'search' ? [found(scope)] : [])

function inScope(scope: Scope): RawBuilder<boolean> {
  switch (scope.kind) {
    case 'shop':
      return sql`true`
    case 'category':
      return sql`p.category_id in (
        select below.id from categories top join categories below on ${isWithin('below', 'top')}
        where top.id = ${scope.id})`
    case 'collection':
      return sql`p.id in (select product_id from collection_products where collection_id = ${scope.id})`
    case 'search':
      return sql`p.id in (select product_id from found)`
  }
}

/** The category `inner` is `outer` or a descendant of it; both are aliases. */
export const isWithin = (inner: string, outer: string) =>
  sql.raw<boolean>(`starts_with(${inner}.path || '/', ${outer}.path || '/')`)

function choicesOf(filters: Filters): Choice[] {
  const { category, price, availability } = filters
  const choices: Choice[] = []
  const choose = (facet: string, holds: RawBuilder<boolean>) => void choices.push({ facet, holds })
  const chosen = (values: string[] | undefined): values is string[] =>
    values !== undefined && values.length > 0

  for (const { key, values, products } of productFacets) {
    const slugs = filters[key]
    if (chosen(slugs))
      choose(
        key,
        sql`s.product_id in (
          select pf.product_id from (${products}) pf join (${values}) f on f.id = pf.value_id
          where f.slug = any(${list(slugs)}))`,
      )
  }
  if (chosen(category))
    choose(
      'category',
      sql`s.product_id in (
        select p.id from products p
        join categories own on own.id = p.category_id
        join categories requested on ${isWithin('own', 'requested')}
        where requested.slug = any(${list(category)}) or requested.path = any(${list(category)}))`,
    )
  for (const [code, values] of Object.entries(filters.attribute ?? {}))
    if (chosen(values))
      choose(
        facetName.attribute(code),
        sql`s.product_id in (
          select pa.product_id from product_values pa
          join (${attributeFacets.values}) av on av.id = pa.value_id
          join (${attributeFacets.attributes}) a on a.id = av.attribute_id
          where a.code = ${code} and av.value = any(${list(values)}))`,
      )
  for (const [code, values] of Object.entries(filters.variable_attribute ?? {}))
    if (chosen(values))
      choose(
        facetName.variable(code),
        sql`s.variation_id in (
          select o.variation_id from variation_options o
          join attribute_values av on av.id = o.value_id
          join attributes a on a.id = o.attribute_id
          where a.code = ${code} and av.value = any(${list(values)}))`,
      )
  if (price?.min !== undefined) choose('price', sql`s.price >= ${price.min}`)
  if (price?.max !== undefined) choose('price', sql`s.price <= ${price.max}`)
  if (availability === 'in_stock') choose('availability', sql`s.in_stock`)
  return choices
}

/** An array of texts as one parameter. */
export const list = (values: readonly string[]) => sql`${sql.val(values)}::text[]`
