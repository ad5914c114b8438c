import type { Filters } from '#contract/catalog.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import type { Scope } from '#server/platform/kernel/catalog-index.ts'
import type { AttributeEntry, CategoryEntry, Dictionary, FacetEntry } from './dictionary.ts'
import type { OptionRow } from './to-facets.ts'

type Selection = { scope: Scope; filters: Filters }

/**
 * By value number: `found` products have it and meet every choice but the one in its facet; `inScope` ignores all
 * choices.
 */
export type Counts = { found: Uint32Array; inScope: Uint32Array }

/**
 * The options to offer: every option of the scope, even with a count of 0, and the chosen ones.
 */
export function optionRows(
  dictionary: Dictionary,
  counts: Counts,
  { scope, filters }: Selection,
): OptionRow[] {
  return [
    ...categoryRows(dictionary.categories, counts, scope, filters.category ?? []),
    ...dictionary.facets.flatMap((facet) => namedRows(facet, counts, filters[facet.key] ?? [])),
    ...dictionary.attributes.flatMap((attribute) => attributeRows(attribute, counts, filters)),
  ]
}

/** One level below the listing's own category, or the top level; and the chosen ones at any level. */
function categoryRows(
  categories: CategoryEntry[],
  { found, inScope }: Counts,
  scope: Scope,
  chosen: string[],
): OptionRow[] {
  const parentId = scope.kind === 'category' ? scope.id : null
  const rows: OptionRow[] = []
  for (const { parent_id, slug, path, name, position, within } of categories) {
    const isChosen = chosen.includes(slug) || chosen.includes(path)
    if (parent_id !== parentId && !isChosen) continue
    if (!isChosen && !within.some((number) => inScope[number]! > 0)) continue
    let count = 0
    for (const number of within) count += found[number]!
    rows.push({
      ...{ type: 'category', key: 'category', display: 'checkbox', label: 'Category', facet_position: 0 },
      ...{ value: slug, option_label: name, color: null, image_path: null, position, count },
    })
  }
  return rows
}

function namedRows(
  { key, label, isShownWhenChosen, values }: FacetEntry,
  { found, inScope }: Counts,
  chosen: string[],
): OptionRow[] {
  if (isShownWhenChosen && chosen.length === 0) return []
  const rows: OptionRow[] = []
  for (const { number, slug, name, position } of values) {
    if (inScope[number] === 0 && !chosen.includes(slug)) continue
    rows.push({
      ...{ type: key, key, display: 'checkbox', label, facet_position: 0, count: found[number]! },
      ...{ value: slug, option_label: name, color: null, image_path: null, position },
    })
  }
  return rows
}

function attributeRows(attribute: AttributeEntry, { found, inScope }: Counts, filters: Filters): OptionRow[] {
  const { code, label, display, is_variable, is_filterable, position } = attribute
  if (!is_filterable) return []
  const chosen = ownValue((is_variable ? filters.variable_attribute : filters.attribute) ?? {}, code) ?? []
  const rows: OptionRow[] = []
  for (const value of attribute.values) {
    const number = is_variable ? value.numbers.option : value.numbers.attribute
    if (inScope[number] === 0 && !chosen.includes(value.value)) continue
    rows.push({
      type: is_variable ? 'variable_attribute' : 'attribute',
      key: code,
      display: !is_variable ? 'checkbox' : display === 'button' ? 'button' : 'swatch',
      ...{ label, facet_position: position, count: found[number]! },
      ...{ value: value.value, option_label: value.label, position: value.position },
      ...{ color: value.color, image_path: value.image_path },
    })
  }
  return rows
}
