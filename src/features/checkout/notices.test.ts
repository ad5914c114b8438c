import { expect, test } from 'vitest'
import { noticeCode, noticeOf, withNotice } from './notices.ts'

const landing = (path: string) => new URL(path, 'http://shop')
const fields = [{ column_name: 'postcode', label: 'Pincode' }]

test("a gate's message survives the redirect", () => {
  for (const message of ['Your cart is empty', 'Customer account is empty', 'Phone No is empty']) {
    const url = landing(withNotice('/cart', noticeCode({ message })))
    expect(noticeOf(url)).toBe(message)
  }
})

test('an empty address field is named by its own label', () => {
  const code = noticeCode({ message: 'Pincode is empty', field: 'postcode' })
  expect(noticeOf(landing(withNotice('/checkout/address', code)), { fields })).toBe('Pincode is empty')
})

test('a postcode outside the delivery area is named', () => {
  const url = landing(withNotice('/checkout/address', 'not-serviceable'))
  expect(noticeOf(url, { postcode: '999999' })).toBe('We do not deliver to 999999')
})

test('texts in a URL are never shown on our pages', () => {
  expect(noticeOf(landing('/cart?notice=You+have+won'))).toBeNull()
  expect(noticeOf(landing('/cart?notice=toString'))).toBeNull()
  expect(noticeOf(landing('/cart'))).toBeNull()
})
