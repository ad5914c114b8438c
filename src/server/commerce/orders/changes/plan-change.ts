import type { OrderChange, StaffDiscount } from '#contract/admin/orders.ts'
import type { ShippingMethod } from '#contract/cart.ts'
import {
  type NamedDiscount,
  namedDiscounts,
  staffDiscount,
  withStaffPart,
} from '#contract/rules/promotions/named-discounts.ts'
import { idOfPromotion } from '#contract/rules/promotions/to-promotion.ts'
import { type LineAmounts, lineWithout } from '#contract/rules/split-amounts.ts'
import { requireWholeAddress, type ValidAddress } from '#server/commerce/addresses/valid-address.ts'
import type { CartLineRow, CartRow } from '#server/commerce/cart/model/cart-row.ts'
import { chargesTaxRate, taxPartsOf } from '#server/commerce/cart/model/charges-tax.ts'
import { computeTotals } from '#server/commerce/cart/model/compute-totals.ts'
import { shippingUnavailable } from '#server/commerce/cart/model/refusals.ts'
import { shippingOptions } from '#server/commerce/cart/model/shipping-options.ts'
import { couponEffect, couponPromotion } from '#server/commerce/coupons/rules/coupon-promotion.ts'
import { isFor } from '#server/commerce/coupons/rules/judge-coupon.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import type { ChangePlan, Charges, NewLine, Repriced, Sums } from '../model/order-change.ts'
import { toOrderItem } from '../model/order-draft.ts'
import type { ItemRequest } from '../order-lines.ts'
import { readChangeCart } from './change-cart.ts'
import type { ChangeableLine, ChangeableOrder } from './changeable-order.ts'
import { type Matched, matchPieces, type Pieces, requireSellable, unshippedOf } from './match-pieces.ts'

type Amounts = Pick<LineAmounts, 'discount' | 'tax' | 'total'>

export type PlannedChange = {
  plan: ChangePlan
  /** What the total becomes more by. */
  difference: number
  /** Those that can be chosen for the changed order. */
  shipping_methods: ShippingMethod[]
  isEmpty: boolean
}

/**
 * Works a change of an order out without writing anything. Remaining pieces keep their amounts; new ones are priced as those of a cart.
 * The order must be locked. ADR 0036.
 * @throws 404 for a product that is not sold; 409 OUT_OF_STOCK, QUANTITY_LIMIT, CUSTOMISATION_INVALID, SHIPPING_UNAVAILABLE; 422 at
 * items, discount.amount, discount.percent, shipping_method or a field of the address
 */
export async function planChange(
  tx: Tx,
  channel: Channel,
  { order, lines }: { order: ChangeableOrder; lines: readonly ChangeableLine[] },
  request: OrderChange,
): Promise<PlannedChange> {
  const { country_id } = order.shipping_address
  const address = request.address && (await requireWholeAddress(tx, { ...request.address, country_id }))
  const matched = matchPieces(lines, request.items)
  const changed = await readChanged(tx, channel, { order, lines, matched, address }, request)
  const { added, repriced } = priceLines(changed, request)
  const goods = sumsAfter(order, matched, added, repriced)
  const worth = goods.subtotal - goods.discount_total
  // Where an order is picked up is chosen by its customer.
  const options = shippingOptions(changed.row, worth, channel, () => couponOf(changed).off_delivery).filter(
    ({ pickup }) => !pickup,
  )
  const charges = deliver(changed, options, request)
  const tax_total = goods.tax_total + chargesTax(charges) - chargesTax(order)
  const onTop = order.is_tax_included ? 0 : tax_total
  const grand_total = worth + charges.shipping_total + order.payment_fee + onTop
  const instruction = request.instruction === undefined ? order.instruction : request.instruction || null
  const plan: ChangePlan = {
    removed: matched.removed.map(toItem),
    restored: matched.restored.map(toItem),
    ...{ added, repriced },
    order: { ...charges, ...goods, tax_total, grand_total, instruction },
    discount_reason: request.discount?.reason ?? null,
    address: address ?? null,
    taken_out: matched.removed.map(textOf),
    put_in: [...matched.restored.map(textOf), ...added.map(({ name, quantity }) => `${quantity} × ${name}`)],
  }
  return {
    plan,
    difference: grand_total - order.grand_total,
    shipping_methods: order.is_partly_shipped ? [] : options,
    isEmpty: isEmpty(plan, order),
  }
}

