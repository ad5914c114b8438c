import { expect, test } from 'vitest'
import { masked } from './masked-text.ts'

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
  [
    'at parse (file:///shop/node_modules/@fastify/busboy/index.js:1:2)',
    'at parse (file:///shop/node_modules/@fastify/busboy/index.js:1:2)',
  ],
  ['/orders/asha%2540example.com', '/orders/[email]'],
  ['no account for asha@localhost', 'no account for [email]'],
])('%s is written as %s', (text, written) => {
  expect(masked(text)).toBe(written)
})

test('a long text is cut before it is masked, without the word at the cut', () => {
  const text = `${'word '.repeat(818)}asha.rao@example.com and more`

  expect(masked(text)).toBe(`${'word '.repeat(818)}…`)
  expect(masked(`/${'%40'.repeat(2_000)}`)).toBe('/…')
})
