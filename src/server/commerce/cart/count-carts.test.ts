import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { countCarts } from './count-carts.ts'

const { db } = await openShop({ seed: 'small' })

const makeCart = (session_id: string, age: string) =>
  sql`insert into carts (session_id, channel_id, created_at, expires_at)
    select ${session_id}, (select id from channels limit 1), now() - ${age}::interval, now() + interval '1 day'`.execute(
    db,
  )
const total = async () => {
  const days = await db.selectFrom('cart_days').select('carts').execute()
  return days.reduce((sum, { carts }) => sum + carts, 0)
}

test('each cart is counted once, on the day on which it was made, also after it is deleted', async () => {
  await makeCart('a', '3 days')
  await makeCart('b', '3 days')
  await makeCart('c', '6 minutes')
  await makeCart('d', '0')
  await Promise.all([countCarts(db), countCarts(db)])
  expect(await total(), 'a transaction may still add carts of the last minutes').toBe(3)

  await db.deleteFrom('carts').where('session_id', '<>', 'd').execute()
  await sql`update carts set created_at = created_at - interval '5 minutes'`.execute(db)
  await countCarts(db)
  await countCarts(db)
  expect(await total()).toBe(4)
  const days = await db.selectFrom('cart_days').select('carts').orderBy('day').execute()
  expect(days[0]).toEqual({ carts: 2 })
})
