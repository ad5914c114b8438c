import { expect, test } from 'vitest'
import { progressAfter, progressOf } from './payment-status.ts'

const payment = (status: 'requires_action' | 'processing' | 'failed' | 'expired' | 'refunded') => ({
  payment_id: 'pay_1',
  status,
  failure: null,
})

test('a payment in progress is checked before a status is shown', () => {
  for (const status of ['requires_action', 'processing'] as const)
    expect(progressOf({ status: 'pending_payment', payment: payment(status) })).toEqual({ stage: 'checking' })
  expect(progressOf({ status: 'pending_payment', payment: null })).toEqual({ stage: 'open' })
})

test('a failure states its reason; an expired payment is not a declined one', () => {
  expect(
    progressOf({ status: 'payment_failed', payment: { ...payment('failed'), failure: 'declined' } }),
  ).toEqual({ stage: 'failed', reason: 'declined' })
  expect(progressOf({ status: 'payment_failed', payment: payment('expired') })).toEqual({
    stage: 'failed',
    reason: 'late',
  })
})

test('the gateway’s result continues, keeps waiting, or fails', () => {
  const open = { order_id: 1, redirect: null }
  expect(progressAfter({ status: 'success', data: { ...open, payment_status: 'processing' } })).toEqual({
    stage: 'checking',
  })
  expect(progressAfter({ status: 'success', data: { ...open, payment_status: 'requires_action' } })).toEqual({
    stage: 'open',
  })
  expect(
    progressAfter({ status: 'success', data: { payment_status: 'paid', redirect: '/checkout-complete' } }),
  ).toEqual({ stage: 'paid', redirect: '/checkout-complete' })
  const failed = { status: 'error' as const, code: 'PAYMENT_FAILED', message: 'Payment failed' }
  expect(progressAfter({ ...failed, data: { failure: 'timeout' } })).toEqual({
    stage: 'failed',
    reason: 'timeout',
  })
  expect(progressAfter({ ...failed, code: 'PAYMENT_RETURNED' })).toEqual({ stage: 'returned' })
})

test('a missing reply changes nothing', () => {
  expect(progressAfter({ status: 'error', code: 'OFFLINE', message: '' })).toBeUndefined()
})
