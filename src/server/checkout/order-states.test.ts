import { expect, test } from 'vitest'
import { orderStatuses } from '#contract/checkout.ts'
import { testDatabase } from '../../../tests/database.ts'
import { openTestShop } from '../cart/test-shop.ts'
import { moveOrder, orderMoves } from './order-states.ts'

const { db } = await testDatabase()
const shop = await openTestShop(db)

test('the table knows every state, and leads only to states', () => {
  expect(Object.keys(orderMoves).sort()).toEqual([...orderStatuses].sort())
  for (const moves of Object.values(orderMoves))
    for (const next of moves) expect(orderStatuses).toContain(next)
})

test('of two who move an order at once one is refused', async () => {
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

test('a move that the table does not have is refused', async () => {
  const { order } = await shop.guestAtPayment(await shop.product())
  const reply = await order()
  const id = reply.status === 'success' ? reply.data.order_id : 0

  await expect(
    db.transaction().execute((tx) => moveOrder(tx, { id, status: 'placed' }, 'delivered')),
  ).rejects.toMatchObject({ code: 'ORDER_STATE' })
})
