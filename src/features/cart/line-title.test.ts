import { expect, test } from 'vitest'
import { lineForTests } from './cart-for-tests.ts'
import { lineTitle } from './line-title.ts'

const line = (name: string, ...values: string[]) => {
  const { product } = lineForTests()
  return { product: { ...product, name }, options: values.map((value) => ({ label: 'Option', value })) }
}

test('options that stand below the name are not said twice', () => {
  expect(lineTitle(line('Moon Vase - Oat', 'Oat'))).toBe('Moon Vase')
  expect(lineTitle(line('Shirt - Blue / M', 'Blue', 'M'))).toBe('Shirt')
})

test('a name that does not end with the options stays whole', () => {
  expect(lineTitle(line('Vetiver Candle'))).toBe('Vetiver Candle')
  expect(lineTitle(line('Moon Vase - small - Oat', 'Ink'))).toBe('Moon Vase - small - Oat')
})
