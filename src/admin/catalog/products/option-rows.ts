import { isSameTag as same } from '#admin/parts/tag-entry.tsx'
import type { ProductOptions } from '#contract/admin/catalog/product-actions.ts'
import { type ChosenOption, MAX_VARIATIONS, VariationValues } from '#contract/admin/catalog/products.ts'

type Attribute = ProductOptions['attributes'][number]

/** An option of a product, such as Size, with the labels of its values in their order. */
export type OptionRow = { name: string; values: readonly string[] }

/** An option by its names; undefined for a value that is not known (any more). */
export function namesOf(option: ChosenOption, attributes: readonly Attribute[]) {
  if (typeof option === 'object') return option
  for (const { label, values } of attributes) {
    const value = values.find(({ id }) => id === option)
    if (value) return { name: label, value: value.label }
  }
  return undefined
}

/** The options of a product as rows: names in the order of its first variation, values in the order of all. */
export function optionRows(
  variations: readonly VariationValues[],
  attributes: readonly Attribute[],
): OptionRow[] {
  const rows: { name: string; values: string[] }[] = []
  for (const { options } of variations)
    for (const option of options) {
      const names = namesOf(option, attributes)
      if (!names) continue
      const row = rows.find(({ name }) => same(name, names.name))
      if (!row) rows.push({ name: names.name, values: [names.value] })
      else if (!row.values.some((value) => same(value, names.value))) row.values.push(names.value)
    }
  return rows
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
  let cells = variations.map((variation): Cell => {
    const named = variation.options.flatMap((option) => namesOf(option, attributes) ?? [])
    const place = rows.map(
      ({ name, values }) => named.find((option) => same(option.name, name))?.value ?? values[0] ?? '',
    )
    return { variation, place }
  })
  const remaining = cells.filter(({ place }) => rows.every(({ values }, at) => has(values, place[at])))
  const [first] = cells
  cells = distinct(
    remaining.length > 0 || !first
      ? remaining
      : [{ ...first, place: rows.map(({ values }) => values[0] ?? '') }],
  )
  for (const [at, { name, values }] of rows.entries()) {
    const isNew = formerOf(name).length === 0
    const known = [...formerOf(name), ...cells.map(({ place }) => place[at] ?? '')]
    const neighbours = distinct(cells, at)
    for (const value of values.filter((one) => !has(known, one)))
      for (const { variation, place } of neighbours)
        cells.push({
          variation: neighbourOf(variation, isNew ? undefined : place[at], value),
          place: place.with(at, value),
        })
  }
  if (cells.length > MAX_VARIATIONS) return undefined
  const order = (cell: Cell) =>
    rows.map(({ values }, at) => values.findIndex((value) => same(value, cell.place[at] ?? '')))
  const sorted = cells.toSorted((one, other) => compare(order(one), order(other)))
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
  const isSeen = (option: ChosenOption) =>
    attributes.some(
      ({ display, label, values }) =>
        display !== 'button' &&
        (typeof option === 'object' ? same(option.name, label) : values.some(({ id }) => id === option)),
    )
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

const has = (values: readonly string[], value: string | undefined) =>
  value !== undefined && values.some((one) => same(one, value))

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
  return attribute?.values.find(({ label }) => same(label, value))?.id ?? { name, value }
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
