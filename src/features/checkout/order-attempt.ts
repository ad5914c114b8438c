import { sessionRecord } from '#client/session-record.ts'
import type { Reply } from '#contract/envelope.ts'

/** The body of a place-order request. */
export type OrderBody = {
  version: number
  cart_session: string | null
  accept_tnc: boolean
  instruction: string
  /** With the total that the page showed: prices that have changed since the items were added are accepted. */
  accept_prices?: true
  expected_total?: number
  /** With stored value on the cart: what the page showed as left to pay. */
  expected_due?: number
  /** With gifts in the cart: those that the page showed. */
  expected_gifts?: string
  source?: string
}

/**
 * The campaign of the address that this visit began with, or the site that led to it. Read when the order is placed, from what the
 * browser knows of the document: no cookie and no storage, which would need a consent.
 */
export function sourceOfVisit(): string {
  const [first] = performance.getEntriesByType('navigation')
  const campaign = first && new URL(first.name).searchParams.get('utm_source')
  const site = document.referrer && new URL(document.referrer).host
  return (campaign || (site === location.host ? '' : site)).slice(0, 100)
}

/**
 * An attempt to place an order without a reply so far. It survives reloads, because the same attempt must not
 * become two orders.
 */
export type Attempt = { key: string; cartId: number; body: OrderBody }

/**
 * The attempt for a press of the button: the undecided one if its body is equal, else a new one. A key
 * belongs to one body (security §16).
 */
export function attemptFor(
  unanswered: readonly Attempt[],
  cartId: number,
  body: OrderBody,
  newKey: () => string,
): Attempt {
  const same = unanswered.find((attempt) => attempt.cartId === cartId && saysSame(attempt.body, body))
  return same ?? { key: newKey(), cartId, body }
}

const saysSame = (a: OrderBody, b: OrderBody) =>
  a.version === b.version &&
  a.cart_session === b.cart_session &&
  a.accept_tnc === b.accept_tnc &&
  a.instruction === b.instruction &&
  a.accept_prices === b.accept_prices &&
  a.expected_total === b.expected_total &&
  a.expected_due === b.expected_due &&
  a.expected_gifts === b.expected_gifts

const unknownOutcomes = ['OFFLINE', 'UNAVAILABLE', 'SERVER', 'RATE_LIMITED']

/** Whether the server has decided. If not, or if that is unknown, the same key is sent again. */
export const isDecided = (reply: Reply<unknown>) =>
  reply.status === 'success' || !unknownOutcomes.includes(reply.code)

/**
 * Undecided attempts that may have placed an order: none while a cart is open, because the same body could
 * order that one.
 */
export const lostAttempts = (unanswered: readonly Attempt[], openCartId: number | null) =>
  openCartId === null ? unanswered : []

/**
 * Attempts to place an order that may still be needed: without a decision so far, or with an order whose page has not been
 * shown.
 */
export const attemptRecord = sessionRecord<Attempt[]>('order-attempts')
