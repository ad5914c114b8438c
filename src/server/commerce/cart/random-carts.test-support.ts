import type { Random } from '#contract/rules/promotions/evaluate.test-support.ts'
import { india } from '#harness/channels.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import { openCoupon } from '../coupons/coupon.test-support.ts'
import type { CouponRow } from '../coupons/model/coupon-row.ts'
import type { CartLineRow, CartRow } from './model/cart-row.ts'

/** A random cart as the database could contain it, with everything that affects its total. */
export function randomCart(random: Random): { row: CartRow; channel: Channel } {
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  const oneOf = <Item>(items: readonly Item[]): Item => items[upTo(items.length - 1)] as Item
  const maybe = <Item>(share: number, make: () => Item): Item | null => (random() < share ? make() : null)
  /** Mostly typical prices, sometimes zero, very small or very large ones. */
  const price = () => oneOf([upTo(99), upTo(5_000), upTo(300_000), upTo(300_000), 0, upTo(90_000_000)])

  const lines = Array.from({ length: upTo(6) }, (_, at) => ({
    ...line,
    id: at + 1,
    variation_id: at + 1,
    quantity: oneOf([1, 1, 2, 1 + upTo(9), 1 + upTo(98)]),
    selling_price: price(),
    tax_rate: oneOf([0, 300, 500, 1_200, 1_800, 2_800]),
  }))
  const coupon = maybe(0.7, () => couponFor())

  function couponFor(): CouponRow {
    const type = oneOf(['percentage', 'percentage', 'fixed', 'free_shipping'] as const)
    return {
      ...openCoupon,
      type,
      value: type === 'percentage' ? upTo(100) : upTo(200_000),
      max_discount: maybe(0.4, () => 1 + upTo(50_000)),
      min_order: random() < 0.3 ? upTo(100_000) : 0,
      is_used_up: random() < 0.05,
      item_ids: maybe(0.4, () => lines.filter(() => random() < 0.5).map(({ id }) => id)),
    }
  }

  const row: CartRow = {
    ...cart,
    lines,
    coupon,
    coupon_code: coupon?.code ?? null,
    staff_discount: coupon ? 0 : (maybe(0.3, () => upTo(400_000)) ?? 0),
    has_free_delivery: !coupon && random() < 0.2,
    shipping_method: oneOf(['standard', 'express', null]),
    shipping_methods: [
      { ...method, id: 1, code: 'standard', price: upTo(20_000), free_from: maybe(0.6, () => upTo(300_000)) },
      { ...method, id: 2, code: 'express', price: upTo(50_000), free_from: maybe(0.2, () => upTo(900_000)) },
    ],
    payment_method: oneOf(['cod', 'bank_transfer', null]),
    payment_methods: [
      {
        ...payment,
        id: 1,
        code: 'cod',
        fee: maybe(0.5, () => upTo(9_900)),
        max_order: maybe(0.1, () => 1 + upTo(9_000)),
      },
      { ...payment, id: 2, code: 'bank_transfer' },
    ],
  }
  const taxes = {
    is_tax_included: random() < 0.6,
    country_code: oneOf(['IN', 'DE']),
    delivery_tax: oneOf(['highest', 'highest', 'none', 'fixed'] as const),
    delivery_tax_rate_bp: oneOf([0, 500, 1_800]),
  }
  return { row, channel: { ...india, ...taxes } }
}

/** All carts that have one line fewer. */
export const withFewerLines = (row: CartRow): CartRow[] =>
  row.lines.map((gone) => ({ ...row, lines: row.lines.filter((line) => line !== gone) }))

const line: CartLineRow = {
  id: 0,
  withdrawal_exclusion: null,
  min_age: null,
  kind: 'goods',
  quantity: 1,
  seen_price: 0,
  customisation: null,
  custom: null,
  variation_id: 0,
  sku: 'SKU',
  title: '',
  is_default: true,
  stock: 1_000,
  tracks_stock: true,
  is_buyable: true,
  product_id: 1,
  name: 'Vase',
  slug: 'vase',
  min_quantity: 1,
  max_quantity: 1_000,
  quantity_step: 1,
  weight_g: null,
  display_unit: 'pc',
  return_days: 0,
  hsn_code: null,
  is_customisable: false,
  offered_customisation: null,
  rating_average: null,
  rating_count: 0,
  meta_title: null,
  meta_description: null,
  short_description: '',
  selling_price: 0,
  mrp: 0,
  tax_rate: 0,
  brand: null,
  category: null,
  image: null,
  options: [],
}

const method = {
  name: 'Delivery',
  days_added: 0,
  has_rates: false,
  rates: [],
  location_id: null,
  pickup: null,
}
const payment = {
  name: 'A way to pay',
  description: '',
  fee: null,
  max_order: null,
  needs_cod_pincode: false,
}

const cart: Omit<
  CartRow,
  | 'lines'
  | 'coupon'
  | 'coupon_code'
  | 'staff_discount'
  | 'has_free_delivery'
  | 'shipping_method'
  | 'shipping_methods'
  | 'payment_method'
  | 'payment_methods'
> = {
  id: 1,
  session_id: 'session',
  version: 1,
  customer_id: null,
  phone: null,
  email: null,
  is_billing_same: true,
  instruction: null,
  expires_at: new Date(0),
  updated_at: new Date(0),
  addresses: [],
  area: null,
  has_areas: false,
  values: [],
  offers: null,
  gifts: [],
}
