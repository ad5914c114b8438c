import type { FailureReason, PaymentProgress } from '#features/checkout/payment-status.ts'

/**
 * The message for each payment status. "You have not been charged" only where the gateway has confirmed it.
 * @param link.payBy the end of the order's payment link, as text
 * @param link.isQuote the order was sent as a quote
 * @param link.isChange the payment is the difference of a change
 */
export function messageOf(
  progress: PaymentProgress,
  { payBy, isChange, isQuote }: { payBy: string | null; isChange: boolean; isQuote: boolean },
): { title: string; text: string } {
  if (progress.stage === 'failed') return failures[progress.reason]
  if (progress.stage === 'open' && payBy && isChange)
    return {
      title: 'The change of your order waits for your payment',
      text: `Please pay the difference by ${payBy}. Without it your order stays as it was.`,
    }
  if (progress.stage === 'open' && payBy && isQuote)
    return {
      title: 'Your quote',
      text: `It is valid until ${payBy}. You accept it by paying; until then you owe nothing.`,
    }
  if (progress.stage === 'open' && payBy)
    return {
      title: 'Your order waits for your payment',
      text: `Please pay by ${payBy}. Until then we keep the items for you.`,
    }
  return stages[progress.stage]
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
    text: 'Your payment arrived too late for this order. We have refunded it in full.',
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
    text: 'The payment timed out. You have not been charged.',
  },
  late: {
    title: 'The time to pay is over',
    text: 'We have not received your payment. If your account was charged, we will place the order when the payment arrives, or refund it.',
  },
  other: {
    title: 'Your payment did not go through',
    text: 'Your order was not placed. If your account was charged, the amount will be refunded.',
  },
}
