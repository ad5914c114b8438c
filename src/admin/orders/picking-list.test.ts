import { expect, test } from 'vitest'
import type { OrderDetail } from '#contract/admin/orders.ts'
import { productsOf } from './picking-list.tsx'

type Line = [id: number, sku: string, left: number, ahead?: { quantity: number; date: string }]

const order = (order_no: string, ...lines: Line[]) =>
  ({
    order_no,
    productchannel: lines.map(([id, sku]) => ({ id, sku, name: `Product ${sku}`, image: null })),
    left_to_ship: lines
      .filter(([, , left]) => left > 0)
      .map(([id, , quantity, ahead = null]) => ({ order_item_id: id, quantity, ahead })),
    item_locations: [],
  }) as unknown as OrderDetail

test('the picking list adds the pieces of all orders up by SKU, without those that are shipped', () => {
  const products = productsOf([
    order('SF-1', [1, 'B', 2], [2, 'A', 1]),
    order('SF-2', [3, 'B', 1], [4, 'C', 0]),
    // Two lines of one product: one has a text.
    order('SF-3', [5, 'A', 1], [6, 'A', 3]),
  ])
  expect(products.map(({ sku, quantity, orders }) => [sku, quantity, orders])).toEqual([
    ['A', 5, ['SF-1', 'SF-3', 'SF-3 (3)']],
    ['B', 3, ['SF-1 (2)', 'SF-2']],
  ])
})

test('the picking list adds up the pieces that were sold ahead by the promised day', () => {
  const products = productsOf([
    order('SF-1', [1, 'A', 2, { quantity: 1, date: '2026-12-05' }]),
    order('SF-2', [2, 'A', 3, { quantity: 3, date: '2026-12-05' }], [3, 'A', 1]),
    order('SF-3', [4, 'A', 1, { quantity: 1, date: '2026-12-20' }]),
  ])
  expect(products.map(({ quantity, ahead }) => [quantity, ahead])).toEqual([
    [7, { '2026-12-05': 4, '2026-12-20': 1 }],
  ])
})
