import type { PiecesOfLocation } from '#harness/locations.ts'
import type { LedgerEntry } from './gateway.ts'
import type { Delivery } from './message-services.ts'
import type { ShopState } from './shop-state.ts'
import type { ShopperRecord } from './shopper.ts'

export type Evidence = {
  records: readonly ShopperRecord[]
  shopState: ShopState
  ledger: readonly LedgerEntry[]
  deliveries: readonly Delivery[]
  kills: readonly { at: number }[]
  /** Stock before the first shopper, by id of the variations on sale, and where it was. */
  stockBefore: ReadonlyMap<number, number>
  piecesBefore: readonly PiecesOfLocation[]
}

/**
 * Compares the replies that shoppers got with the shop's database, the payment company's records and the delivered mail and SMS.
 * Each returned sentence is one inconsistency; an empty list means that nothing was lost, duplicated or invented.
 */
export const findInconsistencies = (evidence: Evidence): string[] => [
  ...checkOrders(evidence),
  ...checkPayments(evidence),
  ...checkStock(evidence),
  ...checkPromotions(evidence),
  ...checkMessages(evidence),
]

/** Neither cancelled nor failed. */
const isLive = ({ status }: { status: string }) => status !== 'cancelled' && status !== 'payment_failed'

function* checkOrders({ records, shopState }: Evidence): Generator<string> {
  const byId = new Map(shopState.orders.map((order) => [order.id, order]))
  for (const { plan, email, orders, refusal, hasTimedOut, shownPaid, shownRefunded, seen } of records) {
    const who = `Shopper ${plan.number}`
    const own = shopState.orders.filter((order) => order.email === email)
    if (hasTimedOut) yield `${who} got no final reply`
    if (refusal !== null && refusal !== 'OUT_OF_STOCK') yield `${who} was refused with ${refusal}`
    if (own.filter(isLive).length > 1) yield `${who} has ${own.filter(isLive).length} orders of one cart`
    for (const { order_no } of own.filter((order) => !orders.some(({ order_id }) => order_id === order.id)))
      yield `${who} got no reply about order ${order_no}`

    const ofKey = Map.groupBy(orders, ({ key }) => key)
    for (const answers of ofKey.values())
      if (new Set(answers.map(({ order_id }) => order_id)).size > 1) yield `${who} got two orders for one key`
    for (const { order_id, order_no, amount } of orders) {
      const order = byId.get(order_id)
      if (order?.order_no !== order_no || order.email !== email) yield `Order ${order_no} of ${who} is lost`
      else if (amount === null && !isLive(order))
        yield `Order ${order_no} of ${who} was acknowledged and is ${order.status}`
      else if (amount !== null && amount !== order.grand_total)
        yield `Order ${order_no} has another amount than shown`
      const now = seen.find((one) => one.order_id === order_id)
      if (now && order && (now.status !== order.status || now.payment_status !== order.payment_status))
        yield `Order ${order_no} is shown as ${now.status} and is ${order.status}`
    }
    for (const id of shownPaid)
      if (byId.get(id)?.payment_status !== 'paid') yield `${who} saw order ${id} as paid, and it is not`
    for (const id of shownRefunded)
      if (!shopState.payments.some((payment) => payment.order_id === id && payment.status === 'surplus'))
        yield `${who} saw order ${id} as refunded, and it is not`
  }
  const numbers = new Set(shopState.orders.map(({ order_no }) => order_no))
  if (numbers.size < shopState.orders.length) yield 'Two orders have one number'
  for (const { order_no, status, times_placed } of shopState.orders)
    if (Number(times_placed) > 1 || (status === 'placed' && Number(times_placed) !== 1))
      yield `Order ${order_no} is ${status} and was placed ${times_placed} times`
}

function* checkPayments({ shopState, ledger }: Evidence): Generator<string> {
  for (const order of shopState.orders) {
    const { order_no, subtotal, discount_total, lines_total, lines_discount } = order
    if (lines_total !== subtotal - discount_total || lines_discount !== discount_total)
      yield `The lines of order ${order_no} do not add up to it`
  }
  const orderOf = new Map(shopState.orders.map((order) => [order.id, order]))
  const known = new Map(shopState.payments.map((payment) => [payment.gateway_payment_id, payment]))
  for (const { id, order_no, captured, refunds } of ledger) {
    const back = refunds.reduce((sum, { amount }) => sum + amount, 0)
    if (back > captured) yield `Payment ${id} was refunded ${back} of ${captured}`
    if (new Set(refunds.map(({ key }) => key)).size < refunds.length)
      yield `Payment ${id} was refunded twice under one key`
    if (captured === 0) continue
    const payment = known.get(id)
    const order = payment && orderOf.get(payment.order_id)
    if (!payment || !order) yield `Payment ${id} for ${order_no} is unknown to the shop`
    else if (payment.captured_amount !== captured)
      yield `Payment ${id} has another amount in the shop's database`
    else if (payment.refunded_amount !== back)
      yield `Payment ${id} was refunded ${back}; the database says ${payment.refunded_amount}`
    else if (payment.status === 'paid' ? !isPaidWith(order, captured, back) : back !== captured)
      yield `Payment ${id} (${payment.status}) paid for order ${order_no}, which is ${order.status}, and ${back} of ${captured} was refunded`
  }
  for (const order of shopState.orders.filter(({ payment_method }) => payment_method === 'stripe')) {
    const paid = shopState.payments.filter((one) => one.order_id === order.id && one.status === 'paid')
    if (paid.length > 1) yield `Order ${order.order_no} is paid ${paid.length} times`
    const isTaken = ledger.some(({ id, captured }) => captured > 0 && id === paid[0]?.gateway_payment_id)
    if (order.status === 'placed' && !isTaken) yield `Order ${order.order_no} is placed without a payment`
    if (order.status === 'pending_payment') yield `Order ${order.order_no} still waits for its payment`
  }
}

