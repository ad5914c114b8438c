import { expect, test } from 'vitest'
import type { Combination } from '#contract/catalogue.ts'
import { changesBy, choicesOf, findCombination, reasonsOf } from './choose-variation.ts'

const price = { amount: 100, currency: 'INR' }
const combination = (sku: string, options: Record<string, string>, stock: number): Combination => ({
  product_id: 1,
  sku,
  options,
  selling_price: price,
  mrp: price,
  availability: stock > 0 ? 'in_stock' : 'out_of_stock',
  available_quantity: stock,
  gtin: null,
})
const combinations = [
  combination('BLUE-M', { color: 'blue', size: 'm' }, 3),
  combination('BLUE-L', { color: 'blue', size: 'l' }, 0),
  combination('RED-M', { color: 'red', size: 'm' }, 2),
]
const option = (value: string, id: number) => ({
  id,
  value,
  label: value.toUpperCase(),
  color: null,
  image: null,
})
const size = {
  id: 1,
  code: 'size',
  label: 'Size',
  type: 'button' as const,
  options: [option('m', 1), option('l', 2), option('xl', 3)],
}

test('an option that is sold out in this colour stays visible and says so', () => {
  const [m, l] = choicesOf(size, combinations, { color: 'blue', size: 'm' })
  expect(m).toMatchObject({ isChosen: true, state: 'available', sku: 'BLUE-M' })
  expect(l).toMatchObject({ isChosen: false, state: 'sold_out', sku: 'BLUE-L' })
})

test('an option that this colour does not come in leads to the nearest that exists, and says that it does', () => {
  const [, l] = choicesOf(size, combinations, { color: 'red', size: 'm' })
  expect(l).toMatchObject({ state: 'other', sku: 'BLUE-L' })
})

test('an option that nothing comes in leads nowhere', () => {
  const [, , xl] = choicesOf(size, combinations, { color: 'red', size: 'm' })
  expect(xl).toMatchObject({ state: 'none', sku: undefined })
})

test('a combination is found by all of its options', () => {
  expect(findCombination(combinations, { color: 'red', size: 'm' })?.sku).toBe('RED-M')
  expect(findCombination(combinations, { color: 'red', size: 'l' })).toBeUndefined()
})

const color = {
  id: 2,
  code: 'color',
  label: 'Colour',
  type: 'swatch' as const,
  options: [option('blue', 4), option('red', 5)],
}

test('one reads why an option cannot be had, and together with what', () => {
  const inBlue = { color: 'blue', size: 'm' }
  expect(reasonsOf([color, size], 'size', choicesOf(size, combinations, inBlue), inBlue)).toEqual([
    'Sold out in BLUE: L',
  ])
  const inRed = { color: 'red', size: 'm' }
  expect(reasonsOf([color, size], 'size', choicesOf(size, combinations, inRed), inRed)).toEqual([
    'Not made in RED: L',
  ])
})

test('where there is but one thing to choose, the reason needs no company', () => {
  const chosen = { size: 'm' }
  const single = [combination('M', { size: 'm' }, 1), combination('L', { size: 'l' }, 0)]
  expect(reasonsOf([size], 'size', choicesOf(size, single, chosen), chosen)).toEqual(['Sold out: L'])
})

test('a choice that changes another one says so; one that does not says nothing', () => {
  const before = { color: 'red', size: 'm' }
  expect(changesBy([color, size], 'size', before, { color: 'blue', size: 'l' })).toBe(
    'L does not come in RED: Colour is BLUE now.',
  )
  expect(changesBy([color, size], 'color', before, { color: 'blue', size: 'm' })).toBe('')
})
