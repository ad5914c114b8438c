import { afterEach, expect, test, vi } from 'vitest'
import type { PaymentAction } from './leave-for-payment.ts'
import { openPaymentWindow } from './payment-window.ts'

afterEach(() => vi.unstubAllGlobals())

const action: PaymentAction = { type: 'popup', method: 'GET', url: '/test-gateway/pay_1?window', fields: {} }

/** A browser of this width in CSS pixels that allows or blocks popups. */
function browserWith({ width = 1440, isBlocked = false } = {}) {
  const opened = { closed: false, close: () => void Object.assign(opened, { closed: true }), focus: vi.fn() }
  const open = vi.fn(() => (isBlocked ? null : opened))
  const assign = vi.fn()
  const globals = { innerWidth: width, outerWidth: width, outerHeight: 900, screenX: 0, screenY: 0, open }
  for (const [name, value] of Object.entries({ ...globals, location: { assign } })) vi.stubGlobal(name, value)
  return { opened, open, assign }
}

test('a gateway with a popup gets one, and closing it is detected', () => {
  const { open, opened } = browserWith()

  const payment = openPaymentWindow(action)

  expect(open).toHaveBeenCalledWith(action.url, 'payment', expect.stringMatching(/^popup,width=480,/))
  expect(payment?.isClosed()).toBe(false)
  opened.close()
  expect(payment?.isClosed()).toBe(true)
})

test('a narrow screen, a blocked popup and a gateway without one open no popup', () => {
  const { open } = browserWith({ width: 390 })
  expect(openPaymentWindow(action)).toBeUndefined()
  expect(open).not.toHaveBeenCalled()

  browserWith({ isBlocked: true })
  expect(openPaymentWindow(action)).toBeUndefined()

  browserWith()
  expect(openPaymentWindow({ ...action, type: 'redirect' })).toBeUndefined()
  expect(openPaymentWindow({ ...action, method: 'POST' })).toBeUndefined()
})

test('leaving for the payment page closes the popup without counting as closed by the shopper', () => {
  const { opened, assign } = browserWith()
  const payment = openPaymentWindow(action)

  payment?.leaveInstead()

  expect(opened.closed).toBe(true)
  expect(payment?.isClosed()).toBe(false)
  expect(assign).toHaveBeenCalledWith(action.url)
})
