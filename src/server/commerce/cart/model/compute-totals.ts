import { spread, taxContained, taxOnTop } from '#contract/money.ts'

/** Money in minor units; `tax_rate` in basis points (1800 = 18 %). */
export type PricedLine = {
  quantity: number
  unit_price: number
  tax_rate: number
  /** What promotions and a coupon take off it. */
  off: number
  /** The discount is spread over these lines only, by what promotions leave of them. */
  is_discounted: boolean
}

export type Charges = {
  /** Discount on the eligible items beside promotions; never more than their value. */
  discount: number
  shipping: number
  payment_fee: number
  is_tax_included: boolean
  /** Rate of delivery and fee, in basis points (`chargesTaxRate`). */
  charges_tax_rate: number
  /** Equal taxes that each tax consists of: 2 in India, where CGST and SGST are its halves. */
  tax_parts: 1 | 2
}

export type Totals = {
  /** In the given order of lines. `total` is after discount; it includes the tax when prices do. */
  lines: { goods: number; discount: number; tax: number; total: number }[]
  subtotal: number
  discount_total: number
  shipping_total: number
  payment_fee: number
  shipping_tax: number
  payment_fee_tax: number
  /** Of the lines, the delivery and the fee. */
  tax_total: number
  grand_total: number
}

/**
 * Totals of a cart or an order, exact in minor units: the lines' discounts sum to the order's, and subtotal -
 * discount + shipping + fee (+ tax where prices exclude it) is the grand total. Tax is rounded half up per
 * line, and once for the delivery and for the fee. Decisions §1.2, security §15, ADR 0038.
 */
export function computeTotals(priced: readonly PricedLine[], charges: Charges): Totals {
  const goods = priced.map(({ quantity, unit_price }) => quantity * unit_price)
  const subtotal = sum(goods)
  const discounted = priced.map(({ is_discounted, off }, at) => (is_discounted ? (goods[at] ?? 0) - off : 0))
  const discounts = spread(Math.min(charges.discount, sum(discounted)), discounted)
  const discount_total = sum(discounts) + sum(priced.map(({ off }) => off))
  const { shipping: shipping_total, payment_fee, charges_tax_rate, tax_parts } = charges
  const taxOf = (amount: number, rate: number) =>
    (charges.is_tax_included ? taxContained : taxOnTop)(amount, rate, tax_parts)
  const lines = priced.map(({ tax_rate, off }, at) => {
    const discount = off + (discounts[at] ?? 0)
    const total = (goods[at] ?? 0) - discount
    return { goods: goods[at] ?? 0, discount, tax: taxOf(total, tax_rate), total }
  })
  const shipping_tax = taxOf(shipping_total, charges_tax_rate)
  const payment_fee_tax = taxOf(payment_fee, charges_tax_rate)
  const tax_total = sum(lines.map(({ tax }) => tax)) + shipping_tax + payment_fee_tax
  const onTop = charges.is_tax_included ? 0 : tax_total
  const grand_total = subtotal - discount_total + shipping_total + payment_fee + onTop
  return {
    lines,
    subtotal,
    discount_total,
    shipping_total,
    payment_fee,
    shipping_tax,
    payment_fee_tax,
    tax_total,
    grand_total,
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
