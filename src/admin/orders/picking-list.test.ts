import { expect, test } from 'vitest'
import type { OrderDetail } from '#contract/admin/orders.ts'
import { productsOf } from './picking-list.tsx'

const order = (order_no: string, ...lines: [id: number, sku: string, left: number][]) =>
  ({
    order_no,
    productchannel: lines.map(([id, sku]) => ({ id, sku, name: `Product ${sku}`, image: null })),
    left_to_ship: lines
      .filter(([, , left]) => left > 0)
      .map(([id, , quantity]) => ({ order_item_id: id, quantity })),
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
