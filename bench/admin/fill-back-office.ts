import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { installedPlugins } from '#plugins/installed.server.ts'
import { issueMissingInvoices } from '#server/commerce/orders/invoices/issue-invoice.ts'
import { seedDemoOrders } from '#server/operations/seed/seed-demo-orders.ts'
import { seedDemoShop } from '#server/operations/seed/seed-demo-shop.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { connectionConfig, openDatabase } from '#server/platform/db/open.ts'
import { migrateJobs } from '#server/platform/jobs/migrate-jobs.ts'
import { hashOfToken, newToken } from '#server/platform/sessions/session-token.ts'
import { migratePlugins } from '#server/shop/plugins/migrate-plugins.ts'
import { seedPlugins } from '#server/shop/plugins/seed-plugins.ts'
import { benchConfig } from '../jobs/bench-config.ts'
import { filledByOtherLists, type ListSizes, otherListStatements, otherLists } from './other-lists.ts'

export type ShopSize = {
  products: number
  orders: number
  customers: number
  /** Below the demo shop's; undefined: 200. */
  categories?: number
  lists?: ListSizes
}

/** The brand whose products a price change of the benchmark is for: the first 10,000. */
export const changedBrand = 'Changed together'

/**
 * Makes a shop of this size in an empty data folder: the demo shop, and generated products, orders, customers and audit
 * entries.
 * @returns the token of a staff session
 */
export async function fillBackOffice(
  { dataDir, say }: { dataDir: string; say: (line: string) => void },
  size: ShopSize,
): Promise<string> {
  const server = await startEmbeddedPostgres({
    dataDir,
    log: { info: () => {}, warn: say, error: say },
    internal: { settings: { fsync: 'off', full_page_writes: 'off', max_wal_size: '4GB' } },
  })
  try {
    const { config } = server
    await migrate({ config }, { folder: join(import.meta.dirname, '../../migrations') })
    await migratePlugins({ config }, installedPlugins)
    await migrateJobs({ config })
    const database = openDatabase({ config, statementTimeoutMs: 0 })
    try {
      await seedDemoShop(database.db)
      await seedDemoOrders(database.db, benchConfig)
      await issueMissingInvoices({ db: database.db, log: pino({ level: 'warn' }) })
      await seedPlugins(database.db, installedPlugins)
    } finally {
      await database.close()
    }
    const superuser = new pg.Client(connectionConfig({ config: { ...config, user: 'postgres' } }))
    await superuser.connect()
    try {
      return await fill(superuser, size, say)
    } finally {
      await superuser.end()
    }
  } finally {
    await server.stop()
  }
}

async function fill(client: pg.Client, size: ShopSize, say: (line: string) => void): Promise<string> {
  // Foreign keys are not looked up for rows that are right by construction.
  await client.query('set session_replication_role = replica')
  await client.query('set synchronous_commit = off')
  await client.query(`set maintenance_work_mem = '256MB'`)
  const began = performance.now()
  await withoutIndexes(client, async () => {
    for (const [what, count, statements] of [
      ['products', size.products, products],
      ['customers', size.customers, customers],
      ['orders', size.orders, orders],
    ] as const) {
      for (const statement of statements)
        await client.query(
          statement
            .replaceAll(':count', String(count))
            .replaceAll(':categories', String(size.categories ?? 200)),
        )
      await client.query(`analyze ${filled.join(', ')}`)
      say(`${count} ${what}, ${Math.round((performance.now() - began) / 1_000)} s`)
    }
    await client.query(audit)
    await client.query(invoices)
    for (const statement of otherListStatements(size.lists ?? otherLists)) await client.query(statement)
  })
  await client.query('vacuum analyze')
  say(`indexes and statistics, ${Math.round((performance.now() - began) / 1_000)} s`)
  return startSession(client)
}

const filled = [
  ...['products', 'variations', 'prices', 'product_images', 'product_labels', 'customers'],
  ...['product_attributes', 'variation_options'],
  ...['orders', 'order_items', 'order_events', 'shipments', 'audit_log'],
  ...filledByOtherLists,
]

