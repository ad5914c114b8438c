import type { ProductDraft, VariationDraft } from './product-draft.ts'

/**
 * All variations of a product need the same options, and each combination only once. Rows that violate this
 * are refused; of two equal rows the earlier is used.
 */
export function refuseUnevenOptions(draft: ProductDraft) {
  const names = new Set(draft.variations.flatMap(({ options }) => options?.map(({ name }) => name) ?? []))
  const lineOf = new Map<string, number>()
  const accepted: VariationDraft[] = []
  for (const variation of draft.variations) {
    const reason = problemOf(variation, names, lineOf)
    if (reason) draft.problems.push({ line: variation.line, kind: 'refused', reason })
    else accepted.push(variation)
  }
  draft.variations = accepted
  const refused = new Set(draft.problems.filter(({ kind }) => kind === 'refused').map(({ line }) => line))
  draft.images = draft.images.filter(({ line }) => !refused.has(line))
}

function problemOf({ options, sku, line }: VariationDraft, names: Set<string>, lineOf: Map<string, number>) {
  const missing = options && [...names].filter((name) => !options.some((option) => option.name === name))
  if (missing && missing.length > 0) return `The option “${missing.join('”, “')}” has no value`
  const keys = [
    ...(options ? [combinationKey(options)] : []),
    ...(sku ? [`sku ${sku}`] : []),
    ...(!options && !sku ? ['neither'] : []),
  ]
  const taken = keys.find((key) => lineOf.has(key))
  if (taken) {
    const what = taken.startsWith('sku ') ? `The SKU “${sku}”` : 'The same combination of options'
    return `${what} is already on line ${lineOf.get(taken)}`
  }
  for (const key of keys) lineOf.set(key, line)
  return undefined
}

const combinationKey = (options: readonly { name: string; value: string }[]) =>
  JSON.stringify(options.map(({ name, value }) => [name.toLowerCase(), value.toLowerCase()]).sort())
