import { expect, test } from 'vitest'
import { pageSlug } from './page-slug.ts'

test.each([
  ['/cart', 'cart'],
  ['/shop-online', 'shop-online'],
  ['/blogs', 'blogs'],
])('%s gives %s', (path, slug) => {
  expect(pageSlug(path)).toBe(slug)
})

test.each([
  ['/checkout-complete', 'checkout-complete'],
  ['/checkout-failed', 'checkout-failed'],
  ['/checkout/address', 'checkout'],
  ['/checkout/payment', 'checkout'],
  ['/checkout', 'checkout'],
  ['/track-order', 'track-order'],
  ['/track-order/WB7788990011', 'track-order'],
  ['/in/checkout/address', 'checkout'],
])('a path that contains a step of buying gives its name: %s', (path, slug) => {
  expect(pageSlug(path)).toBe(slug)
})

test.each([
  '/account',
  '/account/orders',
  '/account/reset-password',
  '/account/reset-password/a%40b.example/token',
])('a path that contains /account gives account: %s', (path) => {
  expect(pageSlug(path)).toBe('account')
})

test('a product page’s slug is the sku of the query, else the last segment', () => {
  expect(pageSlug('/product/oxford-shirt', 'sku=OXF-BL-M')).toBe('OXF-BL-M')
  expect(pageSlug('/product/oxford-shirt', '?utm_source=x&sku=OXF-BL-M')).toBe('OXF-BL-M')
  expect(pageSlug('/product/men/oxford-shirt')).toBe('oxford-shirt')
  expect(pageSlug('/product/oxford-shirt', 'sku=')).toBe('oxford-shirt')
})

test('a sku counts on product pages only', () => {
  expect(pageSlug('/product-category/men/shirts', 'sku=OXF-BL-M')).toBe('shirts')
})

test.each([
  ['/about', 'about'],
  ['/product-category/men/shirts', 'shirts'],
  ['/product-collection/summer', 'summer'],
  ['/shop-online/men/shirts', 'shirts'],
  ['/blogs/care-for-linen', 'care-for-linen'],
  ['/about/', 'about'],
  ['/caf%C3%A9', 'café'],
])('all other paths give their last segment: %s', (path, slug) => {
  expect(pageSlug(path)).toBe(slug)
})

test('the home page and /undefined give an empty slug', () => {
  expect(pageSlug('/')).toBe('')
  expect(pageSlug('')).toBe('')
  expect(pageSlug('/undefined')).toBe('')
})

test('a slug that begins like a checkout step stays whole', () => {
  expect(pageSlug('/product/checkout-bag')).toBe('checkout-bag')
  expect(pageSlug('/accounting-ledgers')).toBe('accounting-ledgers')
})

test('a malformed escape gives a slug that is not found instead of an error', () => {
  expect(pageSlug('/100%')).toBe('100%')
  expect(pageSlug('/%00')).toBe('%00')
  expect(pageSlug('/product/mug', 'sku=%00')).toBe('mug')
})
