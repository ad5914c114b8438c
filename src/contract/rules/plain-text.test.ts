import { expect, test } from 'vitest'
import { normalizeEmail, plainText } from './plain-text.ts'

test('bidirectional controls and zero-width spaces are removed from a text', () => {
  expect(plainText('Asha\u202e oaR\u202c\u200b')).toBe('Asha oaR')
  expect(plainText('\u2066x\u2069')).toBe('x')
})

test('joiners and direction marks of real words stay', () => {
  for (const word of ['क्\u200dष', 'می\u200cخواهم', 'שלום\u200f!']) expect(plainText(word)).toBe(word)
})

test.each([
  ['full-width letters', 'ａsha@example.com'],
  ['a zero-width space', 'as\u200bha@example.com'],
  ['a zero-width joiner', 'as\u200dha@example.com'],
])('an e-mail address with %s is that address', (_, email) =>
  expect(normalizeEmail(email)).toBe('asha@example.com'),
)

test('composed and decomposed accents are one e-mail address', () => {
  expect(normalizeEmail('rene\u0301@example.com')).toBe(normalizeEmail('ren\u00e9@example.com'))
})
