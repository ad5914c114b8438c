import { sql } from 'kysely'
import type { Db } from '#server/platform/kernel/context.ts'
import { wordsOf } from '../text/tokenize.ts'
import { attributeFacets, type ProductFacet, productFacets } from './product-facets.ts'
import { type ValueNumbers, valueNumbers } from './value-numbers.ts'

/**
 * `number`: see ValueNumbers. `words`: the normalized name that searches compare, words separated by single spaces.
 */
export type NamedValue = { id: number; name: string; slug: string; number: number; words: string }

export type CategoryEntry = NamedValue & {
  parent_id: number | null
  path: string
  position: number
  /** Value numbers of the category and its descendants. */
  within: number[]
}

/** A facet of `productFacets` with its number and its values in their order. */
export type FacetEntry = Pick<ProductFacet, 'key' | 'label' | 'isShownWhenChosen'> & {
  number: number
  values: (NamedValue & { position: number })[]
}

export type AttributeEntry = Omit<AttributeRow, 'values'> & {
  /** Facet numbers: as a product attribute, and as a variation option. */
  facets: { attribute: number; option: number }
  values: (ValueRow & { numbers: { attribute: number; option: number } })[]
}

/** The names of everything that products refer to. */
export type Dictionary = {
  numbers: ValueNumbers
  facets: FacetEntry[]
  categoryFacet: number
  categories: CategoryEntry[]
  attributes: AttributeEntry[]
}

/** @param numbers existing numbers, which are preserved */
export async function readDictionary(db: Db, numbers: ValueNumbers = valueNumbers()): Promise<Dictionary> {
  const { rows } = await sql<Rows>`
    select
      json_build_array(${sql.join(
        productFacets.map(
          ({ values }) => sql`(
        select coalesce(json_agg(json_build_array(id, name, slug, position) order by position, id), '[]') from (${values}) v)`,
        ),
      )}) as facets,
      (select ${list(sql`id, name, slug, parent_id, path, position`)} from categories) as categories,
      (select ${list(sql`id, code, label, display, is_variable, is_filterable, position`)} from (${attributeFacets.attributes}) a) as attributes,
      (select ${list(sql`id, attribute_id, value, label, color, image_path, position`)} from (${attributeFacets.values}) v) as values`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('The dictionary is always one row')
  return {
    numbers,
    facets: productFacets.map(({ key, label, isShownWhenChosen }, at) => {
      const number = numbers.facetNumber(key)
      const values = (row.facets[at] ?? []).map(([id, name, slug, position]) => ({
        id,
        name,
        slug,
        position,
        number: numbers.number(key, id, { facet: number, text: name }),
        words: wordsOf(name).join(' '),
      }))
      return { key, label, isShownWhenChosen, number, values }
    }),
    categoryFacet: numbers.facetNumber('category'),
    categories: toCategories(row.categories, numbers),
    attributes: toAttributes(row.attributes, row.values, numbers),
  }
}

export const valuesOf = ({ facets }: Dictionary, facet: ProductFacet['key']): readonly NamedValue[] =>
  facets.find(({ key }) => key === facet)?.values ?? []

/** Returns rows as arrays, since column names repeated a thousand times would be most of the reply. */
const list = (columns: ReturnType<typeof sql>) =>
  sql`coalesce(json_agg(json_build_array(${columns}) order by id), '[]')`

type NamedRow = [id: number, name: string, slug: string]
type CategoryRow = [...NamedRow, parent_id: number | null, path: string, position: number]
type AttributeTuple = [number, string, string, AttributeRow['display'], boolean, boolean, number]
type ValueTuple = [number, number, string, string, string | null, string | null, number]
type Rows = {
  facets: [...NamedRow, position: number][][]
  categories: CategoryRow[]
  attributes: AttributeTuple[]
  values: ValueTuple[]
}

type AttributeRow = {
  id: number
  code: string
  label: string
  display: 'button' | 'swatch' | 'image'
  is_variable: boolean
  is_filterable: boolean
  position: number
}

type ValueRow = {
  value: string
  label: string
  color: string | null
  image_path: string | null
  position: number
}

/** A category is a descendant of another when its path continues the other's path. */
function toCategories(rows: CategoryRow[], numbers: ValueNumbers): CategoryEntry[] {
  const facet = numbers.facetNumber('category')
  const categories = rows.map(
    ([id, name, slug, parent_id, path, position]): CategoryEntry => ({
      ...{ id, name, slug, parent_id, path, position },
      number: numbers.number('category', id, { facet, text: name }),
      words: wordsOf(name).join(' '),
      within: [],
    }),
  )
  const byPath = new Map(categories.map((category) => [category.path, category]))
  for (const { path, number } of categories)
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
      byPath.get(path.slice(0, end))?.within.push(number)
  return categories
}

function toAttributes(rows: AttributeTuple[], values: ValueTuple[], numbers: ValueNumbers): AttributeEntry[] {
  const attributes = rows.map(
    ([id, code, label, display, is_variable, is_filterable, position]): AttributeEntry => ({
      ...{ id, code, label, display, is_variable, is_filterable, position },
      facets: {
        attribute: numbers.facetNumber(`attribute ${id}`),
        option: numbers.facetNumber(`option ${id}`),
      },
      values: [],
    }),
  )
  const byId = new Map(attributes.map((attribute) => [attribute.id, attribute]))
  for (const [id, attributeId, value, label, color, image_path, position] of values) {
    const attribute = byId.get(attributeId)
    attribute?.values.push({
      ...{ value, label, color, image_path, position },
      numbers: {
        // Of a custom field the names are not searched.
        attribute: numbers.number('attribute', id, {
          facet: attribute.facets.attribute,
          text: id > 0 ? label : '',
        }),
        option: numbers.number('option', id, { facet: attribute.facets.option, text: label }),
      },
    })
  }
  return attributes
}
