import { expect, test } from 'vitest'
import { money } from '#contract/money.ts'
import { buildCart, buildCartItem } from './cart.test-support.ts'
import { mostAvailable, problemsOf } from './cart-problems.ts'

test('lines beyond the stock and lines with a changed price are problems', () => {
  const cart = buildCart([
    buildCartItem({ id: 1 }),
    buildCartItem({ id: 2, in_stock: false, available_quantity: 0 }),
    buildCartItem({ id: 3, previous_unit_price: money(45_000, 'INR') }),
  ])

  const { short, repriced } = problemsOf(cart)

  expect(short.map(({ id }) => id)).toEqual([2])
  expect(repriced.map(({ id }) => id)).toEqual([3])
})

test('the available quantity is offered in whole steps, and not below the minimum', () => {
  expect(mostAvailable(buildCartItem({ available_quantity: 3 }))).toBe(3)
  expect(mostAvailable(buildCartItem({ available_quantity: 7, min_quantity: 2, quantity_step: 2 }))).toBe(6)
  expect(mostAvailable(buildCartItem({ available_quantity: 1, min_quantity: 2, quantity_step: 2 }))).toBe(0)
  expect(mostAvailable(buildCartItem({ available_quantity: 0 }))).toBe(0)
})
