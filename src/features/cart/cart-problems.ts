import type { Cart, CartItem } from '#contract/cart.ts'

/** What stands between a cart and its checkout. Spec §3 (cart client state), UX "Cart drawer / page" 6. */
export type CartProblems = {
  /** Lines that want more than there is. */
  short: CartItem[]
  /** Lines whose price changed since the shopper last saw it. */
  repriced: CartItem[]
}

export const problemsOf = ({ items }: Pick<Cart, 'items'>): CartProblems => ({
  short: items.filter(({ in_stock }) => !in_stock),
  repriced: items.filter(({ previous_unit_price }) => previous_unit_price !== null),
})

/** The most that can be had of a line that is short, in whole steps; 0 when it has to go. */
export function mostAvailable({ available_quantity, min_quantity, quantity_step }: CartItem): number {
  if (available_quantity < min_quantity) return 0
  return min_quantity + Math.floor((available_quantity - min_quantity) / quantity_step) * quantity_step
}
