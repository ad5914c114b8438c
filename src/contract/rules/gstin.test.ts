import { expect, test } from 'vitest'
import { checkDigitOfGstin, mistakeInGstin, tidyGstin } from './gstin.ts'

const maharashtra = { code: 'MH', name: 'Maharashtra' }

test.each(['27AABCK4821M1Z', '27AAAAA0000A1Z', '29AAGCB7383J1Z'])('%s has one check digit', (start) => {
  const digit = checkDigitOfGstin(start)
  expect(mistakeInGstin(start + digit)).toBeUndefined()
  for (const other of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    if (other !== digit) expect(mistakeInGstin(start + other)).toContain('last character')
})

test('the published number of the demo shop and of the GST portal’s example are right', () => {
  expect(mistakeInGstin('27AABCK4821M1ZD', maharashtra)).toBeUndefined()
  expect(mistakeInGstin('29AAGCB7383J1Z4')).toBeUndefined()
})

test.each(['XX', '27aabck4821m1zd', '27AABCK4821M1Z', '27AABCK4821M1ZDD', '', 'A'.repeat(10_000)])(
  '%.20s is not a GSTIN',
  (text) => expect(mistakeInGstin(text)).toContain('15 characters'),
)

test('a GSTIN of another state is refused with both codes', () => {
  expect(mistakeInGstin('27AABCK4821M1ZD', { code: 'KA', name: 'Karnataka' })).toBe(
    'A GSTIN of Karnataka begins with 29, and this one with 27',
  )
})

test('small letters, spaces and hyphens of a GSTIN are tidied; another text stays', () => {
  for (const typed of ['27aabck4821m1zd', ' 27 AABCK 4821 M1ZD ', '27-aabck-4821m-1zd'])
    expect(tidyGstin(typed)).toBe('27AABCK4821M1ZD')
  for (const other of ['', 'xx 1', 'CHE-123.456.789']) expect(tidyGstin(other)).toBe(other)
})
