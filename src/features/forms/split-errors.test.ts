import { expect, test } from 'vitest'
import { splitErrors } from './split-errors.ts'

test('errors of fields without a control become the message of the form', () => {
  const errors = { email: 'Required', product_id: 'Not a product' }

  expect(splitErrors({ message: null, errors }, ['email'])).toEqual({
    errors: { email: 'Required' },
    message: 'Not a product',
  })
})

test('a refusal without field errors keeps its message', () => {
  expect(splitErrors({ message: 'Out of stock', errors: {} }, ['email'])).toEqual({
    errors: {},
    message: 'Out of stock',
  })
})
