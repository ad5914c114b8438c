import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'

const shop = withOrders(await openShop({ seed: true }))

test('an order page keeps loading while a newer release adds a column to its table', async () => {
  const { api, order_no, read } = await shop.orderOf()
  const readOnAllConnections = () => Promise.all(Array.from({ length: 20 }, () => read()))
  await readOnAllConnections()
  await shop.pool.query('alter table orders add column packing_note text')
  await shop.pool.query('alter table order_items add column packing_note text')

  for (const order of await readOnAllConnections()) expect(order.order_no).toBe(order_no)
  expect(await api.orders.cancel({ order_no, reason: 'changed_mind' })).toMatchObject({ status: 'success' })
})