const isPaidWith = (order: ShopState['orders'][number], captured: number, back: number) =>
  order.status === 'placed' && order.payment_status === 'paid' && order.grand_total === captured && back === 0

function* checkStock({ shopState, stockBefore, piecesBefore }: Evidence): Generator<string> {
  for (const [at, { variation_id, location_id, level, pieces }] of shopState.pieces.entries()) {
    const where = `Variation ${variation_id} in location ${location_id}`
    if (level < 0) yield `${where}: ${level} are left`
    const before = piecesBefore[at]?.pieces
    if (pieces !== before) yield `${where}: ${before} at the start, ${pieces} are left or with customers`
  }
  for (const { id, stock, sold, held } of shopState.stock) {
    const before = stockBefore.get(id)
    if (before === undefined) continue
    if (Number(sold) > before) yield `Variation ${id}: ${sold} were sold of ${before}`
    if (Number(held) > 0) yield `Variation ${id}: ${held} are held without an open payment`
    if (stock !== before - Number(sold) - Number(held))
      yield `Variation ${id}: ${before} at the start, ${sold} were sold, ${stock} are left`
  }
  const { coupon, orders } = shopState
  const withCoupon = orders.filter(({ coupon_code }) => coupon_code !== null).filter(isLive).length
  if (!coupon) yield 'The coupon is missing'
  else if (coupon.used_count > coupon.usage_limit)
    yield `A coupon for ${coupon.usage_limit} was used ${coupon.used_count} times`
  else if (coupon.used_count !== withCoupon || Number(coupon.uses) !== withCoupon)
    yield `The coupon counts ${coupon.used_count} uses, lists ${coupon.uses}, and ${withCoupon} orders have it`
}

/** Uses and budget of promotions are exactly what live orders have of them. */
function* checkPromotions({ shopState: { promotions, orders } }: Evidence): Generator<string> {
  if (promotions.length < 2) yield 'A promotion is missing'
  for (const { name, used_count, usage_limit, spent, budget, uses, given } of promotions) {
    const amounts = orders.filter(isLive).flatMap((order) => order.given[name] ?? [])
    const all = amounts.reduce((sum, amount) => sum + amount, 0)
    if (usage_limit !== null && used_count > usage_limit)
      yield `${name} for ${usage_limit} orders was used ${used_count} times`
    if (budget !== null && spent > budget) yield `${name} with a budget of ${budget} gave ${spent}`
    if (used_count !== amounts.length || uses !== amounts.length || spent !== all || given !== all)
      yield `${name} counts ${used_count} uses of ${spent}, lists ${uses} of ${given}, and ${amounts.length} orders have ${all} of it`
  }
}

function* checkMessages({ shopState, deliveries, kills }: Evidence): Generator<string> {
  const byId = new Map(shopState.outbox.map((message) => [message.id, message]))
  const arrived = Map.groupBy(deliveries, ({ channel, id }) => `${channel} ${id}`)
  for (const [name, all] of arrived) {
    const { id, channel, recipient } = all[0] as Delivery
    const known = byId.get(id)
    // Demo orders existed before the first shopper.
    if (known?.order_id && !shopState.orders.some((order) => order.id === known.order_id)) continue
    if (known?.channel !== channel) yield `The ${name} to ${recipient} has no message in the outbox`
    if (countNeedless(all, kills) > 0)
      yield `The ${name} to ${recipient} was sent ${all.length} times without need`
  }
  for (const order of shopState.orders) {
    const isPlaced = Number(order.times_placed) > 0
    for (const channel of ['mail', 'sms']) {
      const about = shopState.outbox.filter(
        (one) => one.order_id === order.id && one.channel === channel && one.kind === 'order_placed',
      )
      const got = about.filter(({ id }) => arrived.has(`${channel} ${id}`))
      if (isPlaced && got.length !== 1)
        yield `The ${channel} of order ${order.order_no} arrived ${got.length} times`
      if (!isPlaced && about.length > 0)
        yield `There is a ${channel} of order ${order.order_no}, which was never placed`
    }
  }
  for (const payment of shopState.payments.filter(({ status }) => status === 'surplus')) {
    const about = shopState.outbox.filter(
      ({ kind, id }) => kind === `payment_returned:${payment.id}` && arrived.has(`mail ${id}`),
    )
    if (about.length !== 1)
      yield `The mail about the refund of payment ${payment.id} arrived ${about.length} times`
  }
}

/**
 * Counts deliveries that repeat a confirmed one without a crash in between. No sender can rule out a repeat after a lost reply or a
 * crash, so those share the id by which the recipient deduplicates them.
 */
const countNeedless = (all: readonly Delivery[], kills: readonly { at: number }[]) =>
  all.slice(1).filter((one, at) => {
    const before = all[at] as Delivery
    return before.isAnswered && !kills.some((kill) => kill.at >= before.at - 20 && kill.at <= one.at)
  }).length
