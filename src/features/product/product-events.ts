import { emitItems, toEventItem } from '#client/event-items.ts'
import type { Combination } from '#contract/catalog.ts'
import type { ProductShown } from './product-shown.ts'

/** Emits that the shopper views a product, on its page or in the quick view. */
export function emitProductView(
  { product_name: name, brand }: Pick<ProductShown, 'product_name' | 'brand'>,
  { sku, selling_price: price, options }: Pick<Combination, 'sku' | 'selling_price' | 'options'>,
) {
  const variant = Object.values(options).join(' / ')
  emitItems('view_item', price.currency, [toEventItem({ sku, name, brand: brand?.name, variant, price })])
}
