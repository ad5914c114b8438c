import { expect, test } from 'vitest'
import { VariationValues } from '#contract/admin/catalog/products.ts'
import { looksOf, optionRows, withOptionRows } from './option-rows.ts'

const attributes = [
  {
    id: 1,
    label: 'Colour',
    is_variable: true,
    display: 'swatch' as const,
    values: [
      { id: 11, label: 'Red', color: null },
      { id: 12, label: 'Blue', color: null },
    ],
  },
  {
    id: 2,
    label: 'Size',
    is_variable: true,
    display: 'button' as const,
    values: [{ id: 21, label: 'S', color: null }],
  },
]
const plain = VariationValues.parse({ id: 5, sku: 'TEE', selling_price: 500, weight_g: 80, is_default: true })
const rowsOf = (variations: VariationValues[]) => optionRows(variations, attributes)
const changeOf = (variations: VariationValues[], ...rows: [string, string[]][]) =>
  withOptionRows(
    variations,
    rows.map(([name, values]) => ({ name, values })),
    attributes,
  )
const change = (...args: Parameters<typeof changeOf>) => changeOf(...args) ?? expect.fail('too many')
const skus = (variations: VariationValues[]) => variations.map(({ sku }) => sku)

test('options of a product without any make the other variations, and the product stays the first', () => {
  const made = change([plain], ['Colour', ['Red', 'Sea Green']], ['size', ['S', 'M']])
  expect(made.map(({ id, sku, options }) => [id, sku, options])).toEqual([
    [5, 'TEE', [11, 21]],
    [null, 'TEE-M', [11, { name: 'size', value: 'M' }]],
    [null, 'TEE-SEA-GREEN', [{ name: 'Colour', value: 'Sea Green' }, 21]],
    [
      null,
      'TEE-SEA-GREEN-M',
      [
        { name: 'Colour', value: 'Sea Green' },
        { name: 'size', value: 'M' },
      ],
    ],
  ])
  expect(made.every(({ selling_price, weight_g }) => selling_price === 500 && weight_g === 80)).toBe(true)
  expect(made.filter(({ is_default }) => is_default)).toHaveLength(1)
})

test('a new value does not bring back combinations that were removed', () => {
  const made = change([plain], ['Colour', ['Red', 'Blue']], ['Size', ['S', 'M']])
  const fewer = made.filter(({ sku }) => sku !== 'TEE-BLUE-M')
  const more = change(fewer, ['Colour', ['Red', 'Blue']], ['Size', ['S', 'M', 'L']])
  expect(skus(more)).toEqual(['TEE', 'TEE-M', 'TEE-L', 'TEE-BLUE', 'TEE-BLUE-L'])
})

test('the SKU of a new variation follows those of its neighbours, and is free', () => {
  const red = VariationValues.parse({ id: 6, sku: 'TEE-RED-S', selling_price: 500, options: [11, 21] })
  const other = VariationValues.parse({ id: 7, sku: 'TEE-BLUE-S', selling_price: 500, options: [12, 21] })
  const taken = { ...other, sku: 'TEE-RED-M' }
  expect(skus(change([red, other], ['Colour', ['Red', 'Blue']], ['Size', ['S', 'M']]))).toEqual([
    'TEE-RED-S',
    'TEE-RED-M',
    'TEE-BLUE-S',
    'TEE-BLUE-M',
  ])
  expect(skus(change([red, taken], ['Colour', ['Red', 'Blue']], ['Size', ['S', 'M']]))[1]).toBe('TEE-RED-M-2')
})

test('a removed value takes its variations away, a removed option leaves one of each of the others', () => {
  const made = change([plain], ['Colour', ['Red', 'Blue']], ['Size', ['S', 'M']])
  expect(skus(change(made, ['Colour', ['Blue']], ['Size', ['S', 'M']]))).toEqual(['TEE-BLUE', 'TEE-BLUE-M'])
  expect(rowsOf(change(made, ['Size', ['S', 'M']]))).toEqual([{ name: 'Size', values: ['S', 'M'] }])
  expect(change(made)).toMatchObject([{ id: 5, sku: 'TEE', options: [] }])
  expect(change(made, ['Colour', []], ['Size', []])).toHaveLength(1)
  expect(change(made, ['Colour', ['Green']])).toMatchObject([{ id: 5 }])
})

test('the order of the values is the order of the variations', () => {
  const made = change([plain], ['Colour', ['Red', 'Blue']])
  const turned = change(made, ['Colour', ['Blue', 'Red']])
  expect(skus(turned)).toEqual(['TEE-BLUE', 'TEE'])
  expect(turned.map(({ is_default }) => is_default)).toEqual([false, true])
  expect(rowsOf(turned)).toEqual([{ name: 'Colour', values: ['Blue', 'Red'] }])
})

test('a picture shows a colour in every size, and each variation where all options are buttons', () => {
  const made = change([plain], ['Colour', ['Red', 'Blue']], ['Size', ['S', 'M']])
  expect(looksOf(made, attributes)).toEqual([
    { label: 'Red', options: [11] },
    { label: 'Blue', options: [12] },
  ])
  expect(looksOf(change([plain], ['Size', ['S', 'M']]), attributes).map(({ label }) => label)).toEqual([
    'S',
    'M',
  ])
  expect(looksOf([plain], attributes)).toHaveLength(1)
  const green = { name: 'colour', value: 'Green' }
  expect(looksOf(change([plain], ['colour', ['Red', 'Green']]), attributes)).toEqual([
    { label: 'Red', options: [11] },
    { label: 'Green', options: [green] },
  ])
})

test('more variations than a product can have are refused, also from a pasted column of a hundred thousand', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `Value ${at}`)
  expect(change([plain], ['Size', many(2_000)])).toHaveLength(2_000)
  expect(changeOf([plain], ['Size', many(100_000)])).toBeUndefined()
  const made = change([plain], ['Size', many(50)])
  expect(changeOf(made, ['Size', many(50)], ['Colour', many(41)])).toBeUndefined()
})
