import type { Facet } from '#contract/catalog.ts'
import { mediaUrl } from '#server/platform/media/to-image.ts'
import { productFacets } from './product-facets.ts'

/** One counted option of one facet. `facet_position` orders attributes, `position` the values of one. */
export type OptionRow = {
  type: Exclude<Facet['type'], 'price'>
  key: string
  display: Exclude<Facet['display'], 'range'>
  label: string
  facet_position: number
  value: string
  option_label: string
  color: string | null
  image_path: string | null
  position: number
  count: number
}

const typesInOrder: readonly Facet['type'][] = [
  'category',
  'variable_attribute',
  'attribute',
  ...productFacets.map(({ key }) => key),
]

/**
 * Facets in display order, price last. Options are sorted by position, then count (descending), then label. `range`
 * is in minor units; without products it is null and the price facet is left out.
 */
export function toFacets(options: OptionRow[], range: { min: number | null; max: number | null }): Facet[] {
  const facets = new Map<string, OptionRow[]>()
  for (const option of options) {
    const name = `${option.type} ${option.key}`
    const others = facets.get(name)
    if (others) others.push(option)
    else facets.set(name, [option])
  }
  const listed = [...facets.values()].sort(([a], [b]) => (a && b ? byFacet(a, b) : 0)).flatMap(toFacet)
  if (range.min === null || range.max === null) return listed
  return [
    ...listed,
    { key: 'price', type: 'price', display: 'range', label: 'Price', min: range.min, max: range.max },
  ]
}

function toFacet(options: OptionRow[]): Facet[] {
  const [first] = options
  if (!first) return []
  const { key, type, display, label } = first
  return [{ key, type, display, label, options: options.sort(byOption).map(toOption) }]
}

const toOption = ({ value, option_label, count, color, image_path }: OptionRow) => ({
  value,
  label: option_label,
  count,
  color,
  image: image_path && mediaUrl(image_path),
})

const byFacet = (a: OptionRow, b: OptionRow) =>
  typesInOrder.indexOf(a.type) - typesInOrder.indexOf(b.type) ||
  a.facet_position - b.facet_position ||
  byText(a.key, b.key)

const byOption = (a: OptionRow, b: OptionRow) =>
  a.position - b.position ||
  b.count - a.count ||
  byText(a.option_label, b.option_label) ||
  byText(a.value, b.value)

/** Independent of the machine's locale. */
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
