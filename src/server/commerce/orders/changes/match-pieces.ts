import { type LineAmounts, piecesOf, unshippedPart } from '#contract/rules/split-amounts.ts'
import type { CartLineRow } from '#server/commerce/cart/model/cart-row.ts'
import { type Customised, requireCustomisation } from '#server/commerce/cart/model/customisation.ts'
import { requireQuantity } from '#server/commerce/cart/model/quantity-rules.ts'
import { outOfStock } from '#server/commerce/cart/model/refusals.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import type { ItemRequest } from '../order-lines.ts'
import type { ChangeableLine } from './changeable-order.ts'

/** Pieces of a line with their exact share of its amounts. */
export type Pieces = { line: ChangeableLine; amounts: LineAmounts }

export type Wanted = { variation_id: number; quantity: number; customisation: Customised | null }

export type Matched = {
  /** Of lines of the order. */
  removed: Pieces[]
  /** Of lines that an earlier change removed. */
  restored: Pieces[]
  /** More than the order ever had. */
  more: Wanted[]
}

/**
 * How the pieces that are not shipped get the wanted quantities: what earlier changes removed comes back first, at its price, the
 * latest before others, so that a change there and back is exact; of several lines the newest is taken from first. Lines that are not named stay.
 * @throws 422 at items for an unknown line, for one that is named twice, and for more of what is no longer sold
 */
export function matchPieces(lines: readonly ChangeableLine[], items: readonly ItemRequest[]): Matched {
  const wanted = new Map<number, number>()
  for (const { item_id, quantity } of items) {
    const origin = lines.find(({ id }) => id === item_id)?.origin
    if (origin === undefined || wanted.has(origin))
      throw invalid({ items: ['These items are not part of the order any more'] })
    wanted.set(origin, quantity)
  }
  const matched: Matched = { removed: [], restored: [], more: [] }
  for (const [origin, group] of Map.groupBy(lines, (line) => line.origin)) {
    const live = unshippedOf(group)
    const present = quantityOf(live.map(({ amounts }) => amounts))
    const missing = (wanted.get(origin) ?? present) - present
    matched.removed.push(...take(live.toReversed(), -missing))
    const back = take(removedOf(group), missing)
    matched.restored.push(...back)
    const more = missing - quantityOf(back.map(({ amounts }) => amounts))
    if (more > 0 && group[0]) matched.more.push(moreOf(group[0], more))
  }
  return matched
}

/** What of the lines is in no shipment. */
export const unshippedOf = (lines: readonly ChangeableLine[]): Pieces[] =>
  lines
    .filter(({ is_removed }) => !is_removed)
    .map((line) => ({ line, amounts: unshippedPart(line, line.shipped) }))
    .filter(({ amounts }) => amounts.quantity > 0)

/** The latest first. */
const removedOf = (lines: readonly ChangeableLine[]): Pieces[] =>
  lines
    .filter(({ is_removed }) => is_removed)
    .toSorted((a, b) => (b.cancellation_id ?? 0) - (a.cancellation_id ?? 0))
    .map((line) => ({ line, amounts: line }))

/** At most `quantity` pieces, from the first ones on. */
function take(from: readonly Pieces[], quantity: number): Pieces[] {
  let left = quantity
  return from.flatMap(({ line, amounts }) => {
    const taken = Math.min(left, amounts.quantity)
    if (taken <= 0) return []
    left -= taken
    return [{ line, amounts: piecesOf(amounts, taken) }]
  })
}

function moreOf({ variation_id, name, customisation }: ChangeableLine, quantity: number): Wanted {
  if (variation_id === null)
    throw invalid({ items: [`There can be no more of ${name}: it is no product of the shop`] })
  return { variation_id, quantity, customisation }
}

/**
 * Checks the quantities that a change adds, as the cart does: stock for what is taken, limits for all pieces of the order.
 * @param all the changed order as rows of a cart, `new_lines` and `restored` among them
 * @throws 409 OUT_OF_STOCK, QUANTITY_LIMIT, CUSTOMISATION_INVALID
 */
export function requireSellable(
  all: readonly CartLineRow[],
  new_lines: readonly CartLineRow[],
  restored: readonly Pieces[],
) {
  for (const [id, [row, ...more]] of Map.groupBy(all, ({ variation_id }) => variation_id)) {
    const back = quantityOf(
      restored.filter(({ line }) => line.variation_id === id).map(({ amounts }) => amounts),
    )
    const fresh = quantityOf(new_lines.filter(({ variation_id }) => variation_id === id))
    if (!row || back + fresh === 0) continue
    const total = quantityOf([row, ...more])
    // What the order has already is not taken again.
    const stocked = { ...row, is_buyable: true, stock: row.stock + total - back - fresh }
    if (fresh > 0) requireQuantity(stocked, { line: total, total })
    else if (row.tracks_stock && back > row.stock) throw outOfStock(row.stock)
  }
  for (const { offered_customisation, customisation, kind } of new_lines)
    requireCustomisation(offered_customisation, customisation, kind)
}

const quantityOf = (lines: readonly { quantity: number }[]) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)
