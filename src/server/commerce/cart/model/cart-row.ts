import type { Pickup } from '#contract/cart.ts'
import type { ProductKind } from '#contract/rules/product-kind.ts'
import type { RuleRow } from '#server/catalog/stock/sold-ahead.ts'
import type { Customised } from '#server/commerce/cart/model/customisation.ts'
import type { CouponRow } from '#server/commerce/coupons/model/coupon-row.ts'
import type { CartOffers } from '#server/commerce/promotions/cart-offers.ts'
import type { CartValueRow } from '#server/commerce/stored-value/cart-value.ts'
import type { ImageRow } from '#server/platform/media/to-image.ts'
import type { FieldRow, ProductCustom } from '#server/shop/custom-fields/show-values.ts'

/** A cart as `read-cart.ts` reads it, with its items, methods and rates. Money in minor units. */
export type CartRow = {
  id: number
  session_id: string
  version: number
  customer_id: number | null
  phone: string | null
  email: string | null
  is_billing_same: boolean
  shipping_method: string | null
  payment_method: string | null
  instruction: string | null
  /** The code on the cart and its coupon; null for an unknown code. */
  coupon_code: string | null
  coupon: CouponRow | null
  /** The promotions of the shop; null without any. */
  offers: CartOffers | null
  /** What staff take off the items of an order by phone; 0 on the carts of shoppers. */
  staff_discount: number
  has_free_delivery: boolean
  expires_at: Date
  updated_at: Date
  lines: CartLineRow[]
  /** What each promotion with a gift would add, one piece of it. */
  gifts: GiftLine[]
  addresses: CartAddressRow[]
  /** Delivery area of the shipping address; null without an address, and outside all areas. */
  area: AreaRow | null
  /** Whether the shop restricts delivery. Without a single area it delivers everywhere. */
  has_areas: boolean
  shipping_methods: ShippingMethodRow[]
  payment_methods: PaymentMethodRow[]
  /** Gift cards and store credit that pay a part of it. */
  values: CartValueRow[]
}

export type CartLineRow = {
  id: number
  quantity: number
  /** The price that the shopper saw last. */
  seen_price: number
  customisation: Customised | null
  /** Below zero for a line that has no product. */
  variation_id: number
  /** What staff take off the line, in minor units or in percent. */
  staff_discount?: { amount: number; percent: number } | null
  sku: string
  title: string
  is_default: boolean
  stock: number
  tracks_stock: boolean
  sold_ahead?: RuleRow | null
  /** Product and variation are published, and the channel has a price for it. */
  is_buyable: boolean
  product_id: number
  kind: ProductKind
  name: string
  slug: string
  min_quantity: number
  max_quantity: number
  quantity_step: number
  /** Of one piece; null when unknown. */
  weight_g: number | null
  display_unit: string
  return_days: number
  /** Why it has no right of withdrawal, where the law knows the right. */
  withdrawal_exclusion: string | null
  /** The age that its buyer confirms. */
  min_age: number | null
  hsn_code: string | null
  is_customisable: boolean
  /** `products.customisation`. */
  offered_customisation: unknown
  rating_average: number | null
  rating_count: number
  meta_title: string | null
  meta_description: string | null
  short_description: string
  selling_price: number
  mrp: number
  content?: string | null
  tax_rate: number
  brand: { id: number; name: string; slug: string } | null
  category: { id: number; name: string; slug: string } | null
  image: ImageRow | null
  options: { label: string; value: string }[]
  /** For carts and mails. */
  custom: ProductCustom
  /** Its custom fields of the cart. */
  fields?: FieldRow[]
}

/** A gift as a line of the cart, with all that are there to choose from. */
export type GiftLine = CartLineRow & {
  gift: { key: string; choices: { product_id: number; name: string }[] }
}

export type CartAddressRow = {
  id: number
  address_type: 'Shipping' | 'Billing'
  address_id: number | null
  country_id: number
  country_name: string
  mobile_code?: string
  state_id: number | null
  state_name: string
  first_name: string
  last_name: string
  phone: string
  address_line_1: string
  address_line_2: string
  city: string
  postcode: string
  tax_no: string
}

export type AreaRow = {
  min_days: number
  max_days: number
  is_cod_available: boolean
  is_serviceable: boolean
}

export type ShippingMethodRow = {
  id: number
  code: string
  name: string
  price: number
  free_from: number | null
  days_added: number
  /** It has rates, and is offered only where one of them fits. */
  has_rates: boolean
  location_id: number | null
  /** Where it is picked up, and whether all of the cart is there; null for a delivery. */
  pickup: (Pickup & { has_all: boolean }) | null
  /** Rates for the shipping address. */
  rates: ShippingRateRow[]
}

export type ShippingRateRow = {
  /** Higher for a more specific area. */
  rank: number
  from_weight_g: number
  to_weight_g: number | null
  from_goods: number
  price: number
  free_from: number | null
}

export type PaymentMethodRow = {
  id: number
  code: string
  name: string
  description: string
  fee: number | null
  max_order: number | null
  needs_cod_pincode: boolean
}
