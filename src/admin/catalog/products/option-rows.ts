import { isSameTag as same } from '#admin/parts/tag-entry.tsx'
import type { ProductOptions } from '#contract/admin/catalog/product-actions.ts'
import { type ChosenOption, MAX_VARIATIONS, VariationValues } from '#contract/admin/catalog/products.ts'

type Attribute = ProductOptions['attributes'][number]

/** An option of a product, such as Size, with the labels of its values in their order. */
export type OptionRow = { name: string; values: readonly string[] }

type Names = { name: string; value: string }
const namesOfValues = new WeakMap<readonly Attribute[], ReadonlyMap<number, Names>>()

/** The names of all values by id; made once, because a product may have 2,000 variations of 100 values. */
function namesIn(attributes: readonly Attribute[]): ReadonlyMap<number, Names> {
  const known = namesOfValues.get(attributes)
  if (known) return known
  const names = new Map(
    attributes.flatMap(({ label: name, values }) =>
      values.map(({ id, label }) => [id, { name, value: label }]),
    ),
  )
  namesOfValues.set(attributes, names)
  return names
}

/** An option by its names; undefined for a value that is not known (any more). */
export const namesOf = (option: ChosenOption, attributes: readonly Attribute[]): Names | undefined =>
  typeof option === 'object' ? option : namesIn(attributes).get(option)

const keyOf = (text: string) => text.toLowerCase()

/** The options of a product as rows: names in the order of its first variation, values in the order of all. */
export function optionRows(
  variations: readonly VariationValues[],
  attributes: readonly Attribute[],
): OptionRow[] {
  const rows = new Map<string, { name: string; values: Map<string, string> }>()
  for (const { options } of variations)
    for (const option of options) {
      const names = namesOf(option, attributes)
      if (!names) continue
      const row = rows.get(keyOf(names.name)) ?? { name: names.name, values: new Map<string, string>() }
      rows.set(keyOf(names.name), row)
      if (!row.values.has(keyOf(names.value))) row.values.set(keyOf(names.value), names.value)
    }
  return [...rows.values()].map(({ name, values }) => ({ name, values: [...values.values()] }))
}

/**
 * The variations of changed rows, in their order. A new value brings a variation for each combination of the other options that the
 * product has, with price and weight of its neighbour; a removed value takes its variations away. The first value of
 * a new option belongs to the variations that are there. A row without values is left out; one variation always stays.
 * @returns undefined for more variations than a product can have
 */
export function withOptionRows(
  variations: readonly VariationValues[],
  changed: readonly OptionRow[],
  attributes: readonly Attribute[],
): VariationValues[] | undefined {
  // A pasted column may be long: what is made of it is not counted first.
  if (changed.some(({ values }) => values.length > MAX_VARIATIONS)) return undefined
  const rows = changed.filter(({ values }) => values.length > 0)
  const former = optionRows(variations, attributes)
  const formerOf = (name: string) => former.find((row) => same(row.name, name))?.values ?? []
  const places = rows.map(({ values }) => new Map(values.map((value, at) => [keyOf(value), at])))
  let cells = variations.map((variation): Cell => {
    const named = variation.options.flatMap((option) => namesOf(option, attributes) ?? [])
    const place = rows.map(
      ({ name, values }) => named.find((option) => same(option.name, name))?.value ?? values[0] ?? '',
    )
    return { variation, place }
  })
  const remaining = cells.filter(({ place }) => places.every((of, at) => of.has(keyOf(place[at] ?? ''))))
  const [first] = cells
  cells = distinct(
    remaining.length > 0 || !first
      ? remaining
      : [{ ...first, place: rows.map(({ values }) => values[0] ?? '') }],
  )
  for (const [at, { name, values }] of rows.entries()) {
    const isNew = formerOf(name).length === 0
    const known = new Set([...formerOf(name), ...cells.map(({ place }) => place[at] ?? '')].map(keyOf))
    const neighbours = distinct(cells, at)
    const added = values.filter((one) => !known.has(keyOf(one)))
    if (cells.length + added.length * neighbours.length > MAX_VARIATIONS) return undefined
    for (const value of added)
      for (const { variation, place } of neighbours)
        cells.push({
          variation: neighbourOf(variation, isNew ? undefined : place[at], value),
          place: place.with(at, value),
        })
  }
  const ordered = cells.map((cell) => ({
    ...cell,
    order: places.map((of, at) => of.get(keyOf(cell.place[at] ?? '')) ?? -1),
  }))
  const sorted = ordered.toSorted((one, other) => compare(one.order, other.order))
  return withDefault(
    withFreeSkus(
      sorted.map(({ variation, place }) => ({
        ...variation,
        options: rows.map(({ name }, at) => optionOf(name, place[at] ?? '', attributes)),
      })),
    ),
  )
}

