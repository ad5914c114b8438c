import { setTimeout as sleep } from 'node:timers/promises'
import { startStripeServer } from '#harness/gateways/stripe-server.ts'
import type { Random } from '../../bench/catalog/random.ts'
import type { FaultInjector } from './fault-injector.ts'

/** The payment company's own record of one payment session. */
export type LedgerEntry = {
  id: string
  /** Our payment's id. */
  reference: string
  order_no: string
  /** Captured amount in minor units; 0 while unpaid. */
  captured: number
  refunds: { amount: number; key: string }[]
}

/**
 * The payment company as a separate service whose records survive the shop's crashes. It sends signed payment events late, twice,
 * out of order or never, and an attacker sends forged ones in between.
 */
export async function openGateway({ injector, random }: { injector: FaultInjector; random: Random }) {
  const stripe = await startStripeServer({ troubleOf: injector.next })
  const underway = new Set<Promise<void>>()
  const forged = { sent: 0, accepted: 0 }
  let shopUrl = ''

  /** Pays on the company's page. @returns false when the session is closed. */
  function pay(paymentId: string): boolean {
    const { status } = stripe.sessionOf(paymentId)
    if (status === 'expired') return false
    stripe.pay(paymentId)
    if (!random.isOnceIn(4)) sendEvents(paymentId, 1 + random.below(2))
    return true
  }

  /** Pays with a delayed method: pending at first, successful later. */
  function paySlowly(paymentId: string): boolean {
    if (stripe.sessionOf(paymentId).status === 'expired') return false
    stripe.payLater(paymentId, 'processing')
    later(async () => {
      await sleep(400 + random.below(1_500))
      pay(paymentId)
    })
    return true
  }

  function sendEvents(paymentId: string, times: number) {
    const event = stripe.eventOf(paymentId)
    for (let time = 0; time < times; time++)
      later(async () => {
        await sleep(random.below(1_200))
        await deliver(event)
      })
  }

  /** Retries up to twelve times until the shop accepts the event. */
  async function deliver(event: string) {
    for (let attempt = 0; attempt < 12; attempt++) {
      const status = await post(event, stripe.headersFor(event))
      if (status === 200) return
      await sleep(300 + random.below(600))
    }
  }

  /** Sends a paid event as an attacker who knows the payment's id but not the secret. */
  function forge(paymentId: string) {
    later(async () => {
      const session = { ...stripe.sessionOf(paymentId), status: 'complete', payment_status: 'paid' }
      const event = JSON.stringify({
        id: `evt_forged_${paymentId}`,
        object: 'event',
        type: 'checkout.session.completed',
        created: Math.floor(Date.now() / 1_000),
        data: { object: session },
      })
      forged.sent += 1
      if ((await post(event, stripe.headersFor(event, { secret: 'whsec_guessed0123456789' }))) === 200)
        forged.accepted += 1
    })
  }

  /** @returns the HTTP status; 0 when the shop does not answer. */
  async function post(body: string, headers: Record<string, string>): Promise<number> {
    try {
      const response = await fetch(`${shopUrl}/api/payments/webhook/stripe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(5_000),
      })
      await response.arrayBuffer()
      return response.status
    } catch {
      return 0
    }
  }

  function later(work: () => Promise<void>) {
    const running = work().finally(() => underway.delete(running))
    underway.add(running)
  }

  const ledger = (): LedgerEntry[] =>
    [...stripe.sessions.values()].map((session) => ({
      id: session.id,
      reference: session.client_reference_id,
      order_no: session.metadata.order_no ?? '',
      captured: session.payment_status === 'paid' ? session.amount_total : 0,
      refunds: stripe.refunds
        .filter(({ payment_intent }) => payment_intent === session.payment_intent)
        .map(({ amount, metadata }) => ({ amount, key: metadata.key })),
    }))

  return {
    pay,
    paySlowly,
    forge,
    forged,
    ledger,
    close: stripe.close,
    environment: {
      STRIPE_SECRET_KEY: stripe.keys.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.keys.webhookSecrets.join(','),
      FAULTS_GATEWAY_URL: stripe.apiUrl,
    },
    openFor(url: string) {
      shopUrl = url
    },
    /** Waits until every delayed event is delivered or abandoned. */
    async settled() {
      while (underway.size > 0) await Promise.all(underway)
    },
  }
}

export type Gateway = Awaited<ReturnType<typeof openGateway>>
