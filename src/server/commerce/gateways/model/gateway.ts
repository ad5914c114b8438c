import type { Services } from '#server/platform/kernel/context.ts'

/** What the rooms of payments need of the process. */
export type PaymentServices = Pick<Services, 'db' | 'config' | 'log' | 'plugins'>

/** A payment method: paid later (on delivery, by transfer), or prepaid through a gateway. */
export type Gateway = OfflineGateway | OnlineGateway

export type OfflineGateway = { code: string; isOnline: false }

/**
 * A payment company. Every function calls an external service, so none may run inside a transaction, and all
 * are idempotent: `start` per payment, `refund` per key.
 */
export type OnlineGateway = {
  code: string
  isOnline: true
  /** Starts a payment and returns where the shopper makes it. */
  start(payment: PaymentToStart): Promise<StartedPayment>
  /** Reads a payment's status from the company; the only other source of a status is a signed event. */
  read(payment: KnownPayment): Promise<PaymentFacts>
  /**
   * Reads a webhook's raw body.
   * @throws {BadEvent} when the signature is wrong or too old, or the body is no event.
   */
  parseEvent(rawBody: string, headers: EventHeaders): PaymentEvent | Promise<PaymentEvent>
  /** @throws where the company refuses the refund or reports it as failed; the message is for staff */
  refund(refund: RefundToMake): Promise<{ gatewayRefundId: string }>
  /** Closes an abandoned payment, where the gateway supports it. */
  cancel?(payment: KnownPayment): Promise<void>
}

export type PaymentToStart = {
  /** Our id: the company's reference, and the idempotency key of the start. */
  id: string
  orderNo: string
  /** Minor units. */
  amount: number
  currency: string
  /** Paths of this shop that the shopper returns to. */
  returnPath: string
  cancelPath: string
  /** Return path for a company that posts the shopper back instead of using a link; it redirects to the pages above. */
  postedBackPath: string
}

export type StartedPayment = { gatewayPaymentId: string; action: PaymentAction }

/** How the shopper gets to the payment page: GET by a link, POST with the fields. Decisions §4, process-payment. */
export type PaymentAction = {
  type: 'redirect' | 'popup'
  method: 'GET' | 'POST'
  url: string
  fields: Record<string, string>
}

export type KnownPayment = { id: string; gatewayPaymentId: string }

/**
 * `open`: the customer has done nothing yet. `processing`: the gateway has no result yet. Amount and currency, paid or
 * payable, are compared with the order's, as are reference and order number.
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

/** `payment` is null for events that change no payment. */
export type PaymentEvent = {
  id: string
  payment: PaymentFacts | null
  failedRefund?: FailedRefund | undefined
}

/** A refund that the company had accepted, under the key of ours that it was made with. */
export type FailedRefund = { key: string; gatewayRefundId: string; reason: string }

/** `key` is the idempotency key; `amount` in minor units of the payment. */
export type RefundToMake = KnownPayment & { key: string; amount: number }

/** A webhook that failed verification. */
export class BadEvent extends Error {}
