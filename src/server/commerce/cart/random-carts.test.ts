import { expect, test } from 'vitest'
import type { Cart } from '#contract/cart.ts'
import { type Random, seeded } from '#contract/rules/promotions/evaluate.test-support.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { CartRow } from './model/cart-row.ts'
import { randomCart, withFewerLines } from './random-carts.test-support.ts'
import { toCart } from './store/to-cart.ts'

const CARTS = 100_000
const SEED = Number(process.env.CARTS_SEED ?? 20_261_121)

/**
 * Checks the totals of whole carts: coupons of every kind, discounts of staff, taxes included and added, free and paid delivery,
 * fees. Expected values are computed independently here, with BigInt. Issue C, proof.
 */
test(`in ${CARTS} random carts lines, discount, tax, delivery, fee and total are exact`, () => {
  const random = seeded(SEED)
  for (let number = 1; number <= CARTS; number++) {
    const { row, channel } = randomCart(random)
    const problem = problemIn(row, channel)
    if (problem) expect.fail(report(number, smallest(row, channel), channel))
  }
})

test('the check finds an amount that is one paisa too high', () => {
  const random: Random = seeded(7)
  const { row, channel } = aFullCart(random)
  const cart = toCart(row, channel)
  const [first] = cart.items
  if (!first) throw new Error('There is a line')
  expect(disagreement(cart, row, channel)).toBeUndefined()

  for (const spoilt of [
    { ...cart, subtotal: more(cart.subtotal) },
    { ...cart, discount_total: more(cart.discount_total) },
    { ...cart, tax_total: more(cart.tax_total) },
    { ...cart, shipping_total: more(cart.shipping_total) },
    { ...cart, shipping_tax: more(cart.shipping_tax), tax_total: more(cart.tax_total) },
    { ...cart, grand_total: more(cart.grand_total) },
    { ...cart, items: [{ ...first, line_tax: more(first.line_tax) }, ...cart.items.slice(1)] },
    { ...cart, items: [{ ...first, line_total: more(first.line_total) }, ...cart.items.slice(1)] },
  ])
    expect(disagreement(spoilt, row, channel)).toBeDefined()
})

const more = ({ amount, currency }: { amount: number; currency: string }) => ({
  amount: amount + 1,
  currency,
})

function aFullCart(random: Random) {
  for (;;) {
    const made = randomCart(random)
    const cart = toCart(made.row, made.channel)
    if (cart.items.length > 2 && cart.discount_total.amount > 0 && cart.shipping_total.amount > 0) return made
  }
}

function problemIn(row: CartRow, channel: Channel): string | undefined {
  try {
    return disagreement(toCart(row, channel), row, channel)
  } catch (error) {
    return String(error)
  }
}

/** The first sum that differs from its expected value. */
function disagreement(cart: Cart, row: CartRow, channel: Channel): string | undefined {
  const goods = row.lines.map(({ quantity, selling_price }) => BigInt(quantity) * BigInt(selling_price))
  const inScope = row.lines.map(({ id }) => row.coupon?.item_ids == null || row.coupon.item_ids.includes(id))
  const scoped = sum(goods.filter((_, at) => inScope[at]))
  const off =
    cart.coupon && row.coupon ? offGoods(row.coupon, scoped) : lesser(BigInt(row.staff_discount), scoped)
  const worth = sum(goods) - off
  const full = deliveryPrice(row, worth)
  const offByCoupon =
    cart.coupon && row.coupon?.type === 'free_shipping' ? (row.coupon.max_discount ?? null) : 0
  const offDelivery = row.has_free_delivery ? null : offByCoupon
  // An empty cart is not shipped.
  const isSent = cart.shipping_method !== null && goods.length > 0
  const delivery = isSent ? lessOff(full, offDelivery) : 0n
  const taxes = cart.items.map(({ line_tax }) => big(line_tax))

  const amounts = [
    ...cart.items.flatMap(({ line_discount, line_tax, line_total }) => [line_discount, line_tax, line_total]),
    cart.subtotal,
    cart.discount_total,
    cart.shipping_total,
    cart.payment_fee,
    cart.shipping_tax,
    cart.payment_fee_tax,
    cart.tax_total,
    cart.grand_total,
  ]
  if (!amounts.every(({ amount }) => Number.isSafeInteger(amount) && amount >= 0)) return 'no whole amount'
  if (big(cart.subtotal) !== sum(goods)) return 'subtotal'
  if (big(cart.discount_total) !== off) return 'discount'
  if (sum(cart.items.map(({ line_discount }) => big(line_discount))) !== off) return 'discounts of the lines'
  const chargesTaxes = [big(cart.shipping_tax), big(cart.payment_fee_tax)]
  if (sum(taxes) + sum(chargesTaxes) !== big(cart.tax_total)) return 'taxes of lines and charges'
  if (big(cart.shipping_total) !== delivery) return 'delivery'
  const saved = off + (isSent && offDelivery !== 0 ? full - delivery : 0n)
  if (cart.coupon && big(cart.coupon.discount) !== saved) return 'what the coupon says it saves'
  if (worth + delivery === 0n && cart.payment_fee.amount > 0) return 'a fee where nothing is due'
  const onTop = channel.is_tax_included ? 0n : big(cart.tax_total)
  const total = sum(goods) - off + delivery + big(cart.payment_fee) + onTop
  if (big(cart.grand_total) !== total) return 'grand total'
  for (const [at, line] of cart.items.entries()) {
    const discount = big(line.line_discount)
    const rest = (goods[at] ?? 0n) - discount
    if (big(line.line_total) !== rest) return `total of line ${at}`
    if (!inScope[at] && discount !== 0n) return `discount of line ${at}, which the coupon is not for`
    // Each share is less than one minor unit away from the exact share.
    if (scoped > 0n && inScope[at] && abs(discount * scoped - off * (goods[at] ?? 0n)) >= scoped)
      return `share of line ${at}`
    if (!isRoundedTax(taxes[at] ?? 0n, rest, BigInt(row.lines[at]?.tax_rate ?? 0), channel))
      return `tax of line ${at}`
  }
  const chargesRate = chargesRateOf(row, channel)
  for (const [at, charge] of [delivery, big(cart.payment_fee)].entries())
    if (!isRoundedTax(chargesTaxes[at] ?? 0n, charge, chargesRate, channel)) return `tax of charge ${at}`
  return undefined
}

