import * as limits from '#contract/limits.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import type { Stocked } from './model/quantity-rules.ts'

/** A cart item with the rules of its product, as `merge-carts.ts` reads it. */
export type MergeLine = Stocked & {
  variation_id: number
  /** Distinguishes items of one variation: '' or the hash of the customisation. */
  customisation_key: string
  customisation: unknown
  quantity: number
  unit_price: number
  /** The variation's display name. */
  name: string
}

/** An item that could not be merged in full: `quantity` of `wanted` are in the cart now. */
export type Capped = { name: string; quantity: number; wanted: number }

/** What a line has after the merge: of two carts the sum, of a cart that is restored what it had. */
type Wanted = (held: number, added: number) => number
export const sumOfBoth: Wanted = (held, added) => held + added
export const higherOfBoth: Wanted = (held, added) => Math.max(held, added)

/**
 * Adds a guest's items to a customer's: the same variation with the same customisation is summed, up to stock
 * and limit (over all its items), in the product's steps. The customer's quantities never decrease. Decisions
 * §3 (cart merge on login).
 *
 * @returns the items to write with their new quantities, and the items that were capped
 */
export function mergeLines(own: readonly MergeLine[], guest: readonly MergeLine[], wantedOf = sumOfBoth) {
  const lines = new Map(own.map((line) => [keyOf(line), line]))
  const changed: MergeLine[] = []
  const capped: Capped[] = []
  for (const line of guest) {
    const held = lines.get(keyOf(line))?.quantity ?? 0
    const wanted = wantedOf(held, line.quantity)
    const elsewhere = sumOf(lines.values(), line.variation_id) - held
    const isFull = held === 0 && lines.size >= limits.maxCartLines
    const quantity = isFull ? 0 : Math.max(held, fitting(line, Math.min(wanted, mostOf(line) - elsewhere)))
    if (quantity < wanted) capped.push({ name: line.name, quantity, wanted })
    if (quantity === 0) continue
    // The shopper last saw the guest cart's price.
    const merged = { ...line, quantity }
    lines.set(keyOf(line), merged)
    changed.push(merged)
  }
  return { changed, capped }
}

/** The same for lines that are one in a cart. */
export const keyOf = ({ variation_id, customisation_key }: MergeLine) =>
  `${variation_id} ${customisation_key}`

const sumOf = (lines: Iterable<MergeLine>, variationId: number) => {
  let sum = 0
  for (const { variation_id, quantity } of lines) if (variation_id === variationId) sum += quantity
  return sum
}

function mostOf({ is_buyable, stock, tracks_stock, max_quantity }: MergeLine) {
  if (!is_buyable) return 0
  return tracks_stock ? Math.min(stock, max_quantity) : max_quantity
}

/** The largest sellable quantity up to `most`. */
function fitting({ min_quantity, quantity_step }: MergeLine, most: number) {
  return most < min_quantity ? 0 : most - ((most - min_quantity) % quantity_step)
}

/** Writes lines with their new quantities, the result of `mergeLines`. */
export async function putLines(tx: Tx, cartId: number, changed: readonly MergeLine[]): Promise<void> {
  if (changed.length === 0) return
  await tx
    .insertInto('cart_items')
    .values(
      changed.map((line) => ({
        cart_id: cartId,
        variation_id: line.variation_id,
        quantity: line.quantity,
        unit_price: line.unit_price,
        customisation: line.customisation === null ? null : json(line.customisation),
        customisation_key: line.customisation_key,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['cart_id', 'variation_id', 'customisation_key']).doUpdateSet((eb) => ({
        quantity: eb.ref('excluded.quantity'),
        unit_price: eb.ref('excluded.unit_price'),
      })),
    )
    .execute()
}
