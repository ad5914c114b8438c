import { expect, test } from 'vitest'
import { authModes, loginModeOf, registerModeOf, titleOf } from './auth-modes.ts'

const both = { enable_otp_auth: true, enable_legacy_auth: true, enable_customer_register: true }
const onlyCode = { ...both, enable_legacy_auth: false }
const onlyPassword = { ...both, enable_otp_auth: false }

test('a login begins with an OTP where the shop sends them, otherwise with the password', () => {
  expect(loginModeOf(both, null)).toBe('otp')
  expect(loginModeOf(onlyCode, undefined)).toBe('otp')
  expect(loginModeOf(onlyPassword, '')).toBe('legacy')
})

test('a shop without any login method falls back to the password', () => {
  const none = { enable_otp_auth: false, enable_legacy_auth: false }
  expect(loginModeOf(none, 'otp')).toBe('legacy')
  expect(authModes(none)).toMatchObject({
    hasOtp: false,
    hasLegacy: true,
    hasBoth: false,
    canRegister: false,
  })
})

test('a disabled login method cannot be requested', () => {
  expect(loginModeOf(onlyCode, 'legacy')).toBe('otp')
  expect(loginModeOf(onlyCode, 'forgot')).toBe('otp')
  expect(loginModeOf(onlyPassword, 'otp')).toBe('legacy')
  expect(loginModeOf(both, 'nonsense')).toBe('otp')
})

test('registration uses an OTP or a password, never the forgotten password form', () => {
  expect(registerModeOf(both, 'forgot')).toBe('otp')
  expect(registerModeOf(onlyPassword, 'forgot')).toBe('legacy')
  expect(registerModeOf(both, 'legacy')).toBe('legacy')
})

test('the title depends on the mode', () => {
  expect([titleOf('otp'), titleOf('legacy'), titleOf('forgot')]).toEqual([
    'Login',
    'Login',
    'Forgot Password?',
  ])
})
