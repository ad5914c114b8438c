import { expect, test } from 'vitest'
import { quantityWords } from './quantity-words.ts'

const plain = { min_quantity: 1, max_quantity: 10, quantity_step: 1 }

test('nothing is said about a quantity that nothing limits', () => {
  expect(quantityWords(plain, 1, 40)).toBe('')
})

test('at the limit one reads which limit it is', () => {
  expect(quantityWords(plain, 10, 40)).toBe('At most 10 in an order.')
  expect(quantityWords(plain, 3, 3)).toBe('No more than 3 in stock.')
})

test('a least quantity and steps are told before anybody runs into them', () => {
  expect(quantityWords({ min_quantity: 4, max_quantity: 40, quantity_step: 2 }, 4, 100)).toBe(
    'At least 4, in steps of 2.',
  )
})

test('a quantity that another variation does not have is cut, and that is said', () => {
  expect(quantityWords(plain, 6, 2)).toBe('Only 2 can be had of this one: the quantity is 2 now.')
})
