import { expect, test } from 'vitest'
import { money } from '#contract/money.ts'
import { cartForTests, lineForTests } from './cart-for-tests.ts'
import { mostAvailable, problemsOf } from './cart-problems.ts'

test('lines beyond the stock and lines with another price than seen are problems', () => {
  const cart = cartForTests([
    lineForTests({ id: 1 }),
    lineForTests({ id: 2, in_stock: false, available_quantity: 0 }),
    lineForTests({ id: 3, previous_unit_price: money(45_000, 'INR') }),
  ])

  const { short, repriced } = problemsOf(cart)

  expect(short.map(({ id }) => id)).toEqual([2])
  expect(repriced.map(({ id }) => id)).toEqual([3])
})

test('what is left is offered in whole steps, and nothing below the least that is sold', () => {
  expect(mostAvailable(lineForTests({ available_quantity: 3 }))).toBe(3)
  expect(mostAvailable(lineForTests({ available_quantity: 7, min_quantity: 2, quantity_step: 2 }))).toBe(6)
  expect(mostAvailable(lineForTests({ available_quantity: 1, min_quantity: 2, quantity_step: 2 }))).toBe(0)
  expect(mostAvailable(lineForTests({ available_quantity: 0 }))).toBe(0)
})
