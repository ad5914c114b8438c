import { createHmac } from 'node:crypto'
import type { RazorpayKeys } from '#server/commerce/gateways/razorpay/client.ts'
import { type GatewayRequest, startGatewayServer, type Trouble } from './gateway-server.ts'

type Order = {
  id: string
  entity: 'order'
  amount: number
  currency: string
  receipt: string
  notes: Record<string, string>
  payment: unknown
}
type Payment = {
  id: string
  entity: 'payment'
  order_id: string
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  error_reason: string | null
}
type Refund = {
  id: string
  entity: 'refund'
  payment_id: string
  amount: number
  status: 'pending' | 'processed' | 'failed'
  notes: { key: string }
}

/** Emulates Razorpay's documented API with real signatures, and exposes its records. */
export async function startRazorpayServer(
  options: { troubleOf?: (requested: GatewayRequest) => Trouble } = {},
) {
  const orders = new Map<string, Order>()
  const payments: Payment[] = []
  const refunds: Refund[] = []
  /** Why Razorpay refuses refunds; empty: it makes them. */
  let refusal = ''
  const company = await startGatewayServer(route, options)
  const keys: RazorpayKeys = {
    keyId: 'rzp_test_0123456789',
    keySecret: 'a-key-secret-for-tests',
    webhookSecrets: ['a-new-webhook-secret', 'an-old-webhook-secret'],
    apiUrl: company.apiUrl,
  }
  const list = (items: unknown[]) => ({ json: { entity: 'collection', count: items.length, items } })

  function route({ method, path, query, body, headers }: GatewayRequest) {
    const expected = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`
    if (headers.authorization !== expected)
      return { status: 401, json: { error: { description: 'Authentication failed' } } }
    const given = body ? (JSON.parse(body) as Record<string, never>) : {}
    if (method === 'POST' && path === '/v1/orders') {
      const order = { id: `order_${orders.size + 1}`, entity: 'order', ...(given as object) } as Order
      orders.set(order.id, order)
      return { json: order }
    }
    if (path === '/v1/orders')
      return list([...orders.values()].filter(({ receipt }) => receipt === query.get('receipt')))
    const [, orderId = '', ofOrder] = /^\/v1\/orders\/(\w+)(\/payments)?$/.exec(path) ?? []
    const order = orders.get(orderId)
    if (order) return ofOrder ? list(triesOf(orderId)) : { json: order }
    const [, payment_id = '', what] = /^\/v1\/payments\/(\w+)\/(refunds?)$/.exec(path) ?? []
    if (what === 'refunds') return list(refunds.filter((one) => one.payment_id === payment_id))
    if (what !== 'refund') return undefined
    if (refusal) return { status: 400, json: { error: { code: 'BAD_REQUEST_ERROR', description: refusal } } }
    const made = { id: `rfnd_${refunds.length + 1}`, entity: 'refund', status: 'pending', payment_id }
    const refund = { ...made, ...(given as object) }
    refunds.push(refund as Refund)
    return { json: refund }
  }

  /** Newest first, as Razorpay lists them. */
  const triesOf = (orderId: string) => payments.filter(({ order_id }) => order_id === orderId).reverse()

  const orderOf = (paymentId: string) => {
    const order = [...orders.values()].findLast(({ receipt }) => receipt === paymentId)
    if (!order) throw new Error('Order not found')
    return order
  }

  /** An attempt to pay on Razorpay's page. */
  function attempt(
    paymentId: string,
    status: Payment['status'],
    { amount = orderOf(paymentId).amount, error_reason = null as string | null } = {},
  ) {
    const { id: order_id, currency } = orderOf(paymentId)
    const payment: Payment = {
      id: `pay_${payments.length + 1}`,
      entity: 'payment',
      order_id,
      amount,
      currency,
      status,
      error_reason,
    }
    payments.push(payment)
    return payment
  }

  function eventOf(paymentId: string, { event = 'order.paid', ageSeconds = 0 } = {}) {
    const order = orderOf(paymentId)
    return JSON.stringify({
      entity: 'event',
      account_id: 'acc_1',
      event,
      contains: ['payment', 'order'],
      payload: { payment: { entity: triesOf(order.id)[0] }, order: { entity: order } },
      created_at: Math.floor(Date.now() / 1_000) - ageSeconds,
    })
  }

  const refuseRefunds = (why: string) => {
    refusal = why
  }

  /** The bank has not taken a refund that Razorpay had accepted. */
  function failRefund(paymentId: string) {
    const { id: order_id } = orderOf(paymentId)
    const tries = triesOf(order_id).map(({ id }) => id)
    const refund = refunds.findLast(({ payment_id }) => tries.includes(payment_id))
    if (!refund) throw new Error('Refund not found')
    refund.status = 'failed'
    return JSON.stringify({
      ...{ entity: 'event', account_id: 'acc_1', event: 'refund.failed', contains: ['refund', 'payment'] },
      payload: { refund: { entity: refund } },
      created_at: Math.floor(Date.now() / 1_000),
    })
  }

  const headersFor = (payload: string, secret = keys.webhookSecrets[0] ?? '') => ({
    'x-razorpay-event-id': `evt_${Math.random()}`,
    'x-razorpay-signature': macOf(secret, payload),
  })

  /** The form that Razorpay posts to the shop after a successful attempt. */
  const backFormOf = ({ id, order_id }: Payment, secret = keys.keySecret) =>
    new URLSearchParams({
      razorpay_payment_id: id,
      razorpay_order_id: order_id,
      razorpay_signature: macOf(secret, `${order_id}|${id}`),
    })

  return {
    ...{ ...company, keys, orders, refunds, orderOf, attempt, eventOf, headersFor, backFormOf },
    ...{ refuseRefunds, failRefund },
  }
}

const macOf = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')
