import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LineAmounts, splitAmounts, totalOfLines } from './split-amounts.ts'

const lines = fc
  .record({
    quantity: fc.integer({ min: 2, max: 50 }),
    unit_price: fc.integer({ min: 0, max: 5_000_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    rate: fc.double({ min: 0, max: 0.3, noNaN: true }),
  })
  .map(({ quantity, unit_price, share, rate }): LineAmounts => {
    const discount = Math.floor(quantity * unit_price * share)
    const total = quantity * unit_price - discount
    return { quantity, unit_price, discount, tax: Math.floor(total * rate), total }
  })

test('splitting a line piece by piece adds up to the line, and no part is negative', () => {
  fc.assert(
    fc.property(lines, fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 12 }), (line, quantities) => {
      let left = line
      const taken: LineAmounts[] = []
      for (const quantity of quantities) {
        if (quantity >= left.quantity) break
        const split = splitAmounts(left, quantity)
        taken.push(split.taken)
        left = split.left
      }
      const parts = [...taken, left]
      const sum = (name: 'discount' | 'tax' | 'total' | 'quantity') =>
        parts.reduce((total, part) => total + part[name], 0)
      const isEach = parts.every(
        (part) =>
          part.total === part.unit_price * part.quantity - part.discount &&
          [part.discount, part.tax, part.total, part.quantity].every((amount) => amount >= 0),
      )
      const isExact = (['quantity', 'discount', 'tax', 'total'] as const).every(
        (name) => sum(name) === line[name],
      )
      const isHalvable = line.tax % 2 === 1 || parts.every(({ tax }) => tax % 2 === 0)
      return (
        isEach &&
        isExact &&
        isHalvable &&
        [true, false].every((isIn) => totalOfLines(parts, isIn) === totalOfLines([line], isIn))
      )
    }),
    { numRuns: 500 },
  )
})

test('splitting a third off a line that does not divide evenly keeps the sum', () => {
  const line = { quantity: 3, unit_price: 10_000, discount: 1_000, tax: 4_424, total: 29_000 }

  expect(splitAmounts(line, 1)).toEqual({
    taken: { quantity: 1, unit_price: 10_000, discount: 333, tax: 1_474, total: 9_667 },
    left: { quantity: 2, unit_price: 10_000, discount: 667, tax: 2_950, total: 19_333 },
  })
})
