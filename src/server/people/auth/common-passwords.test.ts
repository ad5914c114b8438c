import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { requireUncommonPassword } from './password-rules.ts'

test.each([
  'password',
  'Password1!',
  'P@ssw0rd',
  'passw0rd2026',
  '123456',
  '87654321',
  '1234567890',
  'qwerty',
  'qwerty123',
  'Qwertyuiop1',
  'asdfghjkl',
  '1q2w3e4r',
  '1qaz2wsx',
  'zxcvbnm',
  'abc123',
  'abcd1234',
  '111111',
  'aaaaaaaa',
  'abababab',
  'abcabcabc',
  '010190',
  'iloveyou!!',
  'Welcome@123',
  'admin@123',
  'krishna108',
  'sunshine',
  '!!letmein!!',
])('isCommonPassword matches %s', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each([
  'correct horse battery',
  'kupfer-Kanne-71',
  'N3w-secret',
  'Tzv9#kLp',
  'mugs & bowls',
  'teapot of my aunt',
  'brot.und.butter',
  '83 tulips',
])('isCommonPassword does not match %s', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})

test('requireUncommonPassword refuses the names of the shop and of the address in production', () => {
  const about = { email: 'asharao@example.com', storeName: 'Kiln & Loom' }
  for (const password of ['asharao1', 'KilnLoom2026', 'Kiln&Loom!'])
    expect(() => requireUncommonPassword({ mode: 'production' }, password, about)).toThrow('given data')
  expect(() => requireUncommonPassword({ mode: 'production' }, 'kupfer-Kanne-71', about)).not.toThrow()
  expect(() => requireUncommonPassword({ mode: 'demo' }, 'secret1', about)).not.toThrow()
  expect(() => requireUncommonPassword({ mode: 'demo' }, 'AshaRao@example.com', about)).toThrow('given data')
})
