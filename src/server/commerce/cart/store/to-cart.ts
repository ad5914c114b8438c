import type { Address, Cart, CartItem, ShippingMethod } from '#contract/cart.ts'
import { type Money, money } from '#contract/money.ts'
import { ageFields, smallestAge } from '#contract/rules/confirmed-age.ts'
import { isDelivered, isVoucher, noDelivery, voucherTotal } from '#contract/rules/product-kind.ts'
import { type NamedDiscount, staffDiscount, sumByName } from '#contract/rules/promotions/named-discounts.ts'
import { idOfPromotion } from '#contract/rules/promotions/to-promotion.ts'
import { exclusionOf, exclusionText } from '#contract/rules/withdrawal.ts'
import { availableQuantity, stockOf } from '#server/catalog/stock/availability.ts'
import { fieldOfLine } from '#server/catalog/stock/sold-ahead.ts'
import { recipientFields } from '#server/commerce/cart/model/customisation.ts'
import { judgeCartCoupon, withoutVouchers } from '#server/commerce/cart/model/judge-cart-coupon.ts'
import { toCartCoupon } from '#server/commerce/cart/model/to-cart-coupon.ts'
import {
  evaluateCart,
  namedOf,
  namedOffDelivery,
  offDelivery,
  offerMessages,
} from '#server/commerce/promotions/cart-offers.ts'
import { availableValue, spendValue } from '#server/commerce/stored-value/cart-value.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { CartAddressRow, CartLineRow, CartRow, GiftLine } from '../model/cart-row.ts'
import { chargesTaxRate, taxPartsOf } from '../model/charges-tax.ts'
import { computeTotals, type Totals } from '../model/compute-totals.ts'
import { paymentOptions } from '../model/payment-options.ts'
import { shippingOptions } from '../model/shipping-options.ts'
import { toCartProduct } from '../model/to-cart-product.ts'

/**
 * The cart on the wire. Totals always use current prices, and the coupon counts only while it applies.
 * Decisions §2, §3.
 * @param discounted of the same row, where the caller has them already
 */
