import { sql } from 'kysely'
import type { Db } from '#server/http/context.ts'
import { wordsOf } from '../text/words-of.ts'
import { type ValueNumbers, valueNumbers } from './value-numbers.ts'

/** `number`: see ValueNumbers. `words`: the name as it is searched, single spaces between. */
export type Named = { id: number; name: string; slug: string; number: number; words: string }

export type CategoryEntry = Named & {
  parent_id: number | null
  path: string
  position: number
  /** Value numbers of the category and of all below it. */
  within: number[]
}

export type AttributeEntry = Omit<AttributeRow, 'values'> & {
  /** Facet numbers: as a property of products, and as an option of variations. */
  facets: { attribute: number; option: number }
  values: (ValueRow & { numbers: { attribute: number; option: number } })[]
}

/** Everything that products refer to, and what it is called. */
export type Dictionary = {
  numbers: ValueNumbers
  facets: { brand: number; category: number; label: number; tag: number }
  brands: Named[]
  labels: Named[]
  tags: Named[]
  categories: CategoryEntry[]
  attributes: AttributeEntry[]
}

/** @param numbers the numbers given so far: they stay */
export async function readDictionary(db: Db, numbers: ValueNumbers = valueNumbers()): Promise<Dictionary> {
  const { rows } = await sql<Rows>`
    select
      (select ${list(sql`id, name, slug`)} from brands) as brands,
      (select ${list(sql`id, name, slug`)} from labels) as labels,
      (select ${list(sql`id, name, slug`)} from tags) as tags,
      (select ${list(sql`id, name, slug, parent_id, path, position`)} from categories) as categories,
      (select ${list(sql`id, code, label, display, is_variable, is_filterable, position`)} from attributes) as attributes,
      (select ${list(sql`id, attribute_id, value, label, color, image_path, position`)} from attribute_values) as values`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('The dictionary is always one row')
  const named = (kind: 'brand' | 'label' | 'tag') => {
    const facet = numbers.facetNumber(kind)
    return ([id, name, slug]: NamedRow): Named => ({
      id,
      name,
      slug,
      number: numbers.number(kind, id, { facet, text: name }),
      words: wordsOf(name).join(' '),
    })
  }
  return {
    numbers,
    facets: {
      brand: numbers.facetNumber('brand'),
      category: numbers.facetNumber('category'),
      label: numbers.facetNumber('label'),
      tag: numbers.facetNumber('tag'),
    },
    brands: row.brands.map(named('brand')),
    labels: row.labels.map(named('label')),
    tags: row.tags.map(named('tag')),
    categories: toCategories(row.categories, numbers),
    attributes: toAttributes(row.attributes, row.values, numbers),
  }
}

/** Rows as arrays: names of columns a thousand times over would be most of the reply. */
const list = (columns: ReturnType<typeof sql>) =>
  sql`coalesce(json_agg(json_build_array(${columns}) order by id), '[]')`

type NamedRow = [id: number, name: string, slug: string]
type CategoryRow = [...NamedRow, parent_id: number | null, path: string, position: number]
type AttributeTuple = [number, string, string, AttributeRow['display'], boolean, boolean, number]
type ValueTuple = [number, number, string, string, string | null, string | null, number]
type Rows = {
  brands: NamedRow[]
  labels: NamedRow[]
  tags: NamedRow[]
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

/** A category is within another when its path goes on where the other's ends. */
function toCategories(rows: CategoryRow[], numbers: ValueNumbers): CategoryEntry[] {
  const facet = numbers.facetNumber('category')
  const categories = rows.map(([id, name, slug, parent_id, path, position]) => ({
    ...{ id, name, slug, parent_id, path, position },
    number: numbers.number('category', id, { facet, text: name }),
    words: wordsOf(name).join(' '),
    within: [] as number[],
  }))
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
        attribute: numbers.number('attribute', id, { facet: attribute.facets.attribute, text: label }),
        option: numbers.number('option', id, { facet: attribute.facets.option, text: label }),
      },
    })
  }
  return attributes
}
