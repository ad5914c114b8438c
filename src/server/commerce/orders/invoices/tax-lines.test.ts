import fc from 'fast-check'
import { expect, test } from 'vitest'
import { halvable, taxLines } from './tax-lines.ts'

const india = { country: 'IN', name: 'GST', sellerState: 'Maharashtra', buyerState: 'Karnataka' }

test('GST is one tax across states and two halves within a state', () => {
  const lines = [
    { rate: 1_800, tax: 18_001 },
    { rate: 500, tax: 500 },
    { rate: 1_800, tax: 2_000 },
    { rate: 0, tax: 0 },
  ]

  expect(taxLines(lines, india)).toEqual([
    { label: 'IGST 5%', amount: 500 },
    { label: 'IGST 18%', amount: 20_001 },
  ])
  const inState = { ...india, buyerState: ' maharashtra' }
  const halved = lines.map((line) => ({ ...line, tax: halvable(line.tax, inState) }))
  expect(taxLines(halved, inState)).toEqual([
    { label: 'CGST 2.5%', amount: 250 },
    { label: 'SGST 2.5%', amount: 250 },
    { label: 'CGST 9%', amount: 10_000 },
    { label: 'SGST 9%', amount: 10_000 },
  ])
})

test('outside India a tax keeps its local name', () => {
  const place = { country: 'DE', name: 'VAT', sellerState: '', buyerState: '' }
  expect(taxLines([{ rate: 1_900, tax: 19 }], place)).toEqual([{ label: 'VAT 19%', amount: 19 }])
})

test('tax lines add up to the tax, and both halves of GST are equal', () => {
  // Negative: a discount that the rest loses, on a credit note.
  const tax = fc.integer({ min: -10_000, max: 100_000 })
  const lines = fc.array(fc.record({ rate: fc.constantFrom(0, 500, 1_200, 1_800), tax }))
  fc.assert(
    fc.property(lines, fc.boolean(), (taxed, isSame) => {
      const place = { ...india, buyerState: isSame ? 'Maharashtra' : 'Goa' }
      const stated = taxed.map((line) => ({ ...line, tax: halvable(line.tax, place) }))
      const shown = taxLines(stated, place)
      expect(shown.reduce((sum, { amount }) => sum + amount, 0)).toBe(
        stated.reduce((sum, { tax }) => sum + tax, 0),
      )
      const amountsOf = (name: string) =>
        shown.filter(({ label }) => label.startsWith(name)).map(({ amount }) => amount)
      expect(amountsOf('CGST')).toEqual(amountsOf('SGST'))
      expect(amountsOf('CGST').every(Number.isInteger)).toBe(true)
    }),
  )
})
