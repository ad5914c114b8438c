import { expect, test } from 'vitest'
import { piecesWithUs } from './pieces-with-us.ts'

const parcel = { items: [{ order_item_id: 1, quantity: 2 }] }

test('items without a shipment are still with the shop, unless they were cancelled', () => {
  const order = {
    status: 'shipped' as const,
    productchannel: [
      { id: 1, quantity: 3, status: 'shipped' },
      { id: 2, quantity: 1, status: 'cancelled' },
    ],
    shipments: [parcel],
  }
  expect(piecesWithUs(order)).toEqual([{ order_item_id: 1, quantity: 1 }])
})

test('a delivered order has no items with the shop, even if one of two pieces is returned', () => {
  const order = {
    status: 'refund_requested' as const,
    productchannel: [
      { id: 1, quantity: 1, status: 'delivered' },
      { id: 2, quantity: 1, status: 'refund_requested' },
    ],
    shipments: [parcel],
  }
  expect(piecesWithUs(order)).toEqual([])
})

test('a wholly cancelled order lists all its items', () => {
  const order = {
    status: 'cancelled' as const,
    productchannel: [{ id: 1, quantity: 2, status: 'cancelled' }],
    shipments: [],
  }
  expect(piecesWithUs(order)).toEqual([{ order_item_id: 1, quantity: 2 }])
})