/** An order as it would be: its own pieces, and as rows of a cart all pieces, first those of `own` whose product exists. */
type Changed = {
  order: ChangeableOrder
  channel: Channel
  /** With what comes back. Of a line the shipped pieces too. */
  own: Pieces[]
  /** Of these what is not shipped: a discount of staff is for them. */
  open: Pieces[]
  row: CartRow
  /** Of the first rows: what promotions took off them. */
  own_offers: number[]
  new_lines: CartLineRow[]
}

type Given = {
  order: ChangeableOrder
  lines: readonly ChangeableLine[]
  matched: Matched
  address: ValidAddress | undefined
}

async function readChanged(
  tx: Tx,
  channel: Channel,
  { order, lines, matched, address }: Given,
  { added }: OrderChange,
): Promise<Changed> {
  const live = lines.filter(({ is_removed }) => !is_removed).map((line) => ({ line, amounts: line }))
  const own = [...without(live, matched.removed), ...matched.restored]
  const open = [...without(unshippedOf(lines), matched.removed), ...matched.restored]
  const wanted = [...matched.more, ...added.map((line) => ({ ...line, customisation: null }))]
  if (own.length + wanted.length === 0)
    throw invalid({ items: ['Nothing would be left. Cancel the order instead'] })
  const known = own.flatMap(({ line: { variation_id }, amounts: { quantity, unit_price } }) =>
    variation_id === null ? [] : [{ variation_id, quantity, unit_price }],
  )
  const { country_id, postcode, state_id } = address ?? order.shipping_address
  const row = await readChangeCart(tx, channel, {
    lines: [...known, ...wanted],
    coupon_code: order.coupon_code,
    address: { country_id, postcode, state_id: state_id ?? null },
  })
  const new_lines = row.lines
    .slice(known.length)
    .map((line, at) => ({ ...line, customisation: wanted[at]?.customisation ?? null }))
  requireSellable(row.lines, new_lines, matched.restored)
  const own_offers = own.filter(({ line }) => line.variation_id !== null).map(offersOf)
  return { order, channel, own, open, row, own_offers, new_lines }
}

/** The pieces that stay when others of the same lines go. */
const without = (pieces: readonly Pieces[], removed: readonly Pieces[]): Pieces[] =>
  pieces
    .map(({ line, amounts }) => {
      const gone = removed.find((piece) => piece.line.id === line.id)
      return { line, amounts: gone ? lineWithout(amounts, gone.amounts) : amounts }
    })
    .filter(({ amounts }) => amounts.quantity > 0)

/**
 * What the coupon gives the changed order. Its use and its time were judged when the order was placed; promotions stay as ordered, and the
 * coupon counts what they left of a line.
 */
function couponOf({ row: { coupon, lines }, own_offers }: Changed) {
  const goods = coupon ? worthOf(lines.filter((line) => isFor(coupon, line))) : 0
  if (!coupon || goods < coupon.min_order) return { off_goods: 0, off_delivery: 0 }
  const left = lines.map((line, at) => ({ id: line.id, worth: worthOf([line]) - (own_offers[at] ?? 0) }))
  return couponEffect(coupon, left)
}

/** What promotions took off pieces; all else is of a coupon or of staff. */
const namedOffers = ({ line, amounts }: Pieces) =>
  namedDiscounts(amounts.discount, line.adjustments).filter(({ key }) => idOfPromotion(key) !== undefined)

