import type { ProductDraft, VariationDraft } from './product-draft.ts'

/**
 * Variations of one product are chosen by the same options, each combination once. Rows that break this are refused;
 * of two equal ones the earlier stays.
 */
export function refuseUnevenOptions(draft: ProductDraft) {
  const names = new Set(draft.variations.flatMap(({ options }) => options?.map(({ name }) => name) ?? []))
  const lineOf = new Map<string, number>()
  const kept: VariationDraft[] = []
  for (const variation of draft.variations) {
    const reason = faultOf(variation, names, lineOf)
    if (reason) draft.problems.push({ line: variation.line, kind: 'refused', reason })
    else kept.push(variation)
  }
  draft.variations = kept
  const refused = new Set(draft.problems.filter(({ kind }) => kind === 'refused').map(({ line }) => line))
  draft.images = draft.images.filter(({ line }) => !refused.has(line))
}

function faultOf({ options, sku, line }: VariationDraft, names: Set<string>, lineOf: Map<string, number>) {
  const missing = options && [...names].filter((name) => !options.some((option) => option.name === name))
  if (missing && missing.length > 0) return `The option “${missing.join('”, “')}” has no value`
  const marks = [
    ...(options ? [combinationMark(options)] : []),
    ...(sku ? [`sku ${sku}`] : []),
    ...(!options && !sku ? ['neither'] : []),
  ]
  const taken = marks.find((mark) => lineOf.has(mark))
  if (taken) {
    const what = taken.startsWith('sku ') ? `The SKU “${sku}”` : 'The same combination of options'
    return `${what} is already on line ${lineOf.get(taken)}`
  }
  for (const mark of marks) lineOf.set(mark, line)
  return undefined
}

const combinationMark = (options: readonly { name: string; value: string }[]) =>
  JSON.stringify(options.map(({ name, value }) => [name.toLowerCase(), value.toLowerCase()]).sort())