/** Rows are inserted faster when their indexes are created afterwards. Those of constraints stay. */
async function withoutIndexes(client: pg.Client, work: () => Promise<void>) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = any($1::regclass[]) and not i.indisunique`,
    [filled],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  for (const { definition } of rows) await client.query(definition)
}

/** With the words of an invoice of the demo shop: otherwise a job would issue all of them while the shop is measured. */
const invoices = `insert into invoices (order_id, invoice_no, document)
  select o.id, 'BI-' || o.id, (select document from invoices order by order_id limit 1) from orders o
  where o.order_no like 'BO-%' and o.status not in ('placed', 'packed', 'cancelled', 'pending_payment', 'payment_failed')`

const firstNames = `'{Asha,Ravi,Meera,Arjun,Divya,Kiran,Nisha,Vikram,Anita,Rahul,Sunita,Imran,Fatima,Joseph,Maria,Deepak,Lakshmi,Suresh,Pooja,Sanjay,Kavya,Manish,Priya,Rohan,Tara,Uday,Varun,Yamini,Zoya,Farhan,Geeta}'::text[]`
const lastNames = `'{Sharma,Patel,Nair,Iyer,Khan,Reddy,Das,Singh,Gupta,Joshi,Menon,Pillai,Bose,Chopra,Dutta,Fernandes,Ghosh,Hegde,Jain,Kapoor,Lobo,Mehta,Naidu,Ojha,Prasad,Qureshi,Rao,Sen,Thomas,Verma,Yadav,Banerjee,Kulkarni,Malhotra,Shetty,Tiwari,Bhat}'::text[]`
const cities = `'{Mumbai,Delhi,Bengaluru,Chennai,Kolkata,Pune,Jaipur,Kochi,Hyderabad,Indore,Surat,Nagpur,Goa}'::text[]`
const materials = `'{Ceramic,Walnut,Linen,Brass,Cotton,Oak,Marble,Wool,Glass,Bamboo,Copper,Jute,Steel,Velvet}'::text[]`
const nouns = `'{Mug,Bowl,Lamp,Cushion,Vase,Tray,Stool,Throw,Basket,Clock,Plate,Planter,Mirror,Candle,Rug,Shelf,Teapot,Coaster,Bench}'::text[]`
const adjectives = `'{Banyan,Coastal,Monsoon,Saffron,Indigo,Terra,Lotus,Jasmine,Peacock,Marigold,Ember,Dune,Harbour,Meadow,Cobalt,Ivory,Olive}'::text[]`
const pick = (list: string, number: string) => `(${list})[1 + (${number}) % cardinality(${list})]`

const products = [
  `insert into brands (name, slug) select case n when 1 then '${changedBrand}' else 'Studio ' || n end, 'bench-brand-' || n
    from generate_series(1, 500) n`,
  `insert into categories (parent_id, name, slug, path, position)
    select c.id, 'Range ' || n, 'range-' || n, c.path || '/range-' || n, n
    from generate_series(1, :categories) n
    join (select id, path, row_number() over (order by id) as at, count(*) over () as many from categories where parent_id is null) c
      on c.at = 1 + n % c.many`,
  `insert into products (slug, name, brand_id, category_id, short_description, description_html, is_published, published_at,
      created_at, updated_at, sold_count, position)
    select 'bench-' || n, ${pick(adjectives, 'n / 7')} || ' ' || ${pick(materials, 'n / 3')} || ' ' || ${pick(nouns, 'n')} || ' ' || n,
      b.id, c.id, 'Made by hand in small batches.', '<p>' || repeat('Made by hand in small batches. ', 20) || '</p>', n % 25 > 0,
      now() - make_interval(mins => n), now() - make_interval(mins => n), now() - make_interval(mins => (n * 7919::bigint % :count)::int), n % 300, n
    from generate_series(1, :count) n
    join (select id, row_number() over (order by id) as at from brands where slug like 'bench-brand-%') b
      on b.at = case when n <= 10000 then 1 else 2 + n % 499 end
    join (select id, row_number() over (order by id) as at from categories where slug like 'range-%') c on c.at = 1 + n % :categories`,
  `insert into variations (product_id, sku, title, is_default, position, stock)
    select p.id, 'BN-' || p.position || '-' || k, 'Size ' || k, k = 1, k, case (p.position + k) % 20 when 0 then 0 when 1 then 3 else 50 end
    from products p, generate_series(1, 2) k where p.slug like 'bench-%'`,
  `insert into prices (variation_id, channel_id, selling_price, mrp)
    select v.id, c.id, price, price * 6 / 5 from variations v join products p on p.id = v.product_id,
      (select id from channels where is_default) c, lateral (select 19900 + p.position::bigint * 7919 % 9000 * 100 + v.position as price) a
    where p.slug like 'bench-%'`,
  `insert into product_images (product_id, image_id, position) select p.id, i.id, 0 from products p
    join (select id, row_number() over (order by id) as at, count(*) over () as many from images) i on i.at = 1 + p.position % i.many
    where p.slug like 'bench-%'`,
  `insert into product_labels (product_id, label_id) select p.id, l.id from products p, (select min(id) as id from labels) l
    where p.slug like 'bench-%' and p.position % 30 = 0 and l.id is not null`,
  // Two properties for each product, and an option for each variation, of the demo shop's.
  `insert into product_attributes (product_id, value_id) select p.id, v.id from products p, generate_series(0, 1) k
    join (select v.id, row_number() over (order by v.id) as at, count(*) over () as many from attribute_values v
      join attributes a on a.id = v.attribute_id where not a.is_variable) v on true
    where p.slug like 'bench-%' and v.at = 1 + (p.position + k * 7) % v.many on conflict do nothing`,
  `insert into variation_options (variation_id, attribute_id, value_id)
    select v.id, o.attribute_id, o.id from variations v join products p on p.id = v.product_id
    join (select id, attribute_id, row_number() over (order by id) as at, count(*) over () as many from attribute_values
      where attribute_id = (select min(id) from attributes where is_variable)) o on o.at = 1 + (p.position + v.position) % o.many
    where p.slug like 'bench-%'`,
]

const customers = [
  `insert into customers (first_name, last_name, email, phone, mobile_code, created_at, is_blocked)
    select first, last, lower(first) || '.' || n || '@example.com', (6000000000 + n::bigint * 3571)::text, '+91',
      now() - make_interval(mins => :count - n), n % 2000 = 0
    from generate_series(1, :count) n,
      lateral (select ${pick(firstNames, 'n * 7919::bigint')} as first, ${pick(lastNames, 'n / 31')} as last) a`,
]

/** 2 % wait to be packed; the rest is what a shop of some years has. */
const orders = [
  `insert into orders (order_no, channel_id, customer_id, status, payment_status, payment_method, payment_method_name,
      shipping_method, shipping_method_name, currency, subtotal, shipping_total, tax_total, is_tax_included, grand_total, email, phone,
      shipping_address, billing_address, placed_at)
    select 'BO-' || 1000000 + n, ch.id, c.id, s.status,
      case s.status when 'cancelled' then 'failed' when 'refunded' then 'refunded' else 'paid' end, 'cod', 'Cash on delivery',
      'standard', 'Standard', ch.currency, total, 0, 0, true, total, c.email, c.phone, a.address, a.address,
      now() - make_interval(secs => (:count - n) * 315)
    from generate_series(1, :count) n
    join (select *, row_number() over (order by id) as at from customers where email like '%@example.com' limit :count / 2) c
      on c.at = 1 + n * 7919::bigint % (:count / 2),
    (select id, currency from channels where is_default) ch,
    lateral (select case when n > :count * 0.98 then 'placed' when n > :count * 0.975 then 'packed' when n > :count * 0.965 then 'shipped'
      when n % 40 = 0 then 'cancelled' when n % 60 = 1 then 'refunded' when n % 500 = 2 then 'refund_requested'
      else 'delivered' end as status) s,
    lateral (select 50000 + n * 7919::bigint % 900000 as total) t,
    lateral (select jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name, 'phone', c.phone, 'address_line_1',
      n || ' Lake Road', 'city', ${pick(cities, 'n')}, 'postcode', '560001', 'state_name', 'Karnataka', 'country_id', 101) as address) a
    -- Ids are in the order of placing, as in a shop.
    order by n`,
  `insert into order_items (order_id, variation_id, name, slug, sku, quantity, unit_price, tax, total, status)
    select o.id, v.id, p.name, p.slug, v.sku, 1 + o.id % 2, 10000, 0, 10000 * (1 + o.id % 2),
      case o.status when 'cancelled' then 'cancelled' else 'placed' end
    from orders o cross join generate_series(0, 1) k
    join products p on p.slug = 'bench-' || 1 + (o.id * 7919::bigint + k * 104729) % (select count(*) from products where slug like 'bench-%')
    join variations v on v.product_id = p.id and v.is_default
    where o.order_no like 'BO-%' order by o.id`,
  `insert into order_events (order_id, status, at) select id, 'placed', placed_at from orders where order_no like 'BO-%'`,
  `insert into shipments (order_id, waybill, courier, status, shipped_at)
    select id, 'BWB' || lpad(id::text, 10, '0'), 'Delhivery', case status when 'shipped' then 'shipped' else 'delivered' end, placed_at
    from orders where order_no like 'BO-%' and status in ('shipped', 'delivered', 'refunded', 'refund_requested')`,
  `insert into order_tags (order_id, tag)
    select id, tag from orders, (values ('Checked', 2), ('Priority', 5), ('Fragile', 500)) t(tag, every)
    where order_no like 'BO-%' and id % every = 0`,
]

const audit = `insert into audit_log (at, actor, ip, action, record_type, record_id, before, after)
  select now() - make_interval(mins => 200000 - n), 'staff' || n % 8 || '@shop.example', '203.0.113.7',
    ${pick(`'{order.pack,order.ship,product.update,customer.note,coupon.create}'::text[]`, 'n')},
    ${pick(`'{order,order,product,customer,coupon}'::text[]`, 'n')}, (n / 3)::text, '{"status": "placed"}', '{"status": "packed"}'
  from generate_series(1, 200000) n`

async function startSession(client: pg.Client): Promise<string> {
  const token = newToken()
  await client.query(
    `with made as (insert into staff (email, name, role) values ('bench@shop.example', 'Bench', 'owner') returning id)
    insert into staff_sessions (token_hash, staff_id, expires_at) select $1, id, now() + interval '1 day' from made`,
    [hashOfToken(token)],
  )
  await client.query(
    `insert into order_assignees (order_id, staff_id)
    select o.id, s.id from orders o join staff s on s.email = 'bench@shop.example' where o.order_no like 'BO-%' and o.id % 3 = 0`,
  )
  return token
}
