import { expect, test } from 'vitest'
import { quantityMessage } from './quantity-message.ts'

const plain = { min_quantity: 1, max_quantity: 10, quantity_step: 1 }

test('an unlimited quantity has no message', () => {
  expect(quantityMessage(plain, 1, { available: 40, isStockShown: false })).toBe('')
})

test('a quantity at its limit names the limit', () => {
  expect(quantityMessage(plain, 10, { available: 40, isStockShown: false })).toBe('At most 10 in an order.')
  expect(quantityMessage(plain, 3, { available: 3, isStockShown: false })).toBe('No more than 3 in stock.')
})

test('a limit by stock is not repeated beside the number of pieces left', () => {
  expect(quantityMessage(plain, 1, { available: 1, isStockShown: true })).toBe('')
  expect(quantityMessage(plain, 6, { available: 2, isStockShown: true })).toMatch(/^Only 2 available/)
})

test('a minimum and steps are stated in advance', () => {
  expect(
    quantityMessage({ min_quantity: 4, max_quantity: 40, quantity_step: 2 }, 4, {
      available: 100,
      isStockShown: false,
    }),
  ).toBe('At least 4, in steps of 2.')
})

test('a quantity above another variation’s stock is reduced with a message', () => {
  expect(quantityMessage(plain, 6, { available: 2, isStockShown: false })).toBe(
    'Only 2 available: we changed the quantity to 2.',
  )
})
