import { expect, test } from 'vitest'
import { piecesWithUs } from './pieces-with-us.ts'

const parcel = { items: [{ order_item_id: 1, quantity: 2 }] }

test('what is in no parcel yet is with us, and what was cancelled is not', () => {
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

test('of an order that has come nothing is with us, though one of two pieces goes back', () => {
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

test('of an order that was cancelled whole it is told what it was', () => {
  const order = {
    status: 'cancelled' as const,
    productchannel: [{ id: 1, quantity: 2, status: 'cancelled' }],
    shipments: [],
  }
  expect(piecesWithUs(order)).toEqual([{ order_item_id: 1, quantity: 2 }])
})
