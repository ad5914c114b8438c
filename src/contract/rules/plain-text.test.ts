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
