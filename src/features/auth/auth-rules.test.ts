import { expect, test } from 'vitest'
import { email, newPassword, otp, otpPhone, phoneOf, required } from './auth-rules.ts'

test('a required field must not be blank', () => {
  expect(required('  ')).toBe('This field is required')
  expect(required('Asha')).toBeNull()
})

test('an e-mail address must have a valid form', () => {
  expect(email('')).toBe('This field is required')
  expect(email('asha')).toBe('The value must be an valid email address')
  expect(email(' asha@example.com ')).toBeNull()
})

test('the forms that send an OTP require exactly ten digits', () => {
  expect(otpPhone('98765')).toBe('Invalid phone number')
  expect(otpPhone('98765432101')).toBe('Invalid phone number')
  expect(otpPhone('9876543210')).toBeNull()
  expect(phoneOf(8)('98765432')).toBeNull()
})

test('an OTP has four digits, and an empty one has its own message', () => {
  expect(otp('')).toBe('The OTP is required')
  expect(otp('123')).toBe('The value length should be at least 4')
  expect(otp('0123')).toBeNull()
})

test('a password has six characters or more', () => {
  expect(newPassword('')).toBe('This field is required')
  expect(newPassword('12345')).toBe('The value length should be at least 6')
  expect(newPassword('123456')).toBeNull()
  expect(newPassword('x'.repeat(257))).toBe('The value length should not exceed 256')
})
