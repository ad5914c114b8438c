import type { LedgerEntry } from './gateway.ts'
import type { Delivery } from './post-office.ts'
import type { Books } from './shop-books.ts'
import type { Story } from './shopper.ts'

export type Evidence = {
  stories: readonly Story[]
  books: Books
  ledger: readonly LedgerEntry[]
  deliveries: readonly Delivery[]
  kills: readonly { at: number }[]
  /** What lay on the shelf before the first shopper came, of those variations that were sold. */
  stockBefore: ReadonlyMap<number, number>
}

/**
 * Holds what the shoppers were told against the shop's books, those against the payment company's, and both against what arrived by
 * mail and SMS. Each sentence that comes back is a fault of the shop; none means that nothing was lost, doubled or made up.
 */
export const judge = (evidence: Evidence): string[] => [
  ...judgeOrders(evidence),
  ...judgeMoney(evidence),
  ...judgeStock(evidence),
  ...judgeMessages(evidence),
]

/** Still the shop's to deliver: neither given up nor failed. */
const isLive = ({ status }: { status: string }) => status !== 'cancelled' && status !== 'payment_failed'

function* judgeOrders({ stories, books }: Evidence): Generator<string> {
  const byId = new Map(books.orders.map((order) => [order.id, order]))
  for (const { plan, email, orders, refusal, isLeftInTheDark, toldPaid, toldReturned, seen } of stories) {
    const who = `Shopper ${plan.number}`
    const own = books.orders.filter((order) => order.email === email)
    if (isLeftInTheDark) yield `${who} never had an answer`
    if (refusal !== null && refusal !== 'OUT_OF_STOCK') yield `${who} was refused with ${refusal}`
    if (own.filter(isLive).length > 1) yield `${who} has ${own.filter(isLive).length} orders of one cart`
    for (const { order_no } of own.filter((order) => !orders.some(({ order_id }) => order_id === order.id)))
      yield `${who} was never told of order ${order_no}`

    const ofKey = Map.groupBy(orders, ({ key }) => key)
    for (const answers of ofKey.values())
      if (new Set(answers.map(({ order_id }) => order_id)).size > 1) yield `${who} got two orders for one key`
    for (const { order_id, order_no, amount } of orders) {
      const order = byId.get(order_id)
      if (order?.order_no !== order_no || order.email !== email) yield `Order ${order_no} of ${who} is lost`
      else if (amount === null && !isLive(order))
        yield `Order ${order_no} of ${who} was acknowledged and is ${order.status}`
      else if (amount !== null && amount !== order.grand_total)
        yield `Order ${order_no} costs another sum than was said`
      const now = seen.find((one) => one.order_id === order_id)
      if (now && order && (now.status !== order.status || now.payment_status !== order.payment_status))
        yield `Order ${order_no} is shown as ${now.status} and is ${order.status}`
    }
    for (const id of toldPaid)
      if (byId.get(id)?.payment_status !== 'paid')
        yield `${who} was told that order ${id} is paid, and it is not`
    for (const id of toldReturned)
      if (!books.payments.some((payment) => payment.order_id === id && payment.status === 'surplus'))
        yield `${who} was told that the money of order ${id} goes back, and it does not`
  }
  const numbers = new Set(books.orders.map(({ order_no }) => order_no))
  if (numbers.size < books.orders.length) yield 'Two orders have one number'
  for (const { order_no, status, times_placed } of books.orders)
    if (Number(times_placed) > 1 || (status === 'placed' && Number(times_placed) !== 1))
      yield `Order ${order_no} is ${status} and was placed ${times_placed} times`
}

