import { expect, test } from 'vitest'
import type { Combination } from '#contract/catalog.ts'
import { changesBy, choicesOf, chooseText, reasonsOf, showsSwatches } from './choose-variation.ts'

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

test('a colour leads to a size in stock while no size is chosen', () => {
  const color = { ...size, code: 'color', label: 'Colour', options: [option('blue', 1)] }
  const soldOutFirst = [combination('BLUE-S', { color: 'blue', size: 's' }, 0), ...combinations]
  expect(choicesOf(color, soldOutFirst, {})[0]).toMatchObject({ state: 'available', sku: 'BLUE-M' })
})

test('an option that is sold out in this colour stays visible with its reason', () => {
  const [m, l] = choicesOf(size, combinations, { color: 'blue', size: 'm' })
  expect(m).toMatchObject({ isChosen: true, state: 'available', sku: 'BLUE-M' })
  expect(l).toMatchObject({ isChosen: false, state: 'sold_out', sku: 'BLUE-L' })
})

test('an option without this colour leads to the nearest existing variation and says so', () => {
  const [, l] = choicesOf(size, combinations, { color: 'red', size: 'm' })
  expect(l).toMatchObject({ state: 'other', sku: 'BLUE-L' })
})

test('an option of no variation leads nowhere', () => {
  const [, , xl] = choicesOf(size, combinations, { color: 'red', size: 'm' })
  expect(xl).toMatchObject({ state: 'none', sku: undefined })
})

const color = {
  id: 2,
  code: 'color',
  label: 'Colour',
  type: 'swatch' as const,
  options: [option('blue', 4), option('red', 5)],
}

test('the reason against an option names the option it does not combine with', () => {
  const inBlue = { color: 'blue', size: 'm' }
  expect(reasonsOf([color, size], 'size', choicesOf(size, combinations, inBlue), inBlue)).toEqual([
    'Sold out in BLUE: L',
  ])
  const inRed = { color: 'red', size: 'm' }
  expect(reasonsOf([color, size], 'size', choicesOf(size, combinations, inRed), inRed)).toEqual([
    'Not made in RED: L',
  ])
})

test('a label that is read from right to left is isolated from the words of the message', () => {
  const arabic = { ...color, options: [{ ...option('blue', 4), label: 'أحمر' }, option('red', 5)] }
  const chosen = { color: 'blue', size: 'm' }
  expect(reasonsOf([arabic, size], 'size', choicesOf(size, combinations, chosen), chosen)).toEqual([
    'Sold out in \u2068أحمر\u2069: L',
  ])
})

test('with a single attribute the reason names no other option', () => {
  const chosen = { size: 'm' }
  const single = [combination('M', { size: 'm' }, 1), combination('L', { size: 'l' }, 0)]
  expect(reasonsOf([size], 'size', choicesOf(size, single, chosen), chosen)).toEqual(['Sold out: L'])
})

test('the chosen option is left out of the reasons, because the status names it', () => {
  const chosen = { size: 'm' }
  const single = [combination('M', { size: 'm' }, 0), combination('L', { size: 'l' }, 0)]
  expect(reasonsOf([size], 'size', choicesOf(size, single, chosen), chosen)).toEqual(['Sold out: L'])
})

test('a choice that changes another one has a message; one that does not has none', () => {
  const before = { color: 'red', size: 'm' }
  expect(changesBy([color, size], 'size', before, { color: 'blue', size: 'l' })).toBe(
    'L does not come in RED: Colour is BLUE now.',
  )
  expect(changesBy([color, size], 'color', before, { color: 'blue', size: 'm' })).toBe('')
})

test('an attribute shows swatches only when every option has a colour', () => {
  const color = (shade: string | null) => ({ ...option('c', 9), color: shade })
  const attribute = (...shades: (string | null)[]) => ({
    ...size,
    type: 'swatch' as const,
    options: shades.map(color),
  })
  expect(showsSwatches(attribute('#ffffff', '#000000'))).toBe(true)
  expect(showsSwatches(attribute('#ffffff', null))).toBe(false)
  expect(showsSwatches(size)).toBe(false)
})

test('the name of an option is in lower case only where the shop knows it', () => {
  expect(chooseText('Size')).toBe('Choose a size')
  expect(chooseText('Größe')).toBe('Choose: Größe')
  expect(chooseText('USB cable')).toBe('Choose: USB cable')
})