export function toCart(row: CartRow, channel: Channel, discounted = cartDiscounts(row, channel)): Cart {
  const of = (amount: number) => money(amount, channel.currency)
  const { onCart, evaluation, lines, ofLines, ofDelivery, staff, goods, parcels, delivery } = discounted
  const shipping_methods = shippingOptions(row, parcels, channel, (method) =>
    Math.min(Number.MAX_SAFE_INTEGER, staff.off_delivery + offDelivery(evaluation, method)),
  )
  const shipping_method = chosenMethod(row, shipping_methods)
  const shipping = row.lines.length === 0 ? 0 : (shipping_method?.amount.amount ?? 0)
  const discounts = [...sumByName(ofLines.flat()), ...ofDelivery]
  const vouchers = voucherTotal(row.lines)
  const toCollect = Math.max(0, goods + shipping - availableValue(row.values)) + vouchers
  const cart_payment_methods = paymentOptions(row, toCollect, channel)
  const payment = cart_payment_methods.find(
    ({ code, is_available }) => code === row.payment_method && is_available,
  )
  const priced = {
    off: ofLines.map(sumOf),
    off_goods: staff.off_goods,
    shipping,
    fee: payment?.fee?.amount ?? 0,
  }
  const totals = totalsOf(row, lines, channel, priced)
  const parts = spendValue(row.values, totals.grand_total - vouchers)
  const toWire = ({ name, code, amount }: NamedDiscount) => ({ name, code, amount: of(amount) })
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
    items: toItems({ lines, values: row.values }, totals, { of, channel }).map((item, at) => ({
      ...item,
      ...(ofLines[at]?.length && { adjustments: ofLines[at].map(toWire) }),
    })),
    total_quantity: row.lines.reduce((total, { quantity }) => total + quantity, 0),
    ...toCartCoupon(onCart, { discounts, delivery, channel }),
    ...(discounts.length > 0 && {
      adjustments: discounts.map((named) => ({
        ...toWire(named),
        is_of_delivery: ofDelivery.includes(named),
      })),
    }),
    ...(row.offers && { offers: offerMessages(evaluation, channel) }),
    subtotal: of(totals.subtotal),
    discount_total: of(totals.discount_total),
    shipping_total: of(totals.shipping_total),
    tax_total: of(totals.tax_total),
    payment_fee: of(totals.payment_fee),
    shipping_tax: of(totals.shipping_tax),
    payment_fee_tax: of(totals.payment_fee_tax),
    tax_included: channel.is_tax_included,
    grand_total: of(totals.grand_total),
    ...(parts.length > 0 && {
      stored_value: {
        parts: parts.map(({ account_id, kind, label, amount }) => ({
          id: account_id,
          kind,
          label,
          amount: of(amount),
        })),
        due: of(parts.reduce((due, { amount }) => due - amount, totals.grand_total)),
      },
    }),
    shipping_address: addressOf(row, 'Shipping'),
    billing_address: addressOf(row, 'Billing'),
    billing_same_as_shipping: row.is_billing_same,
    shipping_method,
    shipping_methods,
    cart_payment_method: payment ? { id: payment.id, code: payment.code, name: payment.name } : null,
    cart_payment_methods,
    instruction: row.instruction,
    ...ageOf(row.lines),
    expires_at: row.expires_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** That of a cart without goods is chosen with it. */
const chosenMethod = ({ shipping_method }: CartRow, methods: readonly ShippingMethod[]) =>
  methods.find(({ code }) => code === shipping_method || code === noDelivery.code) ?? null

/** The age that its buyer confirms. */
function ageOf(lines: readonly CartLineRow[]): Pick<Cart, 'min_age'> {
  const least = smallestAge(lines)
  return least > 0 ? { min_age: least } : {}
}

type Priced = { off: readonly number[]; off_goods: number; shipping: number; fee: number }

/** The totals, without the fee of the payment method where nothing is left to collect. */
function totalsOf(
  row: CartRow,
  goods: readonly CartLineRow[],
  channel: Channel,
  { off, off_goods, shipping, fee }: Priced,
): Totals {
  const lines = goods.map((line, at) => ({
    quantity: line.quantity,
    unit_price: line.selling_price,
    tax_rate: line.tax_rate,
    off: off[at] ?? 0,
    is_discounted: !isVoucher(line),
  }))
  const totalsWith = (payment_fee: number) =>
    computeTotals(lines, {
      discount: off_goods,
      shipping,
      payment_fee,
      is_tax_included: channel.is_tax_included,
      charges_tax_rate: chargesTaxRate(row, channel),
      tax_parts: taxPartsOf(channel),
    })
  const withoutFee = totalsWith(0)
  const payable = Math.min(availableValue(row.values), withoutFee.grand_total - voucherTotal(row.lines))
  return fee > 0 && withoutFee.grand_total > payable ? totalsWith(fee) : withoutFee
}

/**
 * What promotions, the code on the cart and staff take off it. They are compared with the delivery at its price for goods without discounts;
 * `delivery` is that for `parcels`, the part of `goods` that is delivered; both are after all discounts and without vouchers. `lines` are those
 * of the cart and its gifts, whose whole price is taken off; only carts with goods get any. `reducible`: the
 * lines that promotions are for. Money in minor units.
 */
export function cartDiscounts(row: CartRow, channel: Channel) {
  const reducible = { ...withoutVouchers(row), ...(!row.lines.some(isDelivered) && { gifts: [] }) }
  const subtotal = worthOf(reducible.lines)
  const unsent = worthOf(reducible.lines.filter((line) => !isDelivered(line)))
  const onCart = judgeCartCoupon(row)
  // What staff give away, such as a replacement, takes no promotion.
  const isGivenAway = subtotal > 0 && row.staff_discount >= subtotal
  const evaluation = evaluateCart(
    isGivenAway ? { ...reducible, offers: null } : reducible,
    chosenDelivery(row, subtotal - unsent, channel),
    onCart?.applies ? onCart.coupon : null,
  )
  const ofGoods = [...evaluation.lines, ...evaluation.order]
  const ofBought = row.lines.map((line) => {
    const at = reducible.lines.indexOf(line)
    if (at < 0) return []
    const named = ofGoods.flatMap((adjustment) => {
      const share = adjustment.shares[at] ?? 0
      return share > 0 ? [namedOf(adjustment, share)] : []
    })
    return [...named, ...offLine(line, sumOf(named))]
  })
  const left = subtotal - sumOf(ofBought.flat())
  const staff = onCart?.applies ? noDiscount : offByStaff(row, left)
  const goods = left - staff.off_goods
  const offUnsent = sumOf(row.lines.flatMap((line, at) => (isDelivered(line) ? [] : (ofBought[at] ?? []))))
  const parcels = Math.max(0, goods - unsent + offUnsent)
  const chosen = chosenDelivery(row, parcels, channel)
  const ofDelivery = chosen && row.lines.length > 0 ? namedOffDelivery(evaluation, chosen) : []
  const gifts = evaluation.gifts.flatMap((adjustment) =>
    reducible.gifts
      .filter(({ gift }) => gift.key === adjustment.promotion.key)
      .map((line) => ({
        line,
        named: [{ ...namedOf(adjustment, adjustment.amount), is_gift: true as const }],
      })),
  )
  return {
    ...{ onCart, evaluation, ofDelivery, staff, goods, parcels, delivery: chosen?.price },
    reducible: reducible.lines,
    lines: [...row.lines, ...gifts.map(({ line }) => line)],
    ofLines: [...ofBought, ...gifts.map(({ named }) => named)],
  }
}

const worthOf = (lines: readonly CartLineRow[]) =>
  lines.reduce((total, line) => total + line.selling_price * line.quantity, 0)

/** What staff take off one line, at most what promotions leave of it. */
function offLine({ staff_discount, selling_price, quantity }: CartLineRow, before: number): NamedDiscount[] {
  if (!staff_discount) return []
  const left = selling_price * quantity - before
  const { amount, percent } = staff_discount
  const off = Math.min(left, percent > 0 ? Math.round((left * percent) / 100) : amount)
  return off > 0 ? [staffDiscount(off)] : []
}

const noDiscount = { off_goods: 0, off_delivery: 0 }

/** In minor units, off what promotions leave. */
const offByStaff = ({ staff_discount, has_free_delivery }: CartRow, goods: number) => ({
  off_goods: Math.min(staff_discount, goods),
  off_delivery: has_free_delivery ? Number.MAX_SAFE_INTEGER : 0,
})

const sumOf = (named: readonly NamedDiscount[]) => named.reduce((sum, { amount }) => sum + amount, 0)

/** The chosen delivery with its price before promotions; null while none is chosen. */
function chosenDelivery(row: CartRow, goods: number, channel: Channel) {
  const chosen = shippingOptions(row, goods, channel).find(({ code }) => code === row.shipping_method)
  return chosen ? { code: chosen.code, price: chosen.amount.amount } : null
}

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
function toItems(
  { lines, values }: { lines: readonly (CartLineRow | GiftLine)[] } & Pick<CartRow, 'values'>,
  totals: Totals,
  { of, channel: { locale, withdrawal_days } }: { of: (amount: number) => Money; channel: Channel },
): CartItem[] {
  const taken = new Map<number, number>()
  return lines.map((line, at) => {
    const before = taken.get(line.variation_id) ?? 0
    taken.set(line.variation_id, before + line.quantity)
    const available = Math.max(0, availableQuantity(stockOf(line)) - before)
    const rule = line.is_buyable && line.sold_ahead ? line.sold_ahead : null
    const left = rule && { ...rule, ready: rule.ready - before }
    const product = toCartProduct(line, { of, locale })
    const { text } = product.price_per_unit ?? {}
    const unit = text ? [{ label: 'Unit price', value: text }] : []
    const fields = [
      ...unit,
      ...(line.fields ?? []),
      ...recipientFields(line.customisation),
      ...fieldOfLine(left, locale, line.quantity),
      ...(withdrawal_days > 0 ? exclusionField(line) : []),
      ...ageFields(line.min_age),
      ...(values.length > 0 && isVoucher(line) ? [notByValue] : []),
    ]
    const { discount = 0, tax = 0, total = 0 } = totals.lines[at] ?? {}
    return {
      id: line.id,
      product_id: line.variation_id,
      product,
      quantity: line.quantity,
      quantity_in_display_unit: line.quantity,
      display_unit: line.display_unit,
      options: line.options,
      ...(fields.length > 0 && { fields }),
      unit_price: of(line.selling_price),
      previous_unit_price: line.seen_price === line.selling_price ? null : of(line.seen_price),
      line_discount: of(discount),
      ...('gift' in line && { gift: giftOf(line) }),
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

const giftOf = ({ gift: { key, choices } }: GiftLine) => ({ promotion_id: idOfPromotion(key) ?? 0, choices })

const notByValue = { label: 'Payment', value: 'Not with a gift card or store credit' }

/** What buyers cannot withdraw from says so before the order. Directive 2011/83/EU Art. 6 (1) (k). */
function exclusionField(line: CartLineRow) {
  const why = exclusionText(exclusionOf(line))
  return why ? [{ label: 'Right of withdrawal', value: `None, because ${why}` }] : []
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
