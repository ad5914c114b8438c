import { expect, test } from 'vitest'
import type { Facet } from '#contract/catalog.ts'
import { optionsOf, toFacetShown } from './facet-shown.ts'

const facet = (options: Facet['options'], display: Facet['display'] = 'checkbox'): Facet => ({
  key: 'colour',
  type: 'variable_attribute',
  display,
  label: 'Colour',
  options,
})
const option = (value: string, label: string, color: string | null = null) => ({
  value,
  label,
  count: 3,
  color,
  image: null,
})

test('a facet restored from its compact form equals the shop’s: values, labels, counts and colours', () => {
  const options = [
    option('clay-rose', 'Clay rose', '#cf9a86'),
    option('oat-ink', 'Oat & ink', '#2b4257'),
    option('c-40', '40 cm'),
    option('ele', 'Éle'),
  ]

  const shown = toFacetShown(facet(options, 'swatch'))

  expect(optionsOf(shown)).toEqual(
    options.map(({ value, label, count, color }) => ({ value, label, count, color: color ?? undefined })),
  )
})

test('a value that equals its label and an unused colour are left out', () => {
  const { options } = toFacetShown(facet([option('sage', 'Sage', '#a9b8a4'), option('x', 'Sea')]))

  expect(options).toEqual([
    ['Sage', 3],
    ['Sea', 3, '', 'x'],
  ])
})
