import type { ProductFull } from '#contract/catalogue.ts'
import type { DeliveryCost } from './delivery-words.ts'

/** What the product page, and the quick view, show of a product. */
export type ProductShown = Pick<
  ProductFull,
  | 'id'
  | 'slug'
  | 'product_name'
  | 'brand'
  | 'brand_place'
  | 'brand_description'
  | 'channel'
  | 'images'
  | 'variations'
  | 'availability'
  | 'available_quantity'
  | 'rating'
  | 'labels'
  | 'short_description'
  | 'description'
  | 'specifications'
  | 'tax_included'
  | 'return_days'
  | 'min_quantity'
  | 'max_quantity'
  | 'quantity_step'
  | 'customisation'
> & { tags: { name: string; slug: string }[]; delivery: DeliveryCost[] }
