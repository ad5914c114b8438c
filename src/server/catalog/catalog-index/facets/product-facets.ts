import { type RawBuilder, sql } from 'kysely'
import { countries, countryCodes } from '#contract/rules/countries.ts'
import type { FacetGroup } from '#contract/rules/facet-groups.ts'

/**
 * A facet of products, which both indexes read: the one in memory when it is built, the one in SQL with each query. Categories, which
 * are a tree, and attributes, which are data, have code of their own. CONTRIBUTING, "A facet of products".
 */
export type ProductFacet = {
  key: Exclude<FacetGroup, 'category'>
  label: string
  /** The names of its values are words of the products that have them. */
  isSearched: boolean
  /** It has too many values to be offered, so that only chosen ones are shown. */
  isShownWhenChosen: boolean
  /** A relation of its values: `id`, `name`, `slug`, `position`. */
  values: RawBuilder<unknown>
  /** A relation of what products have: `product_id`, `value_id`. */
  products: RawBuilder<unknown>
}

/** This many stars or more. A product has each step that it reaches, so a choice needs no range. */
const ratingSteps = sql`(values (4, '4 stars & up', 0), (3, '3 stars & up', 1), (2, '2 stars & up', 2), (1, '1 star & up', 3))
  step (id, name, position)`

/** A number for a country that stays the same, from the letters of its code. */
const countryId = (code: string) => (code.charCodeAt(0) - 65) * 26 + code.charCodeAt(1) - 64
const countryIdSql = (code: RawBuilder<unknown>) =>
  sql`(ascii(${code}) - 65) * 26 + ascii(substr(${code}, 2)) - 64`

/** SQL: the place of a country of origin in the order of their names; without one the last. */
export const originRank = (code: RawBuilder<unknown>) =>
  sql<number>`coalesce(array_position(${sql.val(countryCodes)}::text[], ${code}), ${sql.lit(countryCodes.length + 1)})`

export const productFacets: readonly ProductFacet[] = [
  {
    key: 'brand',
    label: 'Brand',
    isSearched: true,
    isShownWhenChosen: false,
    values: sql`select id, name, slug, 0 as position from brands`,
    products: sql`select id as product_id, brand_id as value_id from products where brand_id is not null`,
  },
  {
    key: 'rating',
    label: 'Rating',
    isSearched: false,
    isShownWhenChosen: false,
    values: sql`select id, name, id::text as slug, position from ${ratingSteps}`,
    products: sql`select p.id as product_id, step.id as value_id from products p join ${ratingSteps} on p.rating_average >= step.id`,
  },
  {
    key: 'label',
    label: 'Label',
    isSearched: false,
    isShownWhenChosen: false,
    values: sql`select id, name, slug, 0 as position from labels`,
    products: sql`select product_id, label_id as value_id from product_labels`,
  },
  {
    key: 'country_of_origin',
    label: 'Country of origin',
    isSearched: false,
    isShownWhenChosen: false,
    values: sql`select id, name, slug, 0 as position from unnest(
      ${sql.val(countries.map(({ code }) => countryId(code)))}::integer[], ${sql.val(countries.map(({ name }) => name))}::text[],
      ${sql.val(countries.map(({ code }) => code.toLowerCase()))}::text[]) country (id, name, slug)`,
    products: sql`select product_id, ${countryIdSql(sql`country_of_origin`)} as value_id
      from product_declarations where country_of_origin <> ''`,
  },
  {
    key: 'tag',
    label: 'Tag',
    isSearched: true,
    isShownWhenChosen: true,
    values: sql`select id, name, slug, 0 as position from tags`,
    products: sql`select product_id, tag_id as value_id from product_tags`,
  },
]

/** Begins the code of a custom field as a facet. An attribute's code has no two hyphens in a row (`makeCode`). */
const FIELD_PREFIX = 'field--'

/**
 * Facets that are data: the attributes, and the custom fields of products that are filters, with their ids below 0. Which variations
 * have a value is known of attributes alone; the names of fields are not searched.
 */
export const attributeFacets = {
  /** Columns of an attribute. */
  attributes: sql`
    select id, code, label, display, is_variable, is_filterable, position from attributes
    union all
    select -id, ${sql.lit(FIELD_PREFIX)} || key, label, 'button', false, true, position from custom_fields where is_filterable`,
  /** Columns of the value of an attribute. */
  values: sql`
    select id, attribute_id, value, label, color, image_path, position from attribute_values
    union all
    select -c.id, -c.field_id, c.value, c.label, null, null, c.position
    from custom_field_choices c join custom_fields f on f.id = c.field_id and f.is_filterable`,
  /** A relation of what products have: `product_id`, `value_id`. A shop without filled fields reads an empty index for the second part. */
  products: sql`
    select product_id, value_id from product_attributes
    union all
    select p.id, -c.id
    from products p
    cross join lateral jsonb_each(p.custom) held
    join custom_fields f on f.owner = 'product' and f.is_filterable and f.key = held.key
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(held.value) when 'array' then held.value else jsonb_build_array(held.value) end) each_value
    join custom_field_choices c on c.field_id = f.id and c.value = each_value.value
    where p.custom <> '{}'`,
}
