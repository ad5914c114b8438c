import type { Order, OrderStatus } from '#contract/checkout.ts'

export type Piece = { order_item_id: number; quantity: number }

type Sent = {
  status: OrderStatus
  productchannel: readonly Pick<Order['productchannel'][number], 'id' | 'quantity' | 'status'>[]
  shipments: readonly { items: readonly Piece[] }[]
}

/** The states in which items may still have to be shipped. */
const leaving: readonly OrderStatus[] = ['placed', 'packed', 'shipped', 'out_for_delivery']

/**
 * Items without a shipment, unless they were cancelled. A delivered order has none: returned pieces are
 * separate lines then, which no shipment names (ADR 0036).
 */
export function piecesWithUs({ productchannel, shipments, status }: Sent): Piece[] {
  if (shipments.length > 0 && !leaving.includes(status)) return []
  const sent = new Map<number, number>()
  for (const { order_item_id, quantity } of shipments.flatMap(({ items }) => items))
    sent.set(order_item_id, (sent.get(order_item_id) ?? 0) + quantity)
  return productchannel
    .filter((item) => item.status !== 'cancelled' || status === 'cancelled')
    .map(({ id, quantity }) => ({ order_item_id: id, quantity: quantity - (sent.get(id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}
