import { expect, test } from 'vitest'
import { masked } from './log-options.ts'

test.each([
  ['/account/reset-password/asha%40example.com/Qk3', '/account/reset-password/…'],
  ['no account for asha.rao@example.com, sorry', 'no account for [email], sorry'],
  ['an SMS to +919876543210 failed', 'an SMS to +…10 failed'],
  ['token 3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA is gone', 'token [token] is gone'],
  [
    'at readCart (file:///shop/src/server/cart/read-cart.ts:41:22)',
    'at readCart (file:///shop/src/server/cart/read-cart.ts:41:22)',
  ],
  ['/product/oxford-shirt', '/product/oxford-shirt'],
])('%s is written as %s', (text, written) => {
  expect(masked(text)).toBe(written)
})
