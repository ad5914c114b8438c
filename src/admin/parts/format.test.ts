import { expect, test } from 'vitest'
import { fileSizeText } from './format.ts'

test.each([
  [1, '1 KB'],
  [40_000, '40 KB'],
  [1_047_553, '1 MB'],
  [1_048_576, '1 MB'],
  [2_516_582, '2.4 MB'],
  [104_857_600, '100 MB'],
])('a file of %i bytes has %s', (bytes, text) => {
  expect(fileSizeText(bytes, 'en-IN')).toBe(text)
})
