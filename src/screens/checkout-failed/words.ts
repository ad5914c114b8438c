import type { FailureReason, Standing } from '#features/checkout/payment-standing.ts'

/** What the page says of each standing. "You have not been charged" only where the gateway has said so. */
export function wordsOf(standing: Standing): { title: string; text: string } {
  if (standing.stage === 'failed') return failures[standing.reason]
  return stages[standing.stage]
}

const stages = {
  checking: {
    title: 'We are checking your payment',
    text: 'This takes a moment. You can leave this page open, or close it: as soon as the payment has come we send you the confirmation.',
  },
  open: {
    title: 'Your payment is not finished',
    text: 'You have not been charged. We keep your order for a few minutes, so that you can go on with the payment.',
  },
  returned: {
    title: 'Your payment is on its way back',
    text: 'Your money came when we could not use it any more. We have sent all of it back to where it came from.',
  },
}

const failures: Record<FailureReason, { title: string; text: string }> = {
  declined: {
    title: 'Your payment was declined',
    text: 'Your bank or card did not accept it. You have not been charged.',
  },
  cancelled: { title: 'You cancelled the payment', text: 'You have not been charged.' },
  timeout: {
    title: 'The payment took too long',
    text: 'It was given up before it was made. You have not been charged.',
  },
  late: {
    title: 'The time to pay is over',
    text: 'We have not heard of your payment. If money has left your account all the same, the order is placed as soon as we hear of it, or the money comes back to you.',
  },
  other: {
    title: 'Your payment did not go through',
    text: 'The order is not placed. If money has left your account all the same, it comes back to you.',
  },
}
