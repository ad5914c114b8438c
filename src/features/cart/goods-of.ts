import type { CartItem } from '#contract/cart.ts'
import { type Money, money } from '#contract/money.ts'

/** What a line's goods cost before any discount: the lines shown sum to the subtotal, and the discount is taken off once, there. */
export const goodsOf = ({
  line_total,
  line_discount,
}: Pick<CartItem, 'line_total' | 'line_discount'>): Money =>
  money(line_total.amount + line_discount.amount, line_total.currency)
