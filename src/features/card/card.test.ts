import { expect, test } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { toCard } from './card.ts'

const inr = (amount: number) => ({ amount, currency: 'INR' })

/** A product whose values have these colours; only the fields that are read. */
const coloured = (...colors: (string | null)[]) =>
  ({
    id: 7,
    name: 'Oxford Shirt',
    url: '/product/oxford-shirt',
    channel: { sku: 'OXF', selling_price: inr(999), mrp: inr(999), discount_percent: 0 },
    labels: [],
    swatches: colors.map((color) => ({ color })),
  }) as unknown as Product

test.for([
  [
    ['#203a5c', '#b3392f'],
    ['#203a5c', '#b3392f'],
  ],
  [['#203a5c', null], undefined],
  [[null, null], undefined],
  [['#203a5c'], undefined],
] as const)('a product with the colours %j has the swatches %j on its card', ([colors, swatches]) => {
  expect(toCard(coloured(...colors)).swatches).toEqual(swatches)
})