/** What a picture can show: one colour, say, in every size. */
export type Look = { label: string; options: ChosenOption[] }

/** The variations that look different; where all options are buttons, such as sizes, each is one. */
export function looksOf(variations: readonly VariationValues[], attributes: readonly Attribute[]): Look[] {
  const seenNames = new Set(
    attributes.flatMap(({ display, label }) => (display === 'button' ? [] : [keyOf(label)])),
  )
  const isSeen = (option: ChosenOption) => seenNames.has(keyOf(namesOf(option, attributes)?.name ?? ''))
  const hasSeen = variations.some(({ options }) => options.some(isSeen))
  const looks = new Map<string, Look>()
  for (const { options } of variations) {
    const seen = hasSeen ? options.filter(isSeen) : options
    const label = seen.map((option) => namesOf(option, attributes)?.value ?? '…').join(' / ')
    if (!looks.has(label)) looks.set(label, { label, options: seen })
  }
  return [...looks.values()]
}

/** A variation with the labels of its options, in the order of the rows. */
type Cell = { variation: VariationValues; place: readonly string[] }

/** @param without the row whose value does not count */
function distinct(cells: readonly Cell[], without = -1): Cell[] {
  const byPlace = new Map<string, Cell>()
  for (const cell of cells) {
    const key = cell.place
      .filter((_, at) => at !== without)
      .join('\n')
      .toLowerCase()
    if (!byPlace.has(key)) byPlace.set(key, cell)
  }
  return [...byPlace.values()]
}

function compare(one: readonly number[], other: readonly number[]) {
  const at = one.findIndex((place, index) => place !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** A value that the shop has by its id, another by its names. */
function optionOf(name: string, value: string, attributes: readonly Attribute[]): ChosenOption {
  const attribute = attributes.find(({ label }) => same(label, name))
  return (attribute && idsOf(attribute).get(keyOf(value))) ?? { name, value }
}

const idsOfLabels = new WeakMap<Attribute, ReadonlyMap<string, number>>()

function idsOf(attribute: Attribute): ReadonlyMap<string, number> {
  const known = idsOfLabels.get(attribute)
  if (known) return known
  // The first of two equal ones.
  const ids = new Map(attribute.values.toReversed().map(({ id, label }) => [keyOf(label), id]))
  idsOfLabels.set(attribute, ids)
  return ids
}

/** A new variation like one that differs in one option. Without a SKU to continue, it is made when the product is saved. */
function neighbourOf(variation: VariationValues, from: string | undefined, to: string) {
  const { selling_price, mrp, tracks_stock, initial_stock, weight_g, content, channel_prices } = variation
  return VariationValues.parse({
    sku: skuLike(variation.sku.trim(), from, to),
    selling_price,
    mrp,
    tracks_stock,
    initial_stock,
    weight_g,
    content,
    ...(channel_prices && { channel_prices }),
  })
}

/** `TEE-RED-S` with M in place of S is `TEE-RED-M`; `TEE` and Sea Green are `TEE-SEA-GREEN`. */
function skuLike(sku: string, from: string | undefined, to: string) {
  if (sku === '') return ''
  const parts = `-${sku}-`
  const replaced = from === undefined ? parts : parts.replace(`-${codeOf(from)}-`, `-${codeOf(to)}-`)
  return replaced === parts ? `${sku}-${codeOf(to)}` : replaced.slice(1, -1)
}

/** `Sea Green`: SEA-GREEN. */
const codeOf = (label: string) =>
  label
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toUpperCase()

/** SKUs of new variations that another has got a number. */
function withFreeSkus(variations: readonly VariationValues[]): VariationValues[] {
  const taken = new Set(variations.flatMap(({ id, sku }) => (id === null ? [] : [sku])))
  return variations.map((variation) => {
    if (variation.id !== null || variation.sku === '') return variation
    const short = variation.sku.slice(0, 95)
    let sku = short
    for (let number = 2; taken.has(sku); number += 1) sku = `${short}-${number}`
    taken.add(sku)
    return { ...variation, sku }
  })
}

function withDefault(variations: readonly VariationValues[]): VariationValues[] {
  const preset = Math.max(
    0,
    variations.findIndex(({ is_default }) => is_default),
  )
  return variations.map((variation, at) => ({ ...variation, is_default: at === preset }))
}
