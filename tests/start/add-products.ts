import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { openDatabase } from '#server/platform/db/open.ts'

/** `node add-products.ts DATA_DIR NUMBER` inserts plain products into a stopped shop by SQL, as an operator might. */
const [dataDir = '', howMany = '0'] = process.argv.slice(2)
const log = { info: () => {}, warn: console.warn, error: console.error }
const server = await startEmbeddedPostgres({ dataDir, log })
const { pool, close } = openDatabase({ config: server.config, statementTimeoutMs: 0 })
try {
  await pool.query(
    `with made as (
      insert into products (slug, name, is_published, published_at, short_description, position, category_id)
      select 'bulk-' || n, 'Bulk teapot ' || n, true, now(), 'A teapot of stoneware, number ' || n, 1000 + n,
        (select id from categories order by id offset n % 20 limit 1)
      from generate_series(1, $1::int) n
      returning id, slug
    ), sold as (
      insert into variations (product_id, sku, is_default, position, stock)
      select id, upper(slug), true, 0, 5 from made
      returning id
    )
    insert into prices (variation_id, channel_id, selling_price, mrp)
    select sold.id, channels.id, 50000 + sold.id % 1000, 60000 from sold cross join channels`,
    [Number(howMany)],
  )
  await pool.query(`insert into change_log (tag) values ('listing'), ('catalog')`)
} finally {
  await close()
  await server.stop()
}
