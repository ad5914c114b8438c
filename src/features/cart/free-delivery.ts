import type { Cart } from '#contract/cart.ts'
import { type Money, money } from '#contract/money.ts'
import { isWithoutDelivery } from '#contract/rules/product-kind.ts'

/** The cart's progress to free delivery. */
export type FreeDelivery =
  | { is: 'unknown' }
  | { is: 'reached' }
  | { is: 'near'; missing: Money /** 0 … 1 */; share: number }

/**
 * Free delivery is reached when a method costs nothing, near when a method has a missing amount. Undefined
 * for shops without either, and for a cart without goods that are delivered.
 */
export function freeDelivery(cart: Cart): FreeDelivery {
  const { shipping_methods, subtotal, discount_total, items } = cart
  if (items.length === 0 || isWithoutDelivery(cart)) return { is: 'unknown' }
  if (shipping_methods.some(({ amount }) => amount.amount === 0)) return { is: 'reached' }
  const missing = shipping_methods
    .flatMap(({ free_after }) => (free_after ? [free_after.amount] : []))
    .sort((a, b) => a - b)[0]
  if (missing === undefined) return { is: 'unknown' }
  const goods = subtotal.amount - discount_total.amount
  return { is: 'near', missing: money(missing, subtotal.currency), share: goods / (goods + missing) }
}
