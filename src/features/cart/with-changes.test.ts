import { expect, test } from 'vitest'
import { money } from '#contract/money.ts'
import { cartForTests, lineForTests } from './cart-for-tests.ts'
import { withChanges } from './with-changes.ts'

test('without changes the cart is the very same', () => {
  const cart = cartForTests()
  expect(withChanges(cart, {})).toBe(cart)
  expect(withChanges(cart, { 99: { wanted: 3, asked: 3 } })).toBe(cart)
})

test('a wanted quantity shows at once, with the line and the totals that follow from it', () => {
  const cart = cartForTests([lineForTests({ id: 1, quantity: 2 }), lineForTests({ id: 2, quantity: 1 })], {
    shipping_total: money(7_900, 'INR'),
    grand_total: money(157_900, 'INR'),
  })

  const shown = withChanges(cart, { 1: { wanted: 3, asked: 3 } })

  expect(shown.items.map(({ quantity, line_total }) => [quantity, line_total.amount])).toEqual([
    [3, 150_000],
    [1, 50_000],
  ])
  expect(shown.total_quantity).toBe(4)
  expect(shown.subtotal.amount).toBe(200_000)
  expect(shown.grand_total.amount).toBe(207_900)
})

test('a line on its way out is gone at once', () => {
  const cart = cartForTests([lineForTests({ id: 1 }), lineForTests({ id: 2 })])

  const shown = withChanges(cart, { 1: { wanted: 0, asked: 0 } })

  expect(shown.items.map(({ id }) => id)).toEqual([2])
  expect(shown.subtotal.amount).toBe(100_000)
})

test('bringing a short line down to what is there makes it whole again', () => {
  const cart = cartForTests([lineForTests({ quantity: 3, available_quantity: 1, in_stock: false })])

  expect(withChanges(cart, { 1: { wanted: 1, asked: 1 } }).items[0]?.in_stock).toBe(true)
})
