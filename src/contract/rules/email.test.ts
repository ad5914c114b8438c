import { expect, test } from 'vitest'
import { isEmail, normalizeEmail } from './email.ts'

test.each([
  'asha@example.com',
  'a.b+shop@mail.example.co.in',
  "o'neil@example.org",
  'x@xn--bcher-kva.example',
])('%s is an e-mail address', (text) => expect(isEmail(text)).toBe(true))

test.each([
  '',
  'asha',
  'asha@',
  '@example.com',
  'asha@example',
  'asha@example..com',
  'a b@example.com',
  'asha@exam ple.com',
  'asha@example.com, b@example.com',
  'a..b@example.com',
  '.a@example.com',
  'asha@-example.com',
  'asha@127.0.0.1',
  `${'a'.repeat(120)}@example.com`,
  'asha@example.com\nBcc: x@example.com',
])('%j is none', (text) => expect(isEmail(text)).toBe(false))

test.each([
  ['full-width letters', 'ａsha@example.com'],
  ['a zero-width space', 'as\u200bha@example.com'],
  ['a zero-width joiner', 'as\u200dha@example.com'],
  ['a soft hyphen', 'as\u00adha@exam\u00adple.com'],
  ['a word joiner and an invisible separator', 'as\u2060ha\u2063@example.com'],
  ['fillers', 'asha\u3164@example\u115f.com'],
  ['a variation selector and a tag', 'asha\ufe0f@example.com\u{e0061}'],
])('an e-mail address with %s is that address', (_, email) =>
  expect(normalizeEmail(email)).toBe('asha@example.com'),
)

test('composed and decomposed accents are one e-mail address', () => {
  expect(normalizeEmail('rene\u0301@example.com')).toBe(normalizeEmail('ren\u00e9@example.com'))
})
