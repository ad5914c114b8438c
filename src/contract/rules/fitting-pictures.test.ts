import { expect, test } from 'vitest'
import { fittingPictures } from './fitting-pictures.ts'

const looks = new Map([
  ['blue-s', 'blue'],
  ['blue-m', 'blue'],
  ['red-s', 'red'],
])
const picture = (name: string, sku: string | null) => ({ name, sku })
const namesFor = (sku: string, ...pictures: { name: string; sku: string | null }[]) =>
  fittingPictures(pictures, sku, looks).map(({ name }) => name)

test('a variation shows its own pictures first, then those of its look, then those of the product', () => {
  const shown = namesFor(
    'blue-m',
    picture('all', null),
    picture('red', 'red-s'),
    picture('small', 'blue-s'),
    picture('own', 'blue-m'),
    picture('own, again', 'blue-m'),
  )

  expect(shown).toEqual(['own', 'own, again', 'small', 'all'])
})

test('a variation without a matching picture shows all pictures', () => {
  expect(namesFor('blue-m', picture('red', 'red-s'))).toEqual(['red'])
  expect(namesFor('blue-m')).toEqual([])
})
