import type { Services } from '../http/context.ts'

/** What the rooms of payments need of the process. */
export type PaymentServices = Pick<Services, 'db' | 'config' | 'log'>

/** A way to pay: what comes later (at the door, by transfer), or a company that takes the money first. */
export type Gateway = PaidLater | OnlineGateway

export type PaidLater = { code: string; isOnline: false }

/**
 * A payment company. Everything here leaves the database, so nothing of it is called inside a transaction, and everything may
 * be called again: `start` with the same payment and `refund` with the same key do nothing twice.
 */
export type OnlineGateway = {
  code: string
  isOnline: true
  /** Announces a payment and says where the shopper goes to make it. */
  start(payment: PaymentToStart): Promise<StartedPayment>
  /** What the company says of a payment now: the only other source of a status is a signed event. */
  read(payment: KnownPayment): Promise<PaymentFacts>
  /**
   * Reads a webhook's raw body.
   * @throws {BadEvent} when the signature is wrong or too old, or the body is no event.
   */
  parseEvent(rawBody: string, headers: EventHeaders): PaymentEvent | Promise<PaymentEvent>
  refund(refund: RefundToMake): Promise<{ gatewayRefundId: string }>
  /** Shuts the door of a payment that nobody waits for any more, where the company has such a door. */
  cancel?(payment: KnownPayment): Promise<void>
}

export type PaymentToStart = {
  /** Ours: the company's reference, and the key under which it starts a payment once. */
  id: string
  orderNo: string
  /** Minor units. */
  amount: number
  currency: string
  /** Paths of this shop that the shopper comes back to. */
  returnPath: string
  cancelPath: string
  /** Where a company posts the shopper back to that cannot send them by a link; it leads on to the pages above. */
  postedBackPath: string
}

export type StartedPayment = { gatewayPaymentId: string; action: PaymentAction }

/** How the shopper gets to the payment: by GET at a link, by POST with the fields. Decisions §4, process-payment. */
export type PaymentAction = {
  type: 'redirect' | 'popup'
  method: 'GET' | 'POST'
  url: string
  fields: Record<string, string>
}

export type KnownPayment = { id: string; gatewayPaymentId: string }

/**
 * `open`: the shopper has done nothing yet. `processing`: the company does not know yet. Amount and currency are what was
 * paid, or is to be paid; they are compared with ours, as are reference and order number.
 */
export type PaymentFacts = {
  gatewayPaymentId: string
  reference: string
  orderNo: string
  status: 'open' | 'processing' | 'paid' | 'failed'
  failure: PaymentFailure | null
  amount: number
  currency: string
}

export type PaymentFailure = 'declined' | 'cancelled' | 'timeout' | 'unavailable'

export type EventHeaders = Readonly<Record<string, string | string[] | undefined>>

/** `payment` is null for news that change nothing here. */
export type PaymentEvent = { id: string; payment: PaymentFacts | null }

/** `key` makes it once; `amount` in minor units of the payment. */
export type RefundToMake = KnownPayment & { key: string; amount: number }

/** A webhook that is not believed. */
export class BadEvent extends Error {}
