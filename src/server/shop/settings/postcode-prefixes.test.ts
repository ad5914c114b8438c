import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prefixesOfRange } from './postcode-prefixes.ts'

test('a range becomes the fewest prefixes that cover exactly it', () => {
  expect(prefixesOfRange('560095', '560110')).toEqual([
    '560095',
    '560096',
    '560097',
    '560098',
    '560099',
    '56010',
    '560110',
  ])
  expect(prefixesOfRange('560000', '560999')).toEqual(['560'])
  expect(prefixesOfRange('560001', '560001')).toEqual(['560001'])
})

test('prefixes of any range match the postcodes of the range and no others', () => {
  const pincode = fc.integer({ min: 100_000, max: 999_999 })
  fc.assert(
    fc.property(pincode, pincode, pincode, (one, other, probe) => {
      const [first, last] = [Math.min(one, other), Math.max(one, other)]
      const prefixes = prefixesOfRange(String(first), String(last))
      const matches = prefixes.filter((prefix) => String(probe).startsWith(prefix)).length
      expect(matches).toBe(probe >= first && probe <= last ? 1 : 0)
    }),
  )
})

test('a range of different lengths, in the wrong order or with letters is refused', () => {
  for (const [first, last] of [
    ['5600', '560001'],
    ['560002', '560001'],
    ['AB1', 'AB2'],
  ] as const)
    expect(() => prefixesOfRange(first, last)).toThrow(RangeError)
})
