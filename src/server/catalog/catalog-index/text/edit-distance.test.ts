import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

const typos = (typed: string, meant: string, most = 2) =>
  editDistance(typed, meant, { most, isPrefix: false })?.typos

test('an omitted, inserted, replaced or transposed letter is one typo', () => {
  expect(typos('oxford', 'oxford')).toBe(0)
  expect(typos('oxfrd', 'oxford')).toBe(1)
  expect(typos('oxxford', 'oxford')).toBe(1)
  expect(typos('oxfurd', 'oxford')).toBe(1)
  expect(typos('oxfrod', 'oxford')).toBe(1)
  expect(typos('xoford', 'oxford')).toBe(1)
  expect(typos('xofrod', 'oxford')).toBe(2)
  expect(typos('lamp', 'vase')).toBeUndefined()
})

test('editDistance is undefined above the allowed number of typos', () => {
  expect(typos('xofrod', 'oxford', 1)).toBeUndefined()
})

test('a prefix is compared with the beginning of the word', () => {
  const begun = (typed: string, meant: string) => editDistance(typed, meant, { most: 1, isPrefix: true })

  expect(begun('ceramc', 'ceramics')).toEqual({ typos: 1, isWhole: false })
  expect(begun('ceram', 'ceramics')).toEqual({ typos: 0, isWhole: false })
  expect(begun('mgu', 'mug')).toEqual({ typos: 1, isWhole: true })
})

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })

test('editDistance equals the full dynamic-programming table', () => {
  fc.assert(
    fc.property(word, word, fc.constantFrom(1, 2), (typed, meant, most) => {
      const table = wholeTable(typed, meant)
      const whole = table.at(-1)!.at(-1)!
      const begun = Math.min(...table.at(-1)!)

      expect(editDistance(typed, meant, { most, isPrefix: false })).toEqual(
        whole <= most ? { typos: whole, isWhole: true } : undefined,
      )
      expect(editDistance(typed, meant, { most, isPrefix: true })).toEqual(
        whole <= most
          ? { typos: whole, isWhole: true }
          : begun <= most
            ? { typos: begun, isWhole: false }
            : undefined,
      )
    }),
    { seed: 3, numRuns: 2_000 },
  )
})

/** The textbook algorithm. */
function wholeTable(a: string, b: string): number[][] {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  for (let row = 1; row <= a.length; row++)
    for (let column = 1; column <= b.length; column++) {
      const options = [
        table[row - 1]![column]! + 1,
        table[row]![column - 1]! + 1,
        table[row - 1]![column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1),
      ]
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        options.push(table[row - 2]![column - 2]! + 1)
      table[row]![column] = Math.min(...options)
    }
  return table
}
