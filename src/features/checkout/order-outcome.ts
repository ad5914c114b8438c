import type { Reply } from '#contract/envelope.ts'
import { noticeCode, withNotice } from './notices.ts'

/** An order that waits for its payment. */
export type UnpaidOrder = { order_id: number; token: string }

/** Where the shopper goes after placing the order. */
export type OrderOutcome = Outcome | { pay: UnpaidOrder }

export type Outcome =
  /** `say`: a message for the next page that it cannot derive itself. */
  | { go: string; isOrdered: boolean; say?: string }
  /** Stays on the payment step with the reason; `field` is its subject. */
  | { stay: string; field?: 'accept_tnc' | 'shipping_method' | 'payment_method' }

export type Placed = {
  redirect: string | null
  payment_required: boolean
  order_id: number
  token: string
}

const steps = { cart: '/cart', address: '/checkout/address' }

/**
 * Interprets the reply of place-order: decisions §4, spec §5 and §8. A refusal leads to the step where it can
 * be resolved.
 */
export function outcomeOf(reply: Reply<Placed>): OrderOutcome {
  if (reply.status === 'success') {
    const { redirect, payment_required, order_id, token } = reply.data
    if (payment_required) return { pay: { order_id, token } }
    return { go: redirect ?? '/', isOrdered: true }
  }
  const { code, message, data, errors } = reply
  if (code === 'ALREADY_ORDERED') return { go: withNotice('/cart', 'already-ordered'), isOrdered: false }
  if (code === 'NOT_SERVICEABLE')
    return { go: withNotice(steps.address, 'not-serviceable'), isOrdered: false }
  if (code === 'CART_INVALID') return toStep(message, stepIn(data))
  if (code === 'OFFLINE') return { stay: `${message} You can try again: it will not be ordered twice.` }
  if (errors?.accept_tnc?.[0]) return { stay: errors.accept_tnc[0], field: 'accept_tnc' }
  return { stay: message }
}

function toStep(message: string, step: unknown): OrderOutcome {
  if (step === 'cart' || step === 'address')
    return { go: withNotice(steps[step], noticeCode({ message })), isOrdered: false }
  const isAboutPayment = message.startsWith('Payment')
  return { stay: message, field: isAboutPayment ? 'payment_method' : 'shipping_method' }
}

const stepIn = (data: unknown) =>
  typeof data === 'object' && data !== null && 'step' in data ? data.step : undefined
