import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, type CoreApi, createClient } from '#contract/client.ts'
import type { Reply } from '#contract/envelope.ts'
import { routes } from '#contract/routes.ts'
import { type Attempt, attemptFor, isDecided } from '#features/checkout/order-attempt.ts'
import type { Random } from '../../bench/catalog/random.ts'
import type { Gateway } from './gateway.ts'
import { COUPON } from './shop-state.ts'

/** How a prepaying shopper behaves. */
export const waysOfPaying = ['comes back', 'is not seen again', 'slowly', 'gives up', 'in two tabs'] as const

export type Plan = {
  number: number
  /** By default one of the shopper’s own. */
  email?: string
  product_id: number
  quantity: number
  method: 'cod' | 'stripe'
  hasCoupon: boolean
  pays: (typeof waysOfPaying)[number]
  /** Presses the button twice at once. */
  pressesTwice: boolean
}

/** Everything that the shop replied to one shopper. */
export type ShopperRecord = {
  plan: Plan
  email: string
  /** Every successful place-order reply. */
  orders: { key: string; order_id: number; order_no: string; token: string; amount: number | null }[]
  /** The final refusal or the error that ended the purchase. */
  refusal: string | null
  shownPaid: number[]
  shownRefunded: number[]
  /** No final reply arrived within the time limit. */
  hasTimedOut: boolean
  /** The orders as their links show them at the end. */
  seen: { order_id: number; status: string; payment_status: string }[]
}

export type World = {
  url: string
  gateway: Gateway
  random: Random
  /** Called before each call that creates an order or a payment. */
  onCriticalCall: () => void
}

const PATIENCE_MS = 120_000

/**
 * One purchase as the shop's own pages carry it out in a browser: an unanswered attempt is repeated under the same key, also after
 * a reload, and state is read again instead of assumed.
 */
export async function buy(plan: Plan, world: World): Promise<ShopperRecord> {
  const { gateway, random } = world
  const { api } = visitorOf(plan, world)
  const until = Date.now() + PATIENCE_MS
  const record: ShopperRecord = {
    plan,
    email: plan.email ?? `shopper${plan.number}@example.com`,
    orders: [],
    refusal: null,
    shownPaid: [],
    shownRefunded: [],
    hasTimedOut: false,
    seen: [],
  }
  const unanswered: Attempt[] = []

  try {
    const order = (await fillCart()) ? await place() : undefined
    if (order && plan.method === 'stripe') await pay(order)
  } catch (error) {
    if (error instanceof RetriesExhausted) record.hasTimedOut = true
    else record.refusal = (error as Error).message
  }
  return record

  /** @returns false when the product sold out before it was added. */
  async function fillCart(): Promise<boolean> {
    const { product_id } = plan
    for (;;) {
      const added = await api.cart.addItem({ product_id, quantity: plan.quantity })
      if (added.status === 'success') break
      if (isDecided(added)) {
        record.refusal = added.code
        return false
      }
      await pause()
      // The item may have been added although the reply was lost; without the cookie of that reply the cart is a new one.
      const cart = await succeeded(() => api.cart.get({}))
      if (cart.items.some((item) => item.product_id === product_id)) break
    }
    await succeeded(() =>
      api.cart.updateAddress({ ...address, phone: phoneOf(plan), same_as_shipping: true }),
    )
    await succeeded(() => api.cart.updateContact({ phone: phoneOf(plan), email: record.email }))
    if (plan.hasCoupon) await answered(() => api.cart.couponsApply({ code: COUPON }))
    await succeeded(() => api.cart.updatePaymentMode({ payment_method: plan.method }))
    return true
  }

  /** Retries place-order until it succeeds or is refused. */
  async function place(): Promise<ShopperRecord['orders'][number] | undefined> {
    for (;;) {
      const cart = await succeeded(() => api.cart.get({}))
      const body = { version: cart.version, cart_session: null, accept_tnc: true, instruction: '' }
      // Without an open cart only the previous attempts can be repeated.
      const tries =
        cart.id === null
          ? [...unanswered]
          : [attemptFor(unanswered, cart.id, body, () => crypto.randomUUID())]
      if (tries.length === 0) throw new Error('The cart is empty and no order was placed')
      for (const attempt of tries) {
        if (!unanswered.includes(attempt)) unanswered.push(attempt)
        const replies = await Promise.all(
          plan.pressesTwice ? [send(attempt), send(attempt)] : [send(attempt)],
        )
        const orders = replies.flatMap((reply) => (reply.status === 'success' ? [reply.data] : []))
        if (orders.length > 0) return orders.map((order) => remember(attempt.key, order))[0]
        const reply = replies.find((one) => one.status === 'error' && isDecided(one))
        if (reply?.status !== 'error') continue
        unanswered.splice(unanswered.indexOf(attempt), 1)
        // The promotion was used up: the cart has its new total.
        if (['STALE_CART', 'COUPON_INVALID', 'PRICES_CHANGED'].includes(reply.code)) continue
        if (reply.code === 'ALREADY_ORDERED' && unanswered.length > 0) continue
        record.refusal = reply.code
        return undefined
      }
      await pause()
    }
  }

  function send({ key, body }: Attempt) {
    world.onCriticalCall()
    const { cart_session: _, ...said } = body
    return api.checkout.placeOrder({ ...said, idempotency_key: key })
  }

  type Placed = { order_id: number; order_no: string; token: string; amount?: { amount: number } | undefined }
  function remember(key: string, { order_id, order_no, token, amount }: Placed) {
    const order = { key, order_id, order_no, token, amount: amount?.amount ?? null }
    record.orders.push(order)
    return order
  }

  async function pay(order: ShopperRecord['orders'][number]) {
    const paymentId = await startPaying(order)
    if (!paymentId || plan.pays === 'gives up') return
    if (plan.pays === 'slowly') gateway.paySlowly(paymentId)
    else if (plan.pays === 'in two tabs') return payInTwoTabs(order, paymentId)
    else gateway.pay(paymentId)
    if (plan.pays !== 'is not seen again') await returnToShop(order, paymentId)
  }

  /** Leaves the first payment open, changes the cart, places a second order and pays both. */
  async function payInTwoTabs(first: ShopperRecord['orders'][number], firstPayment: string) {
    await answered(() => api.cart.updateQty({ product_id: plan.product_id, quantity: plan.quantity + 1 }))
    const second = await place()
    const secondPayment = second && second.order_id !== first.order_id ? await startPaying(second) : undefined
    gateway.pay(firstPayment)
    if (second && secondPayment && gateway.pay(secondPayment)) await returnToShop(second, secondPayment)
    await returnToShop(first, firstPayment)
  }

  async function startPaying({
    order_id,
    token,
  }: ShopperRecord['orders'][number]): Promise<string | undefined> {
    for (let attempt = 0; attempt < 8; attempt++) {
      world.onCriticalCall()
      const reply = await answered(() => api.checkout.processPayment({ order_id, token }))
      if (reply.status === 'success') {
        if (random.isOnceIn(5)) gateway.forge(reply.data.payment_id)
        return reply.data.payment_id
      }
      if (reply.code !== 'PAYMENT_UNAVAILABLE') return undefined
      await pause()
    }
    return undefined
  }

  /** Polls the payment as the page does, until its outcome is known or the attempts run out. */
  async function returnToShop({ order_id, token }: ShopperRecord['orders'][number], payment_id: string) {
    for (let look = 0; look < 6; look++) {
      world.onCriticalCall()
      const reply = await answered(() => api.checkout.completePayment({ order_id, token, payment_id }))
      if (reply.status === 'success' && reply.data.redirect) return void record.shownPaid.push(order_id)
      if (reply.status === 'error') {
        if (reply.code === 'PAYMENT_RETURNED') record.shownRefunded.push(order_id)
        return
      }
      await sleep(500)
    }
  }

  /** Repeats a call until it gets a valid reply. */
  async function answered<Data>(ask: () => Promise<Reply<Data>>): Promise<Reply<Data>> {
    for (;;) {
      const reply = await ask()
      if (isDecided(reply)) return reply
      if (Date.now() > until) throw new RetriesExhausted()
      await pause()
    }
  }

  async function succeeded<Data>(ask: () => Promise<Reply<Data>>): Promise<Data> {
    const reply = await answered(ask)
    if (reply.status === 'success') return reply.data
    throw new Error(`${reply.code} ${reply.message}`)
  }

  async function pause() {
    if (Date.now() > until) throw new RetriesExhausted()
    await sleep(150 + random.below(350))
  }
}

