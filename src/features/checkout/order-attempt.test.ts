import { expect, test } from 'vitest'
import { type Attempt, attemptFor, isDecided, lostAttempts, type OrderBody } from './order-attempt.ts'

const body: OrderBody = { version: 7, cart_session: 's', accept_tnc: true, instruction: '' }
const counter = () => {
  let count = 0
  return () => {
    count += 1
    return `key-${count}`
  }
}

test('pressing again before a reply sends the same key', () => {
  const newKey = counter()
  const first = attemptFor([], 501, body, newKey)
  const second = attemptFor([first], 501, { ...body }, newKey)
  expect(second).toBe(first)
})

test('another body, or another cart, is another attempt', () => {
  const first: Attempt = { key: 'key-0', cartId: 501, body }
  expect(attemptFor([first], 501, { ...body, version: 8 }, counter()).key).toBe('key-1')
  expect(attemptFor([first], 501, { ...body, instruction: 'Ring twice' }, counter()).key).toBe('key-1')
  expect(attemptFor([first], 502, body, counter()).key).toBe('key-1')
})

test('a network failure and a server error leave the attempt undecided; a refusal decides it', () => {
  const failure = (code: string) => ({ status: 'error', code, message: '' }) as const
  expect(isDecided(failure('OFFLINE'))).toBe(false)
  expect(isDecided(failure('SERVER'))).toBe(false)
  expect(isDecided(failure('OUT_OF_STOCK'))).toBe(true)
  expect(isDecided({ status: 'success', data: {} })).toBe(true)
})

test('an undecided attempt is looked up only when no cart is open, so that returning places no order', () => {
  const attempt: Attempt = { key: 'key-0', cartId: 501, body }
  expect(lostAttempts([attempt], 501)).toEqual([])
  expect(lostAttempts([attempt], null)).toEqual([attempt])
  expect(lostAttempts([attempt], 502)).toEqual([])
})
