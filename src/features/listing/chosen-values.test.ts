import { expect, test } from 'vitest'
import { chosenValues } from './chosen-values.ts'
import type { FacetShown } from './facet-shown.ts'

const facets: FacetShown[] = [
  { key: 'brand', type: 'brand', label: 'Brand', options: [['Neem & Thread', 16]] },
  { key: 'colour', type: 'variable_attribute', label: 'Colour', options: [['Sea', 0]] },
]
const wordsOf = (filters: Parameters<typeof chosenValues>[0]) =>
  chosenValues(filters, facets).map(({ words }) => words)

test('a chosen value has its facet’s label, even without results', () => {
  expect(wordsOf({ brand: ['neem-thread'], variable_attribute: { colour: ['sea'] } })).toEqual([
    'Brand: Neem & Thread',
    'Colour: Sea',
  ])
})

test('a value of no facet is listed too, so that it can be removed', () => {
  expect(
    wordsOf({
      ...{ category: ['textiles/floor-cushions'], brand: ['nobody'], tag: ['hand-thrown'] },
      attribute: { made_in: ['pune'] },
    }),
  ).toEqual(['Category: Floor cushions', 'Brand: Nobody', 'Tag: Hand thrown', 'Made in: Pune'])
})
