import { expect, test } from 'vitest'
import { readLoginAddress } from './login-address.ts'

test('an address that asks for the login says where to go on', () => {
  expect(readLoginAddress('/?login=1&redirect=%2Faccount%2Forders%3Fpage%3D2')).toEqual({
    mode: 'login',
    redirect: '/account/orders?page=2',
    notice: null,
    clean: '/',
  })
})

test('a link of a mail that is good no more leads to another one, and says why', () => {
  const asked = readLoginAddress('/?login=1&mode=forgot&auth_notice=reset-invalid&a=b')

  expect(asked).toMatchObject({ mode: 'forgot', clean: '/?a=b' })
  expect(asked?.notice).toBe('This reset link is invalid or has expired')
})

test('other addresses ask for nothing, and none puts words of its own on our pages', () => {
  expect(readLoginAddress('/?mode=forgot')).toBeNull()
  expect(readLoginAddress('/cart')).toBeNull()
  expect(readLoginAddress('/?login=1&auth_notice=toString')?.notice).toBeNull()
})
