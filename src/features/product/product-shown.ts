import type { Combination, ProductFull } from '#contract/catalog.ts'
import type { Day } from '#contract/rules/delivery-dates.ts'
import type { Image, Video } from '#contract/shapes.ts'
import type { DeliveryWay } from './delivery-text.ts'

/** `sku` names the variation that a picture shows, null for all. */
export type GalleryImage = Image & { sku: string | null }

/** A specification, or a custom field; a link where it names a file or a record. */
export type Fact = { label: string; value: string; url?: string | undefined }

/** `price_note`: in place of the product's, with the price per unit. */
export type CombinationShown = Omit<Combination, 'price_per_unit' | 'content' | 'price_until' | 'gtin'> & {
  price_note?: string
}

/** The product's fields on its page and in the quick view. */
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
  | 'availability'
  | 'available_quantity'
  | 'sold_ahead'
  | 'rating'
  | 'short_description'
  | 'description'
  | 'min_quantity'
  | 'max_quantity'
  | 'quantity_step'
  | 'customisation'
> & {
  variations: Omit<ProductFull['variations'], 'combinations'> & { combinations: CombinationShown[] }
  video?: Video
  tags: { name: string; slug: string }[]
  specifications: Fact[]
  delivery: DeliveryWay[]
  /** In place of the delivery: it is sent by e-mail. */
  sent?: string
  returns: string
  /** In the shop's time zone: the days of delivery are counted from it. */
  today: Day
  /** Code of an attribute that the shopper has yet to choose: the shopper is prompted for a size, which is not preselected. */
  choose?: string
  /** Sold only to buyers of this age. */
  min_age?: number | null
  /** Below the price. */
  price_note: string | undefined
  /** The badge of a promotion for it. */
  offer?: string | undefined
}

/** The props of a product's slots: the chosen variation. */
export const productSlotProps = (
  { slug, product_name }: Pick<ProductShown, 'slug' | 'product_name'>,
  { product_id, sku, selling_price }: Pick<Combination, 'product_id' | 'sku' | 'selling_price'>,
) => ({ product_id, slug, sku, name: product_name, price: selling_price })
