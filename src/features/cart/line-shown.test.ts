import { expect, test } from 'vitest'
import { buildCartItem } from './cart.test-support.ts'
import { lineTitle } from './line-shown.ts'

const line = (name: string, ...values: string[]) => {
  const { product } = buildCartItem()
  return { product: { ...product, name }, options: values.map((value) => ({ label: 'Option', value })) }
}

test('options shown below the name are not repeated in it', () => {
  expect(lineTitle(line('Moon Vase - Oat', 'Oat'))).toBe('Moon Vase')
  expect(lineTitle(line('Shirt - Blue / M', 'Blue', 'M'))).toBe('Shirt')
})

test('a name that does not end with the options stays whole', () => {
  expect(lineTitle(line('Vetiver Candle'))).toBe('Vetiver Candle')
  expect(lineTitle(line('Moon Vase - small - Oat', 'Ink'))).toBe('Moon Vase - small - Oat')
})
