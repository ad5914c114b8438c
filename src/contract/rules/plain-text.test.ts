import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test('bidirectional controls and zero-width spaces are removed from a text', () => {
  expect(plainText('Asha\u202e oaR\u202c\u200b')).toBe('Asha oaR')
  expect(plainText('\u2066x\u2069')).toBe('x')
})

test('joiners and direction marks of real words stay', () => {
  for (const word of ['क्\u200dष', 'می\u200cخواهم', 'שלום\u200f!']) expect(plainText(word)).toBe(word)
})
