import { expect, test } from 'vitest'
import { standingAfter, standingOf } from './payment-standing.ts'

const payment = (status: 'requires_action' | 'processing' | 'failed' | 'expired' | 'refunded') => ({
  payment_id: 'pay_1',
  status,
  failure: null,
})

test('a payment that is under way is asked about before anything is claimed', () => {
  for (const status of ['requires_action', 'processing'] as const)
    expect(standingOf({ status: 'pending_payment', payment: payment(status) })).toEqual({ stage: 'checking' })
  expect(standingOf({ status: 'pending_payment', payment: null })).toEqual({ stage: 'open' })
})

test('a failure says why; one that only ran out of time is not a no', () => {
  expect(
    standingOf({ status: 'payment_failed', payment: { ...payment('failed'), failure: 'declined' } }),
  ).toEqual({ stage: 'failed', reason: 'declined' })
  expect(standingOf({ status: 'payment_failed', payment: payment('expired') })).toEqual({
    stage: 'failed',
    reason: 'late',
  })
})

test('the gateway’s word leads on, goes on waiting, or ends it', () => {
  const open = { order_id: 1, redirect: null }
  expect(standingAfter({ status: 'success', data: { ...open, payment_status: 'processing' } })).toEqual({
    stage: 'checking',
  })
  expect(standingAfter({ status: 'success', data: { ...open, payment_status: 'requires_action' } })).toEqual({
    stage: 'open',
  })
  expect(
    standingAfter({ status: 'success', data: { payment_status: 'paid', redirect: '/checkout-complete' } }),
  ).toEqual({ stage: 'paid', redirect: '/checkout-complete' })
  const failed = { status: 'error' as const, code: 'PAYMENT_FAILED', message: 'Payment failed' }
  expect(standingAfter({ ...failed, data: { failure: 'timeout' } })).toEqual({
    stage: 'failed',
    reason: 'timeout',
  })
  expect(standingAfter({ ...failed, code: 'PAYMENT_RETURNED' })).toEqual({ stage: 'returned' })
})

test('no answer changes nothing', () => {
  expect(standingAfter({ status: 'error', code: 'OFFLINE', message: '' })).toBeUndefined()
})
