import { expect, test } from 'vitest'
import { activate, complete, reset, type Step } from './checkout-steps.ts'

const shown = (steps: readonly Step[]) =>
  steps.map(({ name, active, status }) => `${name} ${status}${active ? ' active' : ''}`)

test('initially all three steps are pending and none is active', () => {
  expect(reset()).toEqual([
    { name: 'cart', active: false, status: 'pending', valid: false, step: 1 },
    { name: 'address', active: false, status: 'pending', valid: false, step: 2 },
    { name: 'payment', active: false, status: 'pending', valid: false, step: 3 },
  ])
})

test('only one step is active, and completed ones before it stay completed', () => {
  const atAddress = activate(complete(activate(reset(), 'cart'), 'cart'), 'address')

  expect(shown(atAddress)).toEqual(['cart completed', 'address pending active', 'payment pending'])
})

test('going back makes every later step pending again', () => {
  const done = complete(complete(complete(reset(), 'cart'), 'address'), 'payment')

  expect(shown(activate(done, 'address'))).toEqual([
    'cart completed',
    'address completed active',
    'payment pending',
  ])
  const atCart = activate(done, 'cart')
  expect(shown(atCart)).toEqual(['cart completed active', 'address pending', 'payment pending'])
  expect(atCart.map(({ valid }) => valid)).toEqual([true, false, false])
})