class RetriesExhausted extends Error {}

/** Reads the shopper's orders through the links in their replies. */
export async function readAgain(record: ShopperRecord, world: World) {
  const { api } = visitorOf(record.plan, { ...world, random: { ...world.random, isOnceIn: () => false } })
  for (const { order_id, token } of record.orders) {
    const reply = await api.checkout.complete({ order_id, token })
    const { status, payment_status } =
      reply.status === 'success' ? reply.data : { status: reply.code, payment_status: 'unknown' }
    record.seen.push({ order_id, status, payment_status })
  }
}

/** An API client with its own cookies and address, whose connection sometimes breaks while it waits for a reply. */
function visitorOf({ number }: Plan, { url, random }: World): { api: CoreApi } {
  const cookies = new Map<string, string>()
  const api = createClient(async ({ method, path, input }: Call) => {
    const isRead = method === 'GET' || method === 'DELETE'
    const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
    const patience = random.isOnceIn(25) ? 1 + random.below(40) : 15_000
    try {
      const response = await fetch(url + path + (isRead && query.size > 0 ? `?${query}` : ''), {
        method,
        headers: {
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': `10.7.${number >> 8}.${number & 255}`,
          cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
          ...(isRead ? {} : { 'content-type': 'application/json' }),
        },
        ...(isRead ? {} : { body: JSON.stringify(input) }),
        signal: AbortSignal.timeout(patience),
      })
      const reply: unknown = await response.json()
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        cookies.set(name, value)
      }
      return reply
    } catch {
      return { status: 'error', code: 'OFFLINE', message: 'No answer' }
    }
  }, routes)
  return { api }
}

const phoneOf = ({ number }: Plan) => String(9_100_000_000 + number)

const address = {
  address_type: 'Shipping' as const,
  country_id: 101,
  state_id: 17,
  first_name: 'Asha',
  last_name: 'Rao',
  address_line_1: '12 MG Road',
  city: 'Bengaluru',
  postcode: '560001',
}
