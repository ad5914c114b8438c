import { expect, test } from 'vitest'
import { orderStatuses } from '#contract/checkout.ts'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { moveOrder, orderMoves } from './order-states.ts'

const shop = withCheckout(await openShop({ seed: 'small' }))
const { db } = shop

test('the table of order states contains every state and leads only to known states', () => {
  expect(Object.keys(orderMoves).sort()).toEqual([...orderStatuses, 'partly_shipped'].sort())
  for (const moves of Object.values(orderMoves))
    for (const next of moves) expect(Object.keys(orderMoves)).toContain(next)
})

test('one of two simultaneous moves of an order is refused', async () => {
  const { order } = await shop.guestAtPayment(await shop.product())
  const reply = await order()
  const id = reply.status === 'success' ? reply.data.order_id : 0
  const move = (next: 'packed' | 'cancelled') =>
    db.transaction().execute((tx) => moveOrder(tx, { id, status: 'placed' }, next))

  const outcomes = await Promise.allSettled([move('packed'), move('cancelled')])

  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'ORDER_STATE' },
  })
  const events = await db.selectFrom('order_events').select('status').where('order_id', '=', id).execute()
  expect(events).toHaveLength(2)
})

test('a move that is not in the table is refused', async () => {
  const { order } = await shop.guestAtPayment(await shop.product())
  const reply = await order()
  const id = reply.status === 'success' ? reply.data.order_id : 0

  await expect(
    db.transaction().execute((tx) => moveOrder(tx, { id, status: 'placed' }, 'delivered')),
  ).rejects.toMatchObject({ code: 'ORDER_STATE' })
})
