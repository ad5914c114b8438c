import { expect, test } from 'vitest'
import { redirectTarget, targetOf } from './redirect-target.ts'

/** Known open-redirect attacks. */
const attacks = [
  'https://evil.example',
  'HTTPS://evil.example/',
  'http:evil.example',
  'https:/evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example/%2e%2e',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/%5Cevil.example',
  '/%5c%5cevil.example',
  '%2F%2Fevil.example',
  '/%2Fevil.example',
  '/%2f%2fevil.example',
  '%68ttps://evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  '/\t/evil.example',
  '/\n/evil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%0d%0aSet-Cookie:a=b',
  '\u0000//evil.example',
  ' //evil.example',
  ' https://evil.example',
  '/ /evil.example',
  '/\u200b/evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  '/%252F%252Fevil.example',
  '/%255Cevil.example',
  '@evil.example',
  'shopper:secret@evil.example',
  'evil.example',
  'account',
  './account',
  '?a=b',
  '#top',
  '/api/auth/logout',
  '/API/cart/get',
  '/%61pi/cart/get',
  '/%2561pi/cart/get',
  '/x/../api/cart/get',
  '/admin/login?token=1',
  '/logout',
  '/%zz',
  `/${'a'.repeat(2_048)}`,
]

test.each(attacks)('%j leads to the account, not out of the shop', (requested) => {
  expect(redirectTarget(requested)).toBe('/account')
})

test.each([
  ['/', '/'],
  ['/checkout/address', '/checkout/address'],
  ['/product/moon-vase?sku=MOON-1#reviews', '/product/moon-vase?sku=MOON-1#reviews'],
  ['%2Fproduct%2Fmoon-vase%3Fsku%3DMOON-1', '/product/moon-vase?sku=MOON-1'],
  ['/shop-online?brand=a&price=500-2000', '/shop-online?brand=a&price=500-2000'],
  ['/apiary', '/apiary'],
])('%j is a page of the shop', (requested, target) => {
  expect(redirectTarget(requested)).toBe(target)
})

test('without a target the login leads to the account', () => {
  for (const requested of [undefined, null, '']) expect(redirectTarget(requested)).toBe('/account')
})

test('a decoded path keeps its percent signs', () => {
  expect(targetOf('/search?query=moon%20vase')).toBe('/search?query=moon%20vase')
  expect(targetOf('/search?query=100%25')).toBe('/search?query=100%25')
  expect(targetOf('//evil.example')).toBe('/account')
  expect(targetOf('/%2Fevil.example')).toBe('/account')
  expect(targetOf('/%5Cevil.example')).toBe('/account')
  expect(targetOf(null, '/cart')).toBe('/cart')
})