function chargesRateOf({ lines }: CartRow, { delivery_tax, delivery_tax_rate_bp }: Channel): bigint {
  if (delivery_tax === 'none') return 0n
  const rates = lines.map(({ tax_rate }) => tax_rate).toSorted((a, b) => b - a)
  return BigInt(delivery_tax === 'fixed' ? delivery_tax_rate_bp : (rates[0] ?? 0))
}

function offGoods({ type, value, max_discount }: NonNullable<CartRow['coupon']>, scoped: bigint): bigint {
  if (type === 'free_shipping') return 0n
  const wished = type === 'fixed' ? BigInt(value) : (scoped * BigInt(value) * 2n + 100n) / 200n
  return [wished, scoped, ...(max_discount === null ? [] : [BigInt(max_discount)])].reduce((a, b) =>
    a < b ? a : b,
  )
}

function deliveryPrice({ shipping_methods, shipping_method }: CartRow, worth: bigint): bigint {
  const method = shipping_methods.find(({ code }) => code === shipping_method)
  if (!method || (method.free_from !== null && worth >= BigInt(method.free_from))) return 0n
  return BigInt(method.price)
}

const lesser = (a: bigint, b: bigint) => (a < b ? a : b)

/** `null`: all of it. */
const lessOff = (price: bigint, off: number | null) =>
  off === null || BigInt(off) > price ? 0n : price - BigInt(off)

/**
 * Rounded half up: less than half a unit below the exact tax, at most half a unit above. In India that holds for each of
 * its two equal halves. `rate` in basis points.
 */
function isRoundedTax(tax: bigint, rest: bigint, rate: bigint, channel: Channel) {
  const parts = channel.country_code === 'IN' ? 2n : 1n
  if (tax % parts !== 0n) return false
  const divisor = parts * (channel.is_tax_included ? 10_000n + rate : 10_000n)
  const above = 2n * ((tax / parts) * divisor - rest * rate)
  return above > -divisor && above <= divisor
}

const big = ({ amount }: { amount: number }) => BigInt(amount)
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
const abs = (value: bigint) => (value < 0n ? -value : value)

/** The smallest cart with the same failure. */
function smallest(row: CartRow, channel: Channel): CartRow {
  const smaller = withFewerLines(row).find((fewer) => problemIn(fewer, channel))
  return smaller ? smallest(smaller, channel) : row
}

const report = (number: number, row: CartRow, channel: Channel) =>
  `Cart ${number} of seed ${SEED}: ${problemIn(row, channel)}\n${JSON.stringify({
    channel,
    coupon: row.coupon,
    shipping_method: row.shipping_method,
    shipping_methods: row.shipping_methods,
    payment_method: row.payment_method,
    lines: row.lines.map(({ id, quantity, selling_price, tax_rate }) => ({
      id,
      quantity,
      selling_price,
      tax_rate,
    })),
  })}`
