import type { Cart, CartItem } from '#contract/cart.ts'

/** Problems that block the checkout of a cart. Spec §3 (cart client state), UX "Cart drawer / page" 6. */
export type CartProblems = {
  /** Lines that exceed the stock. */
  short: CartItem[]
  /** Lines whose price has changed since the shopper last saw it. */
  repriced: CartItem[]
}

export const problemsOf = ({ items }: Pick<Cart, 'items'>): CartProblems => ({
  short: items.filter(({ in_stock }) => !in_stock),
  repriced: items.filter(({ previous_unit_price }) => previous_unit_price !== null),
})

/** The available quantity of a short line, in whole steps; 0 when the line must be removed. */
export function mostAvailable({ available_quantity, min_quantity, quantity_step }: CartItem): number {
  if (available_quantity < min_quantity) return 0
  return min_quantity + Math.floor((available_quantity - min_quantity) / quantity_step) * quantity_step
}
