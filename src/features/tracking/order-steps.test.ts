import { expect, test } from 'vitest'
import { orderSteps } from './order-steps.ts'

const at = '2026-11-20T10:00:00Z'
const states = (...statuses: string[]) =>
  orderSteps(statuses.map((status) => ({ status, at }))).map(({ state }) => state)

test('the furthest step that was reached is the current one, until it is with the shopper', () => {
  expect(states()).toEqual(['ahead', 'ahead', 'ahead', 'ahead', 'ahead'])
  expect(states('pending_payment', 'placed')).toEqual(['current', 'ahead', 'ahead', 'ahead', 'ahead'])
  expect(states('placed', 'packed', 'shipped')).toEqual(['done', 'done', 'current', 'ahead', 'ahead'])
  expect(states('placed', 'packed', 'shipped', 'out_for_delivery', 'delivered', 'refund_requested')).toEqual([
    'done',
    'done',
    'done',
    'done',
    'done',
  ])
})

test('what was cancelled stays where it was', () => {
  expect(states('placed', 'packed', 'cancelled')).toEqual(['done', 'current', 'ahead', 'ahead', 'ahead'])
})
