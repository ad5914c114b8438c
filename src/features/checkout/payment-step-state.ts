import type { OpenedPayment } from './payment-window.ts'

/** `cart`: problems that the notes on the cart already show. */
export type PaymentField = 'shipping_method' | 'payment_method' | 'accept_tnc' | 'cart'

export type Problem = { message: string; field?: PaymentField }

/** What happens to the order of the payment step. */
export type PaymentStepState = {
  hasAcceptedTerms: boolean
  problem: Problem | null
  /** `paying`: the payment is requested from the gateway; `opened` when it has opened a window. */
  order: { phase: 'choosing' } | { phase: 'placing' } | { phase: 'paying'; opened: OpenedPayment | null }
}

export type PaymentStepEvent =
  | { type: 'chosen' }
  | { type: 'terms'; isAccepted: boolean }
  | { type: 'placing' }
  | { type: 'paying' }
  | { type: 'opened'; opened: OpenedPayment }
  /** The order has its outcome on another page. */
  | { type: 'leaving' }
  | { type: 'failed'; problem: Problem }
  /** The browser's Back from the gateway. */
  | { type: 'returned' }

/** The payment step after an event. */
export function nextPaymentStep(state: PaymentStepState, event: PaymentStepEvent): PaymentStepState {
  switch (event.type) {
    case 'chosen':
      return { ...state, problem: null }
    case 'terms':
      return { ...state, hasAcceptedTerms: event.isAccepted, problem: null }
    case 'placing':
      return { ...state, problem: null, order: { phase: 'placing' } }
    case 'paying':
      return { ...state, order: { phase: 'paying', opened: null } }
    case 'opened':
      return { ...state, order: { phase: 'paying', opened: event.opened } }
    case 'leaving':
      return { ...state, order: { phase: 'placing' } }
    case 'failed':
      return { ...state, problem: event.problem, order: { phase: 'choosing' } }
    case 'returned':
      return { ...state, order: { phase: 'choosing' } }
  }
}
