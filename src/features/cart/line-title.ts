import type { CartItem } from '#contract/cart.ts'

/**
 * A line's name where its options are shown below it: `Moon Vase`, not `Moon Vase - Oat` over `Colour: Oat`
 * (decisions §2).
 */
export function lineTitle({ product, options }: Pick<CartItem, 'product' | 'options'>): string {
  const chosen = ` - ${options.map(({ value }) => value).join(' / ')}`
  return product.name.endsWith(chosen) ? product.name.slice(0, -chosen.length) : product.name
}
