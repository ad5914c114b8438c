import { VariationValues } from '#contract/admin/catalog/products.ts'

type Value = { id: number; label: string }

/**
 * The variations of all combinations of the chosen values, one value of each attribute. Variations whose options are among them
 * stay as they are; new ones take price and SKU from the first. A product without options becomes the first combination.
 */
export function generateVariations(
  present: readonly VariationValues[],
  chosen: readonly (readonly Value[])[],
): VariationValues[] {
  const attributes = chosen.filter((values) => values.length > 0)
  const combinations = attributes.reduce<Value[][]>(
    (rows, values) => rows.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  )
  const first = present[0]
  const byOptions = new Map(present.map((variation) => [keyOf(variation.options), variation]))
  const base = first?.sku.trim() ?? ''
  const skus = new Set(present.map(({ sku }) => sku))
  const withoutOptions = first && first.options.length === 0 ? first : undefined
  const all = combinations.map((combination, at) => {
    const options = combination.map(({ id }) => id)
    const known = byOptions.get(keyOf(options))
    if (known) return known
    if (at === 0 && withoutOptions) return { ...withoutOptions, options }
    // Without a SKU to continue, all of them are made when the product is saved.
    const codes = combination.map(({ label }) => codeOf(label))
    const sku = base === '' ? '' : freeSku(skus, [base, ...codes].join('-'))
    skus.add(sku)
    return VariationValues.parse({
      sku,
      options,
      selling_price: first?.selling_price ?? 0,
      mrp: first?.mrp ?? null,
      tracks_stock: first?.tracks_stock ?? true,
      initial_stock: first?.initial_stock ?? null,
      weight_g: first?.weight_g ?? null,
    })
  })
  const hasDefault = all.some(({ is_default }) => is_default)
  return all.map((variation, at) => (hasDefault || at > 0 ? variation : { ...variation, is_default: true }))
}

const keyOf = (options: readonly number[]) => options.toSorted((a, b) => a - b).join()

/** `Sea Green`: SEA-GREEN. */
const codeOf = (label: string) =>
  label
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toUpperCase()

function freeSku(taken: ReadonlySet<string>, sku: string) {
  const short = sku.slice(0, 95)
  if (!taken.has(short)) return short
  for (let number = 2; ; number += 1) if (!taken.has(`${short}-${number}`)) return `${short}-${number}`
}
