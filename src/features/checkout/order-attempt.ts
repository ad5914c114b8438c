import type { Reply } from '#contract/envelope.ts'

/** What the shopper agrees to with one press of the button. */
export type OrderBody = {
  version: number
  cart_session: string | null
  accept_tnc: boolean
  instruction: string
}

/** A try to place an order whose answer has not come yet. Kept over reloads: the same try must never become two orders. */
export type Attempt = { key: string; cartId: number; body: OrderBody }

/**
 * The attempt for a press of the button: the one that is still unanswered when it says the same, else a new one. A key stands
 * for one body (security §16).
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
  a.instruction === b.instruction

const unknownOutcomes = ['OFFLINE', 'UNAVAILABLE', 'SERVER', 'RATE_LIMITED']

/** Whether the server has decided. If it has not, or nobody knows, the same key goes out again. */
export const isDecided = (reply: Reply<unknown>) =>
  reply.status === 'success' || !unknownOutcomes.includes(reply.code)

/**
 * Unanswered tries that an order may have come of: none while a cart is open, because then the same words could order that one.
 */
export const lostAttempts = (unanswered: readonly Attempt[], openCartId: number | null) =>
  openCartId === null ? unanswered : []
