import type { VariationValues } from '#contract/admin/catalog/products.ts'

/** With more variations than this, they are folded into groups and summaries. */
export const MOST_UNFOLDED = 40

/** The numbers of the grid that can be changed for several variations; a stock only before it is stored. */
export type ChangedField = 'selling_price' | 'mrp' | 'initial_stock'

export type VariationChange =
  /** Minor units, or pieces; null removes a compare price. */
  | { how: 'set'; field: ChangedField; amount: number | null }
  /** `step` in minor units: results are multiples of it. */
  | { how: 'percent'; field: 'selling_price' | 'mrp'; percent: number; step: number }

/**
 * Changes one number of the variations at some positions. A compare price that is missing stays missing when it is
 * changed by percent, and a variation with a stored stock keeps it.
 */
export function changeVariations(
  variations: readonly VariationValues[],
  positions: ReadonlySet<number>,
  change: VariationChange,
): VariationValues[] {
  return variations.map((variation, at) => {
    const { field } = change
    if (!positions.has(at) || (field === 'initial_stock' && variation.id !== null)) return variation
    const amount = change.how === 'set' ? change.amount : byPercent(variation[field], change)
    return { ...variation, [field]: field === 'selling_price' ? (amount ?? 0) : amount }
  })
}

/** Hundredths of a percent are whole numbers, so that 10.1 % of 1,000 is not 100.99999. */
function byPercent(amount: number | null, { percent, step }: { percent: number; step: number }) {
  if (amount === null) return null
  const hundredths = 10_000 + Math.round(percent * 100)
  return Math.max(0, Math.round((amount * hundredths) / 10_000 / step) * step)
}

export type VariationGroup = { label: string; positions: ReadonlySet<number> }

/**
 * The groups that share an option, in the order of their first variation. A group of all variations is left out.
 * @param optionsOf the names of the options of each variation: `['Blue', 'M']`
 */
export function groupsOf(optionsOf: readonly (readonly string[])[]): VariationGroup[] {
  const groups = new Map<string, Set<number>>()
  for (const [at, labels] of optionsOf.entries())
    for (const label of labels) groups.set(label, (groups.get(label) ?? new Set()).add(at))
  return [...groups]
    .filter(([, positions]) => positions.size < optionsOf.length)
    .map(([label, positions]) => ({ label, positions }))
}
