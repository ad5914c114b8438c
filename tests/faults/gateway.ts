import { setTimeout as sleep } from 'node:timers/promises'
import { openTestStripe } from '#server/payments/stripe/test-stripe.ts'
import type { Random } from '../../bench/catalogue/random.ts'
import type { Weather } from './weather.ts'

/** What the payment company's own books say of one payment page. */
export type LedgerEntry = {
  id: string
  /** Our payment's id. */
  reference: string
  order_no: string
  /** Minor units that were taken; 0 when nobody paid. */
  captured: number
  refunds: { amount: number; key: string }[]
}

/**
 * The payment company outside the shop, with books of its own that no crash of ours touches. It tells of payments by signed events:
 * late, twice, in any order, and some never; in between somebody sends forged ones.
 */
export async function openGateway({ weather, random }: { weather: Weather; random: Random }) {
  const stripe = await openTestStripe({ troubleOf: weather.next })
  const underway = new Set<Promise<void>>()
  const forged = { sent: 0, believed: 0 }
  let shopUrl = ''

  /** The shopper on the company's page; false when the page is closed. */
  function pay(paymentId: string): boolean {
    const { status } = stripe.sessionOf(paymentId)
    if (status === 'expired') return false
    stripe.pay(paymentId)
    if (!random.isOnceIn(4)) tell(paymentId, 1 + random.below(2))
    return true
  }

  /** A way to pay that takes a while: it is not known yet, and succeeds some time later. */
  function paySlowly(paymentId: string): boolean {
    if (stripe.sessionOf(paymentId).status === 'expired') return false
    stripe.payLater(paymentId, 'processing')
    later(async () => {
      await sleep(400 + random.below(1_500))
      pay(paymentId)
    })
    return true
  }

  function tell(paymentId: string, times: number) {
    const event = stripe.eventOf(paymentId)
    for (let time = 0; time < times; time++)
      later(async () => {
        await sleep(random.below(1_200))
        await deliver(event)
      })
  }

  /** Again until the shop has it, a dozen times. */
  async function deliver(event: string) {
    for (let attempt = 0; attempt < 12; attempt++) {
      const status = await post(event, stripe.headersFor(event))
      if (status === 200) return
      await sleep(300 + random.below(600))
    }
  }

  /** Somebody who knows a payment's id but no secret says that it is paid. */
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
        forged.believed += 1
    })
  }

  /** @returns the status; 0 when the shop does not answer. */
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
    /** Until everything that was to be told later has been told, or given up. */
    async settled() {
      while (underway.size > 0) await Promise.all(underway)
    },
  }
}

export type Gateway = Awaited<ReturnType<typeof openGateway>>
