import type { Cart } from '#contract/cart.ts'
import { isDelivered } from '#contract/rules/product-kind.ts'
import type { NamedDiscount } from '#contract/rules/promotions/named-discounts.ts'
import { exclusionOf } from '#contract/rules/withdrawal.ts'
import { variationName } from '#server/catalog/products/to-card.ts'
import type { CartLineRow, CartRow } from '#server/commerce/cart/model/cart-row.ts'
import { chargesTaxRate } from '#server/commerce/cart/model/charges-tax.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { PromotionTerms } from './promotion-terms.ts'

export type OrderDraft = ReturnType<typeof draftOrder>

/** `coupon`: the code of one that counts. Discounts by name: of the delivery, and of each line; null without any. */
export type DraftDiscounts = {
  coupon: string | null
  delivery: readonly NamedDiscount[] | null
  lines: readonly (readonly NamedDiscount[] | null)[]
}

type OrderOptions = {
  /** Those of the cart and its gifts. */
  lines: readonly CartLineRow[]
  instruction: string | undefined
  hasAcceptedTnc: boolean
  customerId: number | null
  /** Where the visit came from; empty when that is not known. */
  source: string
  terms: PromotionTerms | undefined
}

/**
 * An order as it is stored: everything is copied and nothing referenced, so later changes of catalog,
 * addresses or methods do not affect it. Amounts are those of the cart, just recalculated. Money in minor
 * units.
 */
export function draftOrder(
  row: CartRow,
  cart: Cart,
  channel: Channel,
  { discounts, ...options }: OrderOptions & { discounts: DraftDiscounts },
) {
  const { shipping_method: shipping, cart_payment_method: payment } = cart
  if (!shipping || !payment) throw new Error('The checkout gate let a cart without methods pass')
  const order = {
    cart_id: row.id,
    channel_id: channel.id,
    customer_id: options.customerId,
    payment_method: payment.code,
    payment_method_name: paymentName(cart, payment.name),
    shipping_method: shipping.code,
    shipping_method_name: shipping.name,
    eta_min_days: shipping.eta_days?.min ?? null,
    eta_max_days: shipping.eta_days?.max ?? null,
    currency: channel.currency,
    subtotal: cart.subtotal.amount,
    discount_total: cart.discount_total.amount,
    shipping_total: cart.shipping_total.amount,
    payment_fee: cart.payment_fee.amount,
    charges_tax_rate: chargesTaxRate(row, channel),
    shipping_tax: cart.shipping_tax.amount,
    payment_fee_tax: cart.payment_fee_tax.amount,
    tax_total: cart.tax_total.amount,
    is_tax_included: channel.is_tax_included,
    grand_total: cart.grand_total.amount,
    coupon_code: discounts.coupon,
    delivery_adjustments: discounts.delivery,
    promotion_terms: options.terms?.promotions ?? null,
    email: cart.email,
    phone: cart.phone,
    shipping_address: cart.shipping_address,
    billing_address: cart.billing_address,
    instruction: options.instruction || row.instruction,
    accepted_tnc_at: options.hasAcceptedTnc ? new Date() : null,
    source: options.source,
  }
  const items = options.lines.map((line, at) => {
    const item = cart.items[at]
    if (!item || item.id !== line.id) throw new Error('Cart and rows do not agree')
    return {
      ...toOrderItem(line, {
        discount: item.line_discount.amount,
        tax: item.line_tax.amount,
        total: item.line_total.amount,
        adjustments: discounts.lines[at] ?? null,
      }),
      promotion_keys: options.terms?.keys[at] ?? null,
      status: 'placed',
    }
  })
  return { order, items }
}

/** How an order is paid, as its customer reads it. */
function paymentName({ grand_total, stored_value }: Cart, method: string): string {
  if (grand_total.amount === 0) return 'Nothing to pay'
  if (stored_value?.due.amount !== 0) return method
  const paying = stored_value.parts.filter(({ amount }) => amount.amount > 0)
  return paying.map(({ label }) => label).join(', ')
}

/** A line of an order as it is stored, made from one of a cart. */
export const toOrderItem = (
  line: CartLineRow,
  amounts: { discount: number; tax: number; total: number; adjustments: readonly NamedDiscount[] | null },
) => ({
  variation_id: line.variation_id > 0 ? line.variation_id : null,
  name: variationName(line),
  slug: line.slug,
  sku: line.sku,
  brand: line.brand?.name ?? '',
  category: line.category?.name ?? '',
  image_path: line.image?.path ?? null,
  quantity: line.quantity,
  unit_price: line.selling_price,
  ...amounts,
  customisation: line.customisation,
  kind: line.kind,
  return_days: isDelivered(line) ? line.return_days : 0,
  withdrawal_exclusion: exclusionOf(line),
  min_age: line.min_age,
  hsn_code: line.hsn_code ?? '',
  tax_rate: line.tax_rate,
})
