import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taxLines } from './tax-lines.ts'

const india = { country: 'IN', name: 'GST', sellerState: 'Maharashtra', buyerState: 'Karnataka' }

test('across states GST is one tax, within a state it is two halves', () => {
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
  expect(taxLines(lines, { ...india, buyerState: ' maharashtra' })).toEqual([
    { label: 'CGST 2.5%', amount: 250 },
    { label: 'SGST 2.5%', amount: 250 },
    { label: 'CGST 9%', amount: 10_001 },
    { label: 'SGST 9%', amount: 10_000 },
  ])
})

test('elsewhere a tax is called what it is called', () => {
  const place = { country: 'DE', name: 'VAT', sellerState: '', buyerState: '' }
  expect(taxLines([{ rate: 1_900, tax: 19 }], place)).toEqual([{ label: 'VAT 19%', amount: 19 }])
})

test('the lines add up to the tax', () => {
  const lines = fc.array(fc.record({ rate: fc.constantFrom(0, 500, 1_200, 1_800), tax: fc.nat(100_000) }))
  fc.assert(
    fc.property(lines, fc.boolean(), (taxed, isSame) => {
      const shown = taxLines(taxed, { ...india, buyerState: isSame ? 'Maharashtra' : 'Goa' })
      expect(shown.reduce((sum, { amount }) => sum + amount, 0)).toBe(
        taxed.reduce((sum, { tax }) => sum + tax, 0),
      )
    }),
  )
})
