import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'

const shop = withOrders(await openShop({ seed: true }))
const { db, pool, services } = shop

/** The tracking link in the latest mail of the order. */
async function mailedToken(order_id: number) {
  const { text } = await db
    .selectFrom('outbox')
    .select('text')
    .where('order_id', '=', order_id)
    .where('channel', '=', 'mail')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const [, token] = /\/track-order\/(\S+)/.exec(text) ?? []
  if (!token) throw new Error('The mail has no link')
  return token
}

/** Simulates restoring an older database: the order is gone, and the next one gets its id and number. */
async function forgetOrder({ order_id, order_no }: { order_id: number; order_no: string }) {
  await pool.query('delete from idempotency_keys')
  for (const table of ['outbox', 'order_items', 'order_events'])
    await pool.query(`delete from ${table} where order_id = $1`, [order_id])
  await pool.query('delete from orders where id = $1', [order_id])
  await pool.query(`select setval(pg_get_serial_sequence('orders', 'id'), $1, false)`, [order_id])
  await pool.query(`select setval('order_numbers', $1, false)`, [Number(order_no.replace('SF-', ''))])
}

test('an order link does not open the order that gets the same id after a restore', async () => {
  const lost = await shop.orderOf({ isCustomer: false })
  const mailed = await mailedToken(lost.order_id)
  await forgetOrder(lost)

  const next = await shop.orderOf({ isCustomer: false })

  expect([next.order_id, next.order_no]).toEqual([lost.order_id, lost.order_no])
  const { api } = shop.guest()
  const { order_id, order_no, token } = lost
  expect(await api.checkout.complete({ order_id, token })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await api.orders.item({ order_no, token })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await api.track.order({ token: mailed })).toMatchObject({ code: 'NOT_FOUND' })
  expect(ok(await api.checkout.complete({ order_id, token: next.token })).order_no).toBe(order_no)
  expect(ok(await api.track.order({ token: await mailedToken(order_id) }))).toMatchObject({ order_no })
})

/** The signature of links from before orders had access keys. */
const signedOverId = (text: string) =>
  createHmac('sha256', services.config.tokenSecret).update(text).digest('base64url')

test('a link mailed before orders had access keys still opens its order, and no newer order', async () => {
  const old = await shop.orderOf({ isCustomer: false })
  await db.updateTable('orders').set({ access_key: null }).where('id', '=', old.order_id).execute()
  const newer = await shop.orderOf({ isCustomer: false })
  const { api } = shop.guest()

  const links = [old, newer].map(({ order_id, order_no }) => ({
    mailed: `${order_no}.${signedOverId(`order:track:${order_id}`)}`,
    complete: { order_id, token: signedOverId(`order:complete:${order_id}`) },
  }))

  expect(ok(await api.track.order({ token: links[0]!.mailed }))).toMatchObject({ order_no: old.order_no })
  expect(ok(await api.checkout.complete(links[0]!.complete)).order_no).toBe(old.order_no)
  expect(await api.track.order({ token: links[1]!.mailed })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await api.checkout.complete(links[1]!.complete)).toMatchObject({ code: 'NOT_FOUND' })
})

test('every order has its own access key, and no reply contains it', async () => {
  const orders = [await shop.orderOf(), await shop.orderOf()]
  const rows = await db
    .selectFrom('orders')
    .select('access_key')
    .where(
      'id',
      'in',
      orders.map(({ order_id }) => order_id),
    )
    .execute()

  const keys = rows.map(({ access_key }) => access_key ?? '')
  expect(new Set(keys).size).toBe(2)
  for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/)
  const replies = JSON.stringify([await orders[0]?.read(), await orders[0]?.api.orders.get()])
  for (const key of keys) expect(replies).not.toContain(key)
})
