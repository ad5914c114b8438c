import { expect, test } from 'vitest'
import { nextPaymentStep, type PaymentStepEvent, type PaymentStepState } from './payment-step-state.ts'

const start: PaymentStepState = { hasAcceptedTerms: false, problem: null, order: { phase: 'choosing' } }

const after = (...events: PaymentStepEvent[]) => events.reduce(nextPaymentStep, start)
const failed = { type: 'failed', problem: { message: 'Declined', field: 'payment_method' } } as const
const opened = { window: { isClosed: () => false, show() {}, leaveInstead() {} }, page: '/order' }

test('a failed order can be placed again, and placing removes the problem', () => {
  const state = after({ type: 'placing' }, { type: 'paying' }, failed)
  expect(state).toMatchObject({ problem: failed.problem, order: { phase: 'choosing' } })

  expect(nextPaymentStep(state, { type: 'placing' })).toMatchObject({
    problem: null,
    order: { phase: 'placing' },
  })
})

test.for<PaymentStepEvent>([{ type: 'chosen' }, { type: 'terms', isAccepted: true }])(
  'a $type event removes the problem and leaves the order as it is',
  (event) => {
    expect(nextPaymentStep(after(failed), event)).toMatchObject({
      problem: null,
      order: { phase: 'choosing' },
    })
  },
)

test('an opened payment window is known until the browser returns from the gateway', () => {
  const paying = after({ type: 'placing' }, { type: 'paying' }, { type: 'opened', opened })
  expect(paying.order).toEqual({ phase: 'paying', opened })

  expect(nextPaymentStep(paying, { type: 'returned' })).toEqual(start)
})
