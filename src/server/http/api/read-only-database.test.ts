import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { connectionConfig } from '#server/platform/db/open.ts'

const shop = await openShop({ seed: true })
const product = await shop.db
  .selectFrom('variations')
  .innerJoin('products', 'products.id', 'variations.product_id')
  .select('variations.id')
  .where('variations.is_published', '=', true)
  .where('variations.stock', '>', 5)
  .where('products.min_quantity', '=', 1)
  .where('products.customisation', 'is', null)
  .executeTakeFirstOrThrow()

/** As a proxy does that leads to a standby, and later to the primary: sessions keep the server that they were made to. */
async function leadTo(server: 'standby' | 'primary') {
  const operator = new pg.Client(connectionConfig(shop.connection))
  await operator.connect()
  const { rows } = await operator.query('select quote_ident(current_database()) as name')
  const change = server === 'standby' ? 'set default_transaction_read_only = on' : 'reset all'
  await operator.query(`begin read write; alter database ${rows[0].name} ${change}; commit`)
  if (server === 'standby')
    await operator.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  await operator.end()
}

const add = async () => {
  const reply = await shop.app.inject({
    method: 'POST',
    url: '/api/cart/add-item',
    headers: { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'test' },
    payload: { product_id: product.id, quantity: 1 },
  })
  return { code: reply.statusCode, retryAfter: reply.headers['retry-after'], body: reply.json() }
}

test('while the proxy leads to a standby, writes answer 503, reads answer, and both recover without a restart', async () => {
  onTestFinished(() => leadTo('primary'))
  expect((await add()).code).toBe(200)
  await leadTo('standby')

  await expect.poll(async () => (await add()).body.code).toBe('UNAVAILABLE')
  const refused = await add()
  expect(refused).toMatchObject({ code: 503, retryAfter: expect.stringMatching(/^\d+$/) })
  expect(ok(await shop.guest().api.product.single({ id: 'milk-jug' })).slug).toBe('milk-jug')

  await leadTo('primary')
  await expect.poll(async () => (await add()).code, { timeout: 5_000 }).toBe(200)
  const later = await Promise.all(Array.from({ length: 20 }, add))
  expect(later.map(({ code }) => code)).toEqual(later.map(() => 200))
})
