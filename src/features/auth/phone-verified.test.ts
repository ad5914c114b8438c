import { expect, test } from 'vitest'
import { isPhoneVerified } from './phone-verified.ts'

const kept = { phone: '9876543210', phone_verified_at: '2026-11-01T09:00:00Z' }

test('a phone counts as verified only while it is the verified one', () => {
  expect(isPhoneVerified(kept, '9876543210')).toBe(true)
  expect(isPhoneVerified(kept, '9876543211')).toBe(false)
  expect(isPhoneVerified({ ...kept, phone_verified_at: null }, '9876543210')).toBe(false)
  expect(isPhoneVerified({ phone: null, phone_verified_at: null }, '')).toBe(false)
})
