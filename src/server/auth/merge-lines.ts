import { limits } from '#contract/limits.ts'

/** A line of a cart with what its product allows, as `merge-carts.ts` reads it. */
export type MergeLine = {
  variation_id: number
  /** Tells lines of one variation apart: '' or the hash of the customisation. */
  customisation_key: string
  customisation: unknown
  quantity: number
  unit_price: number
  /** Of the variation, as the shopper knows it. */
  name: string
  /** Published and priced. */
  is_buyable: boolean
  stock: number
  tracks_stock: boolean
  min_quantity: number
  max_quantity: number
  quantity_step: number
}

/** What could not be kept whole: `quantity` of `wanted` are in the cart now. */
export type Capped = { name: string; quantity: number; wanted: number }

/**
 * Adds a guest's lines to a customer's: the same variation with the same customisation is summed, up to stock and limit (of
 * all its lines together), in the product's steps. What the customer's cart already held is never made less.
 * Decisions §3 (cart merge on login).
 *
 * @returns the lines to write, with their new quantities, and which wishes fell short
 */
export function mergeLines(own: readonly MergeLine[], guest: readonly MergeLine[]) {
  const lines = new Map(own.map((line) => [keyOf(line), line]))
  const changed: MergeLine[] = []
  const capped: Capped[] = []
  for (const line of guest) {
    const held = lines.get(keyOf(line))?.quantity ?? 0
    const wanted = held + line.quantity
    const elsewhere = sumOf(lines.values(), line.variation_id) - held
    const isFull = held === 0 && lines.size >= limits.maxCartLines
    const quantity = isFull ? 0 : Math.max(held, fitting(line, Math.min(wanted, mostOf(line) - elsewhere)))
    if (quantity < wanted) capped.push({ name: line.name, quantity, wanted })
    if (quantity === 0) continue
    // the price that the shopper saw last is the guest's
    const merged = { ...line, quantity }
    lines.set(keyOf(line), merged)
    changed.push(merged)
  }
  return { changed, capped }
}

const keyOf = ({ variation_id, customisation_key }: MergeLine) => `${variation_id} ${customisation_key}`

const sumOf = (lines: Iterable<MergeLine>, variationId: number) => {
  let sum = 0
  for (const { variation_id, quantity } of lines) if (variation_id === variationId) sum += quantity
  return sum
}

function mostOf({ is_buyable, stock, tracks_stock, max_quantity }: MergeLine) {
  if (!is_buyable) return 0
  return tracks_stock ? Math.min(stock, max_quantity) : max_quantity
}

/** The largest quantity up to `most` in which the product is sold. */
function fitting({ min_quantity, quantity_step }: MergeLine, most: number) {
  return most < min_quantity ? 0 : most - ((most - min_quantity) % quantity_step)
}
