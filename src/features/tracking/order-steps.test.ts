import { expect, test } from 'vitest'
import { orderSteps } from './order-steps.ts'

const at = '2026-11-20T10:00:00Z'
const states = (...statuses: string[]) =>
  orderSteps(statuses.map((status) => ({ status, at }))).map(({ state }) => state)

test('the latest completed step is the current one, until the order is delivered', () => {
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

test('a cancelled order keeps its last step', () => {
  expect(states('placed', 'packed', 'cancelled')).toEqual(['done', 'current', 'ahead', 'ahead', 'ahead'])
})

test('a parcel that came back leads to the step before', () => {
  expect(states('placed', 'packed', 'shipped', 'came_back', 'packed')).toEqual([
    ...['done', 'current', 'ahead', 'ahead', 'ahead'],
  ])
})
