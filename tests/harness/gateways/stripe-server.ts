import Stripe from 'stripe'
import type { StripeKeys } from '#server/commerce/gateways/stripe/client.ts'
import { type Answer, type GatewayRequest, startGatewayServer, type Trouble } from './gateway-server.ts'

type Session = {
  id: string
  object: 'checkout.session'
  url: string
  client_reference_id: string
  metadata: Record<string, string>
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  amount_total: number
  currency: string
  payment_intent: string
  success_url: string
  cancel_url: string
}
type Intent = {
  id: string
  object: 'payment_intent'
  status: string
  amount_received: number
  currency: string
}
type Refund = {
  id: string
  object: 'refund'
  payment_intent: string
  amount: number
  status: 'pending' | 'succeeded' | 'failed'
  failure_reason?: string
  metadata: { key: string }
}

/** Emulates Stripe's documented API with events signed by Stripe's library, and exposes its records. */
export async function startStripeServer(
  options: { troubleOf?: (requested: GatewayRequest) => Trouble } = {},
) {
  const sessions = new Map<string, Session>()
  const intents = new Map<string, Intent>()
  const refunds: Refund[] = []
  /** Why Stripe refuses refunds; empty: it makes them. */
  let refusal = ''
  const byKey = new Map<string, { body: string; json: unknown }>()
  const company = await startGatewayServer((requested) => once(requested, () => route(requested)), options)
  const keys: StripeKeys = {
    secretKey: 'sk_test_0123456789abcdef',
    webhookSecrets: ['whsec_new0123456789', 'whsec_old0123456789'],
    apiUrl: company.apiUrl,
  }

  /** Repeats the reply of a known idempotency key, and refuses another body under it. */
  function once({ headers, body, method }: GatewayRequest, run: () => Answer | undefined) {
    const key = method === 'POST' ? headers['idempotency-key'] : undefined
    if (typeof key !== 'string') return run()
    const known = byKey.get(key)
    if (known && known.body !== body)
      return { status: 400, json: { error: { type: 'idempotency_error', message: 'Another body' } } }
    if (known) return { json: known.json }
    const answer = run()
    if (answer && !answer.status) byKey.set(key, { body, json: answer.json })
    return answer
  }

  function route({ method, path, query, body, headers }: GatewayRequest): Answer | undefined {
    if (headers.authorization !== `Bearer ${keys.secretKey}`)
      return { status: 401, json: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } } }
    const form = new URLSearchParams(body)
    if (method === 'GET' && path === '/v1/checkout/sessions')
      return { json: { object: 'list', data: [...sessions.values()].slice(0, Number(query.get('limit'))) } }
    if (method === 'POST' && path === '/v1/checkout/sessions') return { json: open(form) }
    const [, id = '', action] = /^\/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(path) ?? []
    const session = sessions.get(id)
    if (session && action) {
      if (session.status === 'open') session.status = 'expired'
      return { json: session }
    }
    if (session) return { json: { ...session, payment_intent: intents.get(session.payment_intent) } }
    if (path !== '/v1/refunds') return undefined
    if (method === 'GET')
      return {
        json: {
          object: 'list',
          data: refunds.filter((one) => one.payment_intent === query.get('payment_intent')),
        },
      }
    if (refusal) return { status: 400, json: { error: { type: 'invalid_request_error', message: refusal } } }
    const refund: Refund = {
      id: `re_${refunds.length + 1}`,
      object: 'refund',
      payment_intent: form.get('payment_intent') ?? '',
      amount: Number(form.get('amount')),
      status: 'pending',
      metadata: { key: form.get('metadata[key]') ?? '' },
    }
    refunds.push(refund)
    return { json: refund }
  }

  function open(form: URLSearchParams): Session {
    const number = sessions.size + 1
    const currency = form.get('line_items[0][price_data][currency]') ?? ''
    const intent = {
      id: `pi_${number}`,
      object: 'payment_intent' as const,
      status: 'requires_payment_method',
      amount_received: 0,
      currency,
    }
    intents.set(intent.id, intent)
    const session: Session = {
      id: `cs_${number}`,
      object: 'checkout.session',
      url: `${company.apiUrl}/pay/cs_${number}`,
      client_reference_id: form.get('client_reference_id') ?? '',
      metadata: { order_no: form.get('metadata[order_no]') ?? '' },
      status: 'open',
      payment_status: 'unpaid',
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency,
      payment_intent: intent.id,
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
    }
    sessions.set(session.id, session)
    return session
  }

  const sessionOf = (paymentId: string) => {
    const session = [...sessions.values()].findLast(
      ({ client_reference_id }) => client_reference_id === paymentId,
    )
    if (!session) throw new Error('Session not found')
    return session
  }

  /** Pays on Stripe's page; `received` is the captured amount. */
  function pay(paymentId: string, received = sessionOf(paymentId).amount_total) {
    const session = sessionOf(paymentId)
    Object.assign(session, { status: 'complete', payment_status: 'paid' })
    Object.assign(intents.get(session.payment_intent) ?? {}, {
      status: 'succeeded',
      amount_received: received,
    })
  }

  /** Pays with a method that takes days; `how` is its state: pending or failed. */
  function payLater(paymentId: string, how: 'processing' | 'requires_payment_method') {
    const session = sessionOf(paymentId)
    Object.assign(session, { status: 'complete', payment_status: 'unpaid' })
    Object.assign(intents.get(session.payment_intent) ?? {}, { status: how })
  }

  let events = 0
  const event = (type: string, object: object) =>
    JSON.stringify({
      id: `evt_${++events}`,
      object: 'event',
      type,
      created: Math.floor(Date.now() / 1_000),
      data: { object },
    })
  const eventOf = (paymentId: string, type = 'checkout.session.completed') =>
    event(type, sessionOf(paymentId))

  const refundOf = (paymentId: string) => {
    const { payment_intent } = sessionOf(paymentId)
    const refund = refunds.findLast((one) => one.payment_intent === payment_intent)
    if (!refund) throw new Error('Refund not found')
    return refund
  }

  /** The card's bank has not taken a refund that Stripe had accepted. */
  function failRefund(paymentId: string) {
    const failed = Object.assign(refundOf(paymentId), {
      status: 'failed' as const,
      failure_reason: 'lost_or_stolen_card',
    })
    return event('refund.failed', failed)
  }

  const refuseRefunds = (why: string) => {
    refusal = why
  }

  const headersFor = (payload: string, { secret = keys.webhookSecrets[0] ?? '', ageSeconds = 0 } = {}) => ({
    'stripe-signature': Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(Date.now() / 1_000) - ageSeconds,
    }),
  })

  return {
    ...{ ...company, keys, sessions, refunds, sessionOf, pay, payLater, eventOf, headersFor },
    ...{ refundOf, failRefund, refuseRefunds },
  }
}
