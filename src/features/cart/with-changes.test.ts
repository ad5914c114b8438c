import { expect, test } from 'vitest'
import { money } from '#contract/money.ts'
import { buildCart, buildCartItem } from './cart.test-support.ts'
import { withChanges } from './with-changes.ts'

test('without changes the cart is the identical object', () => {
  const cart = buildCart()
  expect(withChanges(cart, {})).toBe(cart)
  expect(withChanges(cart, { 99: { wanted: 3, requested: 3 } })).toBe(cart)
})

test('a requested quantity shows at once, with its line and the totals', () => {
  const cart = buildCart([buildCartItem({ id: 1, quantity: 2 }), buildCartItem({ id: 2, quantity: 1 })], {
    shipping_total: money(7_900, 'INR'),
    grand_total: money(157_900, 'INR'),
  })

  const shown = withChanges(cart, { 1: { wanted: 3, requested: 3 } })

  expect(shown.items.map(({ quantity, line_total }) => [quantity, line_total.amount])).toEqual([
    [3, 150_000],
    [1, 50_000],
  ])
  expect(shown.total_quantity).toBe(4)
  expect(shown.subtotal.amount).toBe(200_000)
  expect(shown.grand_total.amount).toBe(207_900)
})

test('a line that is being removed is hidden at once', () => {
  const cart = buildCart([buildCartItem({ id: 1 }), buildCartItem({ id: 2 })])

  const shown = withChanges(cart, { 1: { wanted: 0, requested: 0 } })

  expect(shown.items.map(({ id }) => id)).toEqual([2])
  expect(shown.subtotal.amount).toBe(100_000)
})

test('reducing a short line to the stock makes it valid again', () => {
  const cart = buildCart([buildCartItem({ quantity: 3, available_quantity: 1, in_stock: false })])

  expect(withChanges(cart, { 1: { wanted: 1, requested: 1 } }).items[0]?.in_stock).toBe(true)
})
