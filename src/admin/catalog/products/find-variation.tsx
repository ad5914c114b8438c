import { useState } from 'react'
import { EntryField } from '#admin/parts/entry-field.tsx'
import { useFormat } from '#admin/parts/format.ts'
import type { VariationValues } from '#contract/admin/catalog/products.ts'
import { MOST_UNFOLDED } from './change-variations.ts'

/** As many rows are shown at once. */
export const MOST_FOUND = 100

type Found = {
  typed: string
  setTyped: (typed: string) => void
  total: number
  /** Of the variations that have all typed words in their options or SKU, in their order. */
  positions: readonly number[]
}

/**
 * What is found stays while it is edited, also when another SKU is typed.
 * @param labels the names of the options of each variation
 */
export function useFound(
  variations: readonly VariationValues[],
  labels?: readonly (readonly string[])[],
): Found {
  const total = variations.length
  const search = (typed: string) => ({ typed, total, positions: positionsOf(typed, variations, labels) })
  const [found, setFound] = useState(() => search(''))
  const present = found.total === total ? found : search(found.typed)
  if (present !== found) setFound(present)
  return { ...present, setTyped: (typed) => setFound(search(typed)) }
}

function positionsOf(
  typed: string,
  variations: readonly VariationValues[],
  labels: readonly (readonly string[])[] = [],
): number[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return [...variations.entries()].flatMap(([at, { sku }]) => {
    // “shade 7” is neither Shade 17 nor a SKU with a 7.
    const named = ` ${labels[at]?.join(' ') ?? ''}`.toLowerCase()
    const isNamed = (word: string) =>
      named.includes(` ${word}`) || (word.length > 2 && sku.toLowerCase().includes(word))
    return words.every(isNamed) ? [at] : []
  })
}

/** Above a long table of variations; the browser's own search does not find what is folded. */
export function FindVariation({ typed, setTyped, total, positions: { length } }: Found) {
  const { count } = useFormat()
  if (total <= MOST_UNFOLDED) return null
  return (
    <EntryField
      label="Find variations"
      type="search"
      value={typed}
      placeholder="Option or SKU"
      hint={
        typed.trim() === ''
          ? undefined
          : `${count(length)} found${length > MOST_FOUND ? `, the first ${MOST_FOUND} are shown` : ''}.`
      }
      onChange={({ target: { value } }) => setTyped(value)}
      // Enter would save the product.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  )
}
