import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/platform/kernel/context.ts'

/** Rows in each table, enough that the planner prefers an index to reading all of them. */
const ROWS = 5_000

/** Lists that grow with a shop, each with the filters, orders and searches that read an index of their own. */
export const largeLists: Record<string, readonly string[]> = {
  products: ['', 'sort=name&order=asc', 'sort=updated_at', 'state=draft', 'q=large', 'q=large%204321'],
  orders: [
    ...['', 'sort=grand_total', 'tab=to_pack', 'tab=closed&sort=grand_total', 'q=bo4321', 'q=bo', 'q=004321'],
    ...['tab=to_ship', 'tab=on_the_way', 'tab=unpaid', 'tab=to_pay_back', 'tab=to_pay_back&sort=grand_total'],
  ],
  customers: [
    '',
    'order=asc',
    'blocked=true',
    'q=large4321',
    'q=example.com',
    'q=example.com%20large4321',
    'q=004321',
  ],
  audit: ['', 'q=large7', 'record_id=4321', 'record_type=order&record_id=4321'],
  media: ['', 'q=large', 'q=4321'],
  submissions: ['', 'state=open', 'form=large', 'q=word4321', 'q=every'],
  reviews: ['', 'sort=rating', 'status=pending', 'stars=1&sort=rating', 'q=word4321', 'q=every'],
  subscribers: ['', 'state=unconfirmed', 'q=large4321'],
  'stock-requests': ['', 'q=large%204321'],
  tags: ['sort=name', 'q=4321'],
  'consent-records': [
    ...['', 'order=asc', 'q=large7', 'q=large7&order=asc', 'from=2025-03-01&to=2025-03-02'],
    'q=00000000-0000-4000-8000-000000000000',
  ],
}
export const otherReads = ['search?q=large', 'search?q=bo', 'home', 'system', 'system/messages']

/** The tables that `fillLargeLists` fills. The planner rightly reads small ones, such as the demo shop's variations, as a whole. */
const filled = [
  ...['products', 'product_tags', 'tags', 'orders', 'customers', 'audit_log', 'images', 'form_submissions'],
  ...['reviews', 'email_subscriptions', 'stock_notices', 'outbox', 'consent_records'],
]

const series = `generate_series(1, ${ROWS}) n`

/** Fills the tables of these lists, without the rest of what a shop writes with such rows. */
export async function fillLargeLists(db: Db): Promise<void> {
  const statements = [
    `insert into products (slug, name, is_published) select 'large-' || n, 'Large ' || n, n % 20 > 0 from ${series}`,
    `insert into tags (name, slug) select 'Large ' || n, 'large-' || n from generate_series(1, 500) n`,
    `insert into product_tags (product_id, tag_id) select p.id, t.id from products p join tags t on t.slug = 'large-' || 1 + p.id % 500
      where p.slug like 'large-%'`,
    `insert into orders (order_no, channel_id, status, payment_status, payment_method, payment_method_name, shipping_method,
        shipping_method_name, currency, subtotal, shipping_total, tax_total, is_tax_included, grand_total, shipping_address,
        billing_address, phone, placed_at)
      select 'BO' || n, c.id, case n % 50 when 0 then 'placed' when 1 then 'cancelled' else 'delivered' end, 'paid', 'cod', '', '', '',
        c.currency, n, 0, 0, true, n, '{}', '{}', '98' || lpad(n::text, 8, '0'), now() - make_interval(hours => ${ROWS} - n)
      from ${series}, channels c where c.is_default`,
    `insert into customers (first_name, last_name, email, mobile_code, phone, is_blocked)
      select 'Large', n::text, 'large' || n || '@example.com', '+91', '98' || lpad(n::text, 8, '0'), n % 1000 = 0 from ${series}`,
    `insert into audit_log (actor, action, record_type, record_id)
      select 'large' || n % 100 || '@shop.example', 'order.pack', 'order', n::text from ${series}`,
    `insert into images (path, alt) select 'large/' || n || '.jpg', 'Large' from ${series}`,
    `insert into form_submissions (form_slug, form_name, values, email, expires_at, answered_at)
      select case n % 50 when 0 then 'large' else 'contact' end, '', jsonb_build_array(jsonb_build_object('label', 'Text', 'value',
        'every word' || n)), 'large' || n || '@example.com', now(), case when n % 50 > 0 then now() end from ${series}`,
    `insert into reviews (product_id, author, is_verified, rating, fields, status)
      select p.id, 'Large', false, 1 + p.id % 5, jsonb_build_object('text', 'every word' || right(p.slug, -6)),
        case p.id % 50 when 0 then 'pending' else 'published' end from products p where p.slug like 'large-%'`,
    `insert into email_subscriptions (email, source, wording, wording_version, confirmed_at)
      select 'large' || n || '@example.com', '', '', '', case when n % 50 > 0 then now() end from ${series}`,
    `insert into stock_notices (variation_id, email)
      select v.id, 'large' || n || '@example.com' from ${series}, (select min(id) as id from variations) v`,
    `insert into outbox (channel, kind, recipient, text, sent_at, given_up_at)
      select 'mail', 'large', '', '', case when n % 100 > 0 then now() end, case when n % 100 = 0 then now() end from ${series}`,
    `insert into consent_records (id, version, choices, created_at)
      select gen_random_uuid(), 'large' || n % 50, '[{"id": "essential", "accepted": true}]', timestamptz '2025-01-01' + make_interval(hours => n)
      from ${series}`,
    `vacuum analyze ${filled.join(', ')}`,
  ]
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    for (const statement of statements) await sql.raw(statement).execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}

export type Statement = { text: string; values: unknown[] }

/** The statements that this process sends during `work`. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function recorded(this: pg.Client, ...args: unknown[]) {
    const [first, values] = args as [string | Statement, unknown[] | undefined]
    statements.push(
      typeof first === 'string'
        ? { text: first, values: values ?? [] }
        : { text: first.text, values: first.values ?? [] },
    )
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return statements.filter(({ text }) => /^\s*(select|with)\b/i.test(text))
}

export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/**
 * The tables from which a statement reads a quarter of the rows or more only to leave them out or to sort them: an index
 * would spare that. Rows that are counted or shown do not count.
 */
export async function tablesReadInVain(db: Db, statement: Statement): Promise<string[]> {
  const plan = await planOf(db, statement)
  return plan ? readInVain(plan) : []
}

/** Runs a statement and describes how. */
export async function planOf(db: Db, { text, values }: Statement): Promise<PlanNode | undefined> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    CompiledQuery.raw(`explain (analyze, timing off, format json) ${text}`, values),
  )
  return rows[0]?.['QUERY PLAN'][0]?.Plan
}

function readInVain(node: PlanNode, parent?: PlanNode): string[] {
  const isSorted = parent?.['Node Type'] === 'Sort' && node['Node Type'] === 'Seq Scan'
  const rows = (node['Rows Removed by Filter'] ?? 0) + (isSorted ? (node['Actual Rows'] ?? 0) : 0)
  const table = node['Relation Name']
  return [
    ...(table !== undefined && filled.includes(table) && rows * (node['Actual Loops'] ?? 1) > ROWS / 4
      ? [table]
      : []),
    ...(node.Plans ?? []).flatMap((below) => readInVain(below, node)),
  ]
}
