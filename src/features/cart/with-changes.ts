import type { Cart, CartItem } from '#contract/cart.ts'
import type { Money } from '#contract/money.ts'
import type { LineChange } from './line-change.ts'

/**
 * The cart with pending quantity changes applied by plain arithmetic, before the server has replied. Discount
 * and delivery stay unchanged until then.
 */
export function withChanges(cart: Cart, changes: Readonly<Record<number, LineChange>>): Cart {
  if (!cart.items.some(({ id }) => changes[id])) return cart
  const items = cart.items
    .map((item) => withQuantity(item, changes[item.id]?.wanted ?? item.quantity))
    .filter(({ quantity }) => quantity > 0)
  const difference = undiscountedTotal(items) - undiscountedTotal(cart.items)
  return {
    ...cart,
    items,
    total_quantity: items.reduce((total, { quantity }) => total + quantity, 0),
    subtotal: plus(cart.subtotal, difference),
    grand_total: plus(cart.grand_total, difference),
    ...(cart.stored_value && {
      stored_value: { ...cart.stored_value, due: plus(cart.stored_value.due, difference) },
    }),
  }
}

function withQuantity(item: CartItem, quantity: number): CartItem {
  if (quantity === item.quantity) return item
  return {
    ...item,
    quantity,
    quantity_in_display_unit: quantity,
    in_stock: quantity <= item.available_quantity,
    line_total: plus(item.line_total, (quantity - item.quantity) * item.unit_price.amount),
  }
}

const undiscountedTotal = (items: readonly CartItem[]) =>
  items.reduce((total, { unit_price, quantity }) => total + unit_price.amount * quantity, 0)

const plus = ({ amount, currency }: Money, more: number): Money => ({
  amount: Math.max(0, amount + more),
  currency,
})
