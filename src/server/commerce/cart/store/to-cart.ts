import type { Address, Cart, CartItem } from '#contract/cart.ts'
import { type Money, money } from '#contract/money.ts'
import { availableQuantity, stockOf } from '#server/catalog/stock/availability.ts'
import { judgeCartCoupon } from '#server/commerce/cart/model/judge-cart-coupon.ts'
import { toCartCoupon } from '#server/commerce/cart/model/to-cart-coupon.ts'
import { isFor } from '#server/commerce/coupons/rules/judge-coupon.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { CartAddressRow, CartLineRow, CartRow } from '../model/cart-row.ts'
import { chargesTaxRate, taxPartsOf } from '../model/charges-tax.ts'
import { computeTotals, type Totals } from '../model/compute-totals.ts'
import { paymentOptions } from '../model/payment-options.ts'
import { shippingOptions } from '../model/shipping-options.ts'
import { toCartProduct } from '../model/to-cart-product.ts'

/**
 * The cart on the wire. Totals always use current prices, and the coupon counts only while it applies.
 * Decisions §2, §3.
 */
export function toCart(row: CartRow, channel: Channel): Cart {
  const of = (amount: number) => money(amount, channel.currency)
  const isEmpty = row.lines.length === 0
  const subtotal = row.lines.reduce((total, line) => total + line.selling_price * line.quantity, 0)
  const onCart = judgeCartCoupon(row)
  const counting = onCart?.applies ? onCart : undefined
  const { off_goods, off_delivery } = counting?.effect ?? offByStaff(row, subtotal)
  const goods = subtotal - off_goods
  const shipping_methods = shippingOptions(row, goods, channel, off_delivery)
  const shipping_method = shipping_methods.find(({ code }) => code === row.shipping_method) ?? null
  const shipping = isEmpty ? 0 : (shipping_method?.amount.amount ?? 0)
  const delivery = fullPrice(row, goods, channel)
  const savedDelivery = off_delivery > 0 ? (delivery ?? 0) - shipping : 0
  const cart_payment_methods = paymentOptions(row, goods + shipping, channel)
  const payment = cart_payment_methods.find(
    ({ code, is_available }) => code === row.payment_method && is_available,
  )
  const totals = computeTotals(
    row.lines.map((line) => ({
      quantity: line.quantity,
      unit_price: line.selling_price,
      tax_rate: line.tax_rate,
      is_discounted: counting ? isFor(counting.coupon, line) : true,
    })),
    {
      discount: off_goods,
      shipping,
      // Where nothing is due, nothing is collected.
      payment_fee: isEmpty || goods + shipping === 0 ? 0 : (payment?.fee?.amount ?? 0),
      is_tax_included: channel.is_tax_included,
      charges_tax_rate: chargesTaxRate(row, channel),
      tax_parts: taxPartsOf(channel),
    },
  )
  return {
    id: row.id,
    session_id: row.session_id,
    cart_session: row.session_id,
    api_cart: true,
    version: row.version,
    customer_id: row.customer_id,
    phone: row.phone,
    email: row.email,
    currency: channel.currency,
    items: toItems(row.lines, totals, of),
    total_quantity: row.lines.reduce((total, { quantity }) => total + quantity, 0),
    ...toCartCoupon(onCart, { saved: totals.discount_total + savedDelivery, delivery, channel }),
    subtotal: of(totals.subtotal),
    discount_total: of(totals.discount_total),
    shipping_total: of(totals.shipping_total),
    tax_total: of(totals.tax_total),
    payment_fee: of(totals.payment_fee),
    shipping_tax: of(totals.shipping_tax),
    payment_fee_tax: of(totals.payment_fee_tax),
    tax_included: channel.is_tax_included,
    grand_total: of(totals.grand_total),
    shipping_address: addressOf(row, 'Shipping'),
    billing_address: addressOf(row, 'Billing'),
    billing_same_as_shipping: row.is_billing_same,
    shipping_method,
    shipping_methods,
    cart_payment_method: payment ? { id: payment.id, code: payment.code, name: payment.name } : null,
    cart_payment_methods,
    instruction: row.instruction,
    expires_at: row.expires_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** In minor units, as the effect of a coupon. */
const offByStaff = ({ staff_discount, has_free_delivery }: CartRow, subtotal: number) => ({
  off_goods: Math.min(staff_discount, subtotal),
  off_delivery: has_free_delivery ? Number.MAX_SAFE_INTEGER : 0,
})

/** The chosen delivery without a coupon, in minor units; undefined while none is chosen. */
const fullPrice = (row: CartRow, goods: number, channel: Channel) =>
  shippingOptions(row, goods, channel).find(({ code }) => code === row.shipping_method)?.amount.amount

/** No cart, or an expired one. Decisions §2, "Empty cart". */
export function emptyCart({ currency, is_tax_included }: Channel): Cart {
  const nothing = money(0, currency)
  return {
    id: null,
    session_id: null,
    cart_session: null,
    api_cart: true,
    version: 0,
    customer_id: null,
    phone: null,
    email: null,
    currency,
    items: [],
    total_quantity: 0,
    coupon: null,
    coupon_notice: null,
    subtotal: nothing,
    discount_total: nothing,
    shipping_total: nothing,
    tax_total: nothing,
    payment_fee: nothing,
    shipping_tax: nothing,
    payment_fee_tax: nothing,
    tax_included: is_tax_included,
    grand_total: nothing,
    shipping_address: null,
    billing_address: null,
    billing_same_as_shipping: true,
    shipping_method: null,
    shipping_methods: [],
    cart_payment_method: null,
    cart_payment_methods: [],
    instruction: null,
    expires_at: null,
    updated_at: null,
  }
}

/**
 * Assigns stock to the lines of one variation in the order they were added, so that exactly the lines beyond
 * it are short.
 */
function toItems(lines: readonly CartLineRow[], totals: Totals, of: (amount: number) => Money): CartItem[] {
  const taken = new Map<number, number>()
  return lines.map((line, at) => {
    const before = taken.get(line.variation_id) ?? 0
    taken.set(line.variation_id, before + line.quantity)
    const available = Math.max(0, availableQuantity(stockOf(line)) - before)
    const { discount = 0, tax = 0, total = 0 } = totals.lines[at] ?? {}
    return {
      id: line.id,
      product_id: line.variation_id,
      product: toCartProduct(line, of),
      quantity: line.quantity,
      quantity_in_display_unit: line.quantity,
      display_unit: line.display_unit,
      options: line.options,
      ...(line.fields && { fields: line.fields }),
      unit_price: of(line.selling_price),
      previous_unit_price: line.seen_price === line.selling_price ? null : of(line.seen_price),
      line_discount: of(discount),
      line_tax: of(tax),
      line_total: of(total),
      in_stock: line.quantity <= available,
      available_quantity: available,
      max_quantity: line.max_quantity,
      min_quantity: line.min_quantity,
      quantity_step: line.quantity_step,
      additonal_data: line.customisation,
    }
  })
}

function addressOf({ addresses, customer_id }: CartRow, type: 'Shipping' | 'Billing'): Address | null {
  const row = addresses.find(({ address_type }) => address_type === type)
  return row ? toAddress(row, customer_id) : null
}

/** Only a customer has saved addresses and a default one. */
const toAddress = (row: CartAddressRow, customerId: number | null): Address => ({
  id: row.id,
  address_id: customerId === null ? null : row.address_id,
  default: false,
  country: row.country_id,
  state: row.state_id,
  country_id: row.country_id,
  state_id: row.state_id,
  country_name: row.country_name,
  ...(row.mobile_code && { mobile_code: row.mobile_code }),
  state_name: row.state_name,
  address_type: row.address_type,
  first_name: row.first_name,
  last_name: row.last_name,
  phone: row.phone,
  address_line_1: row.address_line_1,
  address_line_2: row.address_line_2,
  city: row.city,
  postcode: row.postcode,
  tax_no: row.tax_no,
})