/** In minor units. */
const offersOf = (pieces: Pieces) => namedOffers(pieces).reduce((sum, { amount }) => sum + amount, 0)

const worthOf = (lines: readonly { quantity: number; selling_price: number }[]) =>
  lines.reduce((sum, { quantity, selling_price }) => sum + quantity * selling_price, 0)

const taxesOf = ({ order, channel }: Changed) => ({
  ...{ shipping: 0, payment_fee: 0, charges_tax_rate: 0 },
  is_tax_included: order.is_tax_included,
  tax_parts: taxPartsOf(channel),
})

/** The new lines, with what the coupon gives beyond the pieces that the order has; or everything at another discount of staff, of what promotions leave. */
function priceLines(changed: Changed, { discount }: OrderChange): { added: NewLine[]; repriced: Repriced[] } {
  const { order, own, row, new_lines } = changed
  const toPriced = ({ quantity, selling_price, tax_rate }: CartLineRow) => ({
    ...{ quantity, unit_price: selling_price, tax_rate, off: 0 },
  })
  const toAdded = (amounts: readonly Amounts[], named: Omit<NamedDiscount, 'amount'> | null) =>
    new_lines.map((line, at) => {
      const of = amountsOf(amounts[at])
      const adjustments = named && of.discount > 0 ? [{ ...named, amount: of.discount }] : null
      return toOrderItem(line, { ...of, adjustments })
    })
  if (!discount || isOfDelivery(discount)) {
    const { coupon } = row
    const granted = own.reduce((sum, piece) => sum + piece.amounts.discount - offersOf(piece), 0)
    const priced = computeTotals(
      new_lines.map((line) => ({
        ...toPriced(line),
        is_discounted: coupon !== null && isFor(coupon, line),
      })),
      { ...taxesOf(changed), discount: Math.max(0, couponOf(changed).off_goods - granted) },
    )
    const named = coupon && { key: couponPromotion(coupon).key, name: coupon.title, code: coupon.code }
    return { added: toAdded(priced.lines, named), repriced: [] }
  }
  if (order.coupon_code !== null)
    throw invalid({ 'discount.amount': ['The order has a coupon, and cannot have a discount too'] })
  const { amount, percent } = discount
  if (amount > 0 && percent > 0)
    throw invalid({ 'discount.percent': ['Enter an amount or a share in percent, not both'] })
  // The shares of shipments of early releases are not known.
  const open = changed.open.filter(
    ({ line: { shipped } }) => shipped.quantity === 0 || shipped.billed !== null,
  )
  const all = [
    ...open.map((pieces) => {
      const { quantity, unit_price } = pieces.amounts
      return { quantity, unit_price, tax_rate: pieces.line.tax_rate, off: offersOf(pieces) }
    }),
    ...new_lines.map(toPriced),
  ].map((line) => ({ ...line, is_discounted: true }))
  const goods = all.reduce(
    (sum, { quantity, unit_price, off: less }) => sum + quantity * unit_price - less,
    0,
  )
  const off = percent > 0 ? Math.round((goods * percent) / 100) : amount
  const { lines } = computeTotals(all, { ...taxesOf(changed), discount: off })
  const isNamed = own.some((pieces) => offersOf(pieces) > 0)
  const repriced = open.map(({ line, amounts }, at) => {
    const { discount, tax, total } = amountsOf(lines[at])
    const more = {
      discount: discount - amounts.discount,
      tax: tax - amounts.tax,
      total: total - amounts.total,
    }
    // With what is shipped of the line.
    const whole = own.find((pieces) => pieces.line.id === line.id) ?? { line, amounts }
    const named = isNamed ? withStaffPart(namedOffers(whole), whole.amounts.discount + more.discount) : []
    return { item_id: line.id, ...more, adjustments: named.length > 0 ? named : null }
  })
  return {
    added: toAdded(lines.slice(open.length), isNamed ? staffDiscount(0) : null),
    repriced: repriced.filter((line) => line.discount !== 0 || line.tax !== 0 || line.total !== 0),
  }
}

