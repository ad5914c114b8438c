import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, type Call, createClient } from '#contract/client.ts'
import type { Reply } from '#contract/envelope.ts'
import { routes } from '#contract/routes.ts'
import { type Attempt, attemptFor, isDecided } from '#features/checkout/order-attempt.ts'
import type { Random } from '../../bench/catalogue/random.ts'
import type { Gateway } from './gateway.ts'
import { COUPON } from './shop-books.ts'

/** How a shopper pays who pays first. */
export const waysOfPaying = ['comes back', 'is not seen again', 'slowly', 'gives up', 'in two tabs'] as const

export type Plan = {
  number: number
  product_id: number
  quantity: number
  method: 'cod' | 'stripe'
  hasCoupon: boolean
  pays: (typeof waysOfPaying)[number]
  /** Presses the button twice at the same moment. */
  pressesTwice: boolean
}

/** What one shopper remembers: all that the shop has ever told them. */
export type Story = {
  plan: Plan
  email: string
  /** Every yes to place-order. */
  orders: { key: string; order_id: number; order_no: string; token: string; amount: number | null }[]
  /** The shop's last no, when that was the end; or what nobody could go on after. */
  refusal: string | null
  toldPaid: number[]
  toldReturned: number[]
  /** The shop gave no answer that counts until the shopper's patience was over. */
  isLeftInTheDark: boolean
  /** The orders as their links show them in the end. */
  seen: { order_id: number; status: string; payment_status: string }[]
}

export type World = {
  url: string
  gateway: Gateway
  random: Random
  /** Told whenever a call is made that an order or a payment hangs on. */
  onCriticalCall: () => void
}

const PATIENCE_MS = 60_000

/**
 * One shopper from the first click to the last, as our own pages behave in a browser: an unanswered try is made again under the same
 * key, after a reload too; what may have been lost is read again; nothing is believed that the shop has not said.
 */
export async function buy(plan: Plan, world: World): Promise<Story> {
  const { gateway, random } = world
  const { api } = visitorOf(plan, world)
  const until = Date.now() + PATIENCE_MS
  const story: Story = {
    plan,
    email: `shopper${plan.number}@example.com`,
    orders: [],
    refusal: null,
    toldPaid: [],
    toldReturned: [],
    isLeftInTheDark: false,
    seen: [],
  }
  const unanswered: Attempt[] = []

  try {
    const order = (await fillCart()) ? await place() : undefined
    if (order && plan.method === 'stripe') await pay(order)
  } catch (error) {
    if (error instanceof OutOfPatience) story.isLeftInTheDark = true
    else story.refusal = (error as Error).message
  }
  return story

  /** @returns false when it was sold out before it was in the cart. */
  async function fillCart(): Promise<boolean> {
    const { product_id } = plan
    for (;;) {
      const added = await api.cart.addItem({ product_id, quantity: plan.quantity })
      if (added.status === 'success') break
      if (isDecided(added)) {
        story.refusal = added.code
        return false
      }
      await pause()
      // It may be in there all the same; a cart whose cookie was lost with the answer is another one.
      const cart = await decided(() => api.cart.get({}))
      if (cart.items.some((item) => item.product_id === product_id)) break
    }
    await decided(() => api.cart.updateAddress({ ...address, phone: phoneOf(plan), same_as_shipping: true }))
    await decided(() => api.cart.updateContact({ phone: phoneOf(plan), email: story.email }))
    if (plan.hasCoupon) await answered(() => api.cart.couponsApply({ code: COUPON }))
    await decided(() => api.cart.updatePaymentMode({ payment_method: plan.method }))
    return true
  }

  /** Presses the button until the shop has said yes or no. */
  async function place(): Promise<Story['orders'][number] | undefined> {
    for (;;) {
      const cart = await decided(() => api.cart.get({}))
      const body = { version: cart.version, cart_session: null, accept_tnc: true, instruction: '' }
      // Without an open cart, only what was tried before can be asked about.
      const tries =
        cart.id === null
          ? [...unanswered]
          : [attemptFor(unanswered, cart.id, body, () => crypto.randomUUID())]
      if (tries.length === 0) throw new Error('an empty cart, and nothing was ordered')
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
        if (reply.code === 'STALE_CART' || reply.code === 'COUPON_INVALID') continue
        if (reply.code === 'ALREADY_ORDERED' && unanswered.length > 0) continue
        story.refusal = reply.code
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
    story.orders.push(order)
    return order
  }

  async function pay(order: Story['orders'][number]) {
    const paymentId = await startPaying(order)
    if (!paymentId || plan.pays === 'gives up') return
    if (plan.pays === 'slowly') gateway.paySlowly(paymentId)
    else if (plan.pays === 'in two tabs') return payInTwoTabs(order, paymentId)
    else gateway.pay(paymentId)
    if (plan.pays !== 'is not seen again') await comeBack(order, paymentId)
  }

  /** Leaves the first payment open, changes the cart, orders that, and then pays both. */
  async function payInTwoTabs(first: Story['orders'][number], firstPayment: string) {
    await answered(() => api.cart.updateQty({ product_id: plan.product_id, quantity: plan.quantity + 1 }))
    const second = await place()
    const secondPayment = second && second.order_id !== first.order_id ? await startPaying(second) : undefined
    gateway.pay(firstPayment)
    if (second && secondPayment && gateway.pay(secondPayment)) await comeBack(second, secondPayment)
    await comeBack(first, firstPayment)
  }

  async function startPaying({ order_id, token }: Story['orders'][number]): Promise<string | undefined> {
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

  /** Asks what became of the payment, as the page does, until it is known or the page grows tired. */
  async function comeBack({ order_id, token }: Story['orders'][number], payment_id: string) {
    for (let look = 0; look < 6; look++) {
      world.onCriticalCall()
      const reply = await answered(() => api.checkout.completePayment({ order_id, token, payment_id }))
      if (reply.status === 'success' && reply.data.redirect) return void story.toldPaid.push(order_id)
      if (reply.status === 'error') {
        if (reply.code === 'PAYMENT_RETURNED') story.toldReturned.push(order_id)
        return
      }
      await sleep(500)
    }
  }

  /** Makes a call until it has an answer that counts. */
  async function answered<Data>(ask: () => Promise<Reply<Data>>): Promise<Reply<Data>> {
    for (;;) {
      const reply = await ask()
      if (isDecided(reply)) return reply
      if (Date.now() > until) throw new OutOfPatience()
      await pause()
    }
  }

  async function decided<Data>(ask: () => Promise<Reply<Data>>): Promise<Data> {
    const reply = await answered(ask)
    if (reply.status === 'success') return reply.data
    throw new Error(`${reply.code} ${reply.message}`)
  }

  async function pause() {
    if (Date.now() > until) throw new OutOfPatience()
    await sleep(150 + random.below(350))
  }
}

class OutOfPatience extends Error {}

/** The shopper's orders as the links show them that they were given. */
export async function readAgain(story: Story, world: World) {
  const { api } = visitorOf(story.plan, { ...world, random: { ...world.random, isOnceIn: () => false } })
  for (const { order_id, token } of story.orders) {
    const reply = await api.checkout.complete({ order_id, token })
    const { status, payment_status } =
      reply.status === 'success' ? reply.data : { status: reply.code, payment_status: 'unknown' }
    story.seen.push({ order_id, status, payment_status })
  }
}

/** A browser with its cookies, at an address of its own, whose line breaks now and then while it waits for an answer. */
function visitorOf({ number }: Plan, { url, random }: World): { api: Api } {
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