function* judgeMoney({ books, ledger }: Evidence): Generator<string> {
  for (const order of books.orders) {
    const { order_no, subtotal, discount_total, lines_total, lines_discount } = order
    if (lines_total !== subtotal - discount_total || lines_discount !== discount_total)
      yield `The lines of order ${order_no} do not add up to it`
  }
  const orderOf = new Map(books.orders.map((order) => [order.id, order]))
  const known = new Map(books.payments.map((payment) => [payment.gateway_payment_id, payment]))
  for (const { id, order_no, captured, refunds } of ledger) {
    const back = refunds.reduce((sum, { amount }) => sum + amount, 0)
    if (back > captured) yield `Of payment ${id} ${back} went back, and only ${captured} had come`
    if (new Set(refunds.map(({ key }) => key)).size < refunds.length)
      yield `Payment ${id} was given back twice under one key`
    if (captured === 0) continue
    const payment = known.get(id)
    const order = payment && orderOf.get(payment.order_id)
    if (!payment || !order) yield `Payment ${id} for ${order_no} was taken, and the shop knows nothing of it`
    else if (payment.captured_amount !== captured)
      yield `Payment ${id} is in the shop's books with another sum`
    else if (payment.refunded_amount !== back)
      yield `Of payment ${id} ${back} went back; the books say ${payment.refunded_amount}`
    else if (payment.status === 'paid' ? !isPaidWith(order, captured, back) : back !== captured)
      yield `Payment ${id} (${payment.status}) paid for order ${order_no}, which is ${order.status}, and ${back} of ${captured} went back`
  }
  for (const order of books.orders.filter(({ payment_method }) => payment_method === 'stripe')) {
    const paid = books.payments.filter((one) => one.order_id === order.id && one.status === 'paid')
    if (paid.length > 1) yield `Order ${order.order_no} is paid ${paid.length} times`
    const isTaken = ledger.some(({ id, captured }) => captured > 0 && id === paid[0]?.gateway_payment_id)
    if (order.status === 'placed' && !isTaken)
      yield `Order ${order.order_no} is placed, and nobody has paid for it`
    if (order.status === 'pending_payment') yield `Order ${order.order_no} still waits for its payment`
  }
}

const isPaidWith = (order: Books['orders'][number], captured: number, back: number) =>
  order.status === 'placed' && order.payment_status === 'paid' && order.grand_total === captured && back === 0

function* judgeStock({ books, stockBefore }: Evidence): Generator<string> {
  for (const { id, stock, sold, held } of books.stock) {
    const before = stockBefore.get(id)
    if (before === undefined) continue
    if (Number(sold) > before) yield `Of variation ${id} ${sold} were sold, and ${before} were there`
    if (Number(held) > 0) yield `Of variation ${id} ${held} are held, and nobody is paying any more`
    if (stock !== before - Number(sold) - Number(held))
      yield `Variation ${id}: ${before} were there, ${sold} were sold, and ${stock} are left`
  }
  const { coupon, orders } = books
  const withCoupon = orders.filter(({ coupon_code }) => coupon_code !== null).filter(isLive).length
  if (!coupon) yield 'The coupon is gone'
  else if (coupon.used_count > coupon.usage_limit)
    yield `A coupon for ${coupon.usage_limit} was used ${coupon.used_count} times`
  else if (coupon.used_count !== withCoupon || Number(coupon.uses) !== withCoupon)
    yield `The coupon counts ${coupon.used_count} uses, lists ${coupon.uses}, and ${withCoupon} orders have it`
}

function* judgeMessages({ books, deliveries, kills }: Evidence): Generator<string> {
  const byId = new Map(books.outbox.map((message) => [message.id, message]))
  const arrived = Map.groupBy(deliveries, ({ channel, id }) => `${channel} ${id}`)
  for (const [name, all] of arrived) {
    const { id, channel, recipient } = all[0] as Delivery
    const known = byId.get(id)
    // A demo order's: they were there before the first shopper.
    if (known?.order_id && !books.orders.some((order) => order.id === known.order_id)) continue
    if (known?.channel !== channel) yield `The ${name} to ${recipient} tells of something that never happened`
    if (countNeedless(all, kills) > 0)
      yield `The ${name} to ${recipient} was sent ${all.length} times without need`
  }
  for (const order of books.orders) {
    const isPlaced = Number(order.times_placed) > 0
    for (const channel of ['mail', 'sms']) {
      const about = books.outbox.filter(
        (one) => one.order_id === order.id && one.channel === channel && one.kind === 'order_placed',
      )
      const got = about.filter(({ id }) => arrived.has(`${channel} ${id}`))
      if (isPlaced && got.length !== 1)
        yield `The ${channel} of order ${order.order_no} arrived ${got.length} times`
      if (!isPlaced && about.length > 0)
        yield `There is a ${channel} of order ${order.order_no}, which was never placed`
    }
  }
  for (const payment of books.payments.filter(({ status }) => status === 'surplus')) {
    const about = books.outbox.filter(
      ({ kind, id }) => kind === `payment_returned:${payment.id}` && arrived.has(`mail ${id}`),
    )
    if (about.length !== 1)
      yield `The mail that payment ${payment.id} goes back arrived ${about.length} times`
  }
}

/**
 * Deliveries that follow one which the shop had been told of, with nobody killed in between. Those under the same id that a lost
 * answer or a crash explains are what no sender can rule out; the id makes them one for whoever gets them.
 */
const countNeedless = (all: readonly Delivery[], kills: readonly { at: number }[]) =>
  all.slice(1).filter((one, at) => {
    const before = all[at] as Delivery
    return before.isAnswered && !kills.some((kill) => kill.at >= before.at - 20 && kill.at <= one.at)
  }).length
