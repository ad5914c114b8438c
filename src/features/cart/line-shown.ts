import type { CartItem } from '#contract/cart.ts'
import { type Money, money } from '#contract/money.ts'

/**
 * A line's name where its options are shown below it: `Moon Vase`, not `Moon Vase - Oat` over `Colour: Oat`
 * (decisions §2).
 */
export function lineTitle({ product, options }: Pick<CartItem, 'product' | 'options'>): string {
  const chosen = ` - ${options.map(({ value }) => value).join(' / ')}`
  return product.name.endsWith(chosen) ? product.name.slice(0, -chosen.length) : product.name
}

/** A line's price before any discount: the shown lines sum to the subtotal, where the discount is subtracted once. */
export const undiscountedTotal = ({
  line_total,
  line_discount,
}: Pick<CartItem, 'line_total' | 'line_discount'>): Money =>
  money(line_total.amount + line_discount.amount, line_total.currency)
