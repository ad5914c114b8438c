import { expect, test } from 'vitest'
import { readLoginAddress } from './login-address.ts'

test('a URL that requests the login contains the target after it', () => {
  expect(readLoginAddress('/?login=1&redirect=%2Faccount%2Forders%3Fpage%3D2')).toEqual({
    mode: 'login',
    redirect: '/account/orders?page=2',
    notice: null,
    clean: '/',
  })
})

test('an expired mail link requests another one, with the reason', () => {
  const loginAddress = readLoginAddress('/?login=1&mode=forgot&auth_notice=reset-invalid&a=b')

  expect(loginAddress).toMatchObject({ mode: 'forgot', clean: '/?a=b' })
  expect(loginAddress?.notice).toBe('This reset link is invalid or has expired')
})

test('other URLs request nothing, and texts in a URL are never shown', () => {
  expect(readLoginAddress('/?mode=forgot')).toBeNull()
  expect(readLoginAddress('/cart')).toBeNull()
  expect(readLoginAddress('/?login=1&auth_notice=toString')?.notice).toBeNull()
})