/** It takes nothing off the items, and does not take a former discount back either. */
const isOfDelivery = ({ amount, percent, free_delivery }: StaffDiscount) =>
  free_delivery && amount === 0 && percent === 0

const amountsOf = ({ discount, tax, total }: Amounts = { discount: 0, tax: 0, total: 0 }): Amounts => ({
  discount,
  tax,
  total,
})

/** Sums of the goods; the tax includes that of the present delivery and fee. */
function sumsAfter(
  order: Sums,
  { removed, restored }: Matched,
  added: readonly NewLine[],
  repriced: readonly Repriced[],
): Sums {
  const sums = { subtotal: order.subtotal, discount_total: order.discount_total, tax_total: order.tax_total }
  const count = ({ quantity, unit_price, discount, tax }: LineAmounts, sign: 1 | -1) => {
    sums.subtotal += sign * quantity * unit_price
    sums.discount_total += sign * discount
    sums.tax_total += sign * tax
  }
  for (const { amounts } of removed) count(amounts, -1)
  for (const { amounts } of restored) count(amounts, 1)
  for (const line of added) count(line, 1)
  for (const line of repriced) count({ ...line, quantity: 0, unit_price: 0 }, 1)
  return sums
}

const chargesTax = ({ shipping_tax, payment_fee_tax }: Pick<Charges, 'shipping_tax' | 'payment_fee_tax'>) =>
  shipping_tax + payment_fee_tax

/** The delivery as agreed, or charged again with the tax that delivery and fee have then. */
function deliver(
  changed: Changed,
  options: readonly ShippingMethod[],
  { shipping_method, discount }: OrderChange,
): Charges {
  const { order, channel, row, own, new_lines } = changed
  const free_delivery = discount?.free_delivery ?? false
  if (shipping_method === undefined && !free_delivery) return chargesOf(order)
  if (order.is_partly_shipped)
    throw invalid({ shipping_method: ['The delivery was charged with the first shipment'] })
  const code = shipping_method ?? order.shipping_method
  const option = options.find((method) => method.code === code)
  if (!option) throw shippingUnavailable()
  const rated = [...own.map(({ line }) => line), ...new_lines]
  const charges_tax_rate = chargesTaxRate({ addresses: row.addresses, lines: rated }, channel)
  const { shipping_total, shipping_tax, payment_fee_tax } = computeTotals([], {
    ...{ ...taxesOf(changed), discount: 0, charges_tax_rate, payment_fee: order.payment_fee },
    shipping: free_delivery ? 0 : option.amount.amount,
  })
  return {
    ...{ shipping_method: option.code, shipping_method_name: option.name },
    ...{ eta_min_days: option.eta_days?.min ?? null, eta_max_days: option.eta_days?.max ?? null },
    ...{ shipping_total, shipping_tax, payment_fee_tax, charges_tax_rate },
  }
}

const chargesOf = (order: Charges): Charges => ({
  shipping_method: order.shipping_method,
  shipping_method_name: order.shipping_method_name,
  eta_min_days: order.eta_min_days,
  eta_max_days: order.eta_max_days,
  shipping_total: order.shipping_total,
  shipping_tax: order.shipping_tax,
  payment_fee_tax: order.payment_fee_tax,
  charges_tax_rate: order.charges_tax_rate,
})

const toItem = ({ line, amounts }: Pieces): ItemRequest => ({ item_id: line.id, quantity: amounts.quantity })

const textOf = ({ line, amounts }: Pieces) => `${amounts.quantity} × ${line.name}`

const isEmpty = (
  { removed, restored, added, repriced, order, address }: ChangePlan,
  before: ChangeableOrder,
): boolean =>
  removed.length + restored.length + added.length + repriced.length === 0 &&
  address === null &&
  order.shipping_method === before.shipping_method &&
  order.grand_total === before.grand_total &&
  order.instruction === before.instruction
