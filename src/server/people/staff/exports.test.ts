import { parse } from 'csv-parse/sync'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff, withApiKey } from '#harness/staff.ts'

const shop = await openShop({ seed: 'small' })
const { db } = shop

/** Files with the data of many people, or with codes that are worth money. */
const exports = ['orders/export', 'customers/export', 'submissions/export', 'coupons/1/codes/export']
const paths = exports.map((path) => `/api/admin/${path}`)

test('an export needs a proof of identity of the last 30 minutes', async () => {
  const owner = await signedInStaff(shop, 'owner')
  const ask = async (url: string) => owner.request({ method: 'GET', url })
  for (const url of paths) expect([url, (await ask(url)).status]).not.toEqual([url, 401])
  await db
    .updateTable('staff_sessions')
    .set({ proved_at: new Date(Date.now() - 31 * 60_000) })
    .where('staff_id', '=', owner.id)
    .execute()
  for (const url of paths)
    expect([url, await ask(url)]).toMatchObject([url, { status: 401, body: { code: 'PROOF_REQUIRED' } }])
})

test('an export of the orders is in the audit log, also one by an API key, which needs no proof', async () => {
  const owner = await signedInStaff(shop, 'owner')
  const { key } = ok(await owner.admin.adminApiKeys.create({ name: 'ERP', permissions: ['orders.read'] }))
  const url = '/api/admin/orders/export?tab=all'
  for (const caller of [owner, withApiKey(shop, key)])
    expect(await caller.request({ method: 'GET', url })).toMatchObject({ status: 200 })
  const entries = await db
    .selectFrom('audit_log')
    .select(['actor', 'after'])
    .where('action', '=', 'order.export')
    .where('staff_id', '=', owner.id)
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { actor: owner.email, after: { tab: 'all', by: 'order' } },
    { actor: `${owner.email} (key ERP)`, after: { tab: 'all', by: 'order' } },
  ])
})

/** More than the export reads at once; of orders and messages more than it once took. */
const many = { orders: 10_050, messages: 10_050, customers: 2_050, consents: 2_050, products: 450 }
const series = (count: number) => sql`generate_series(1, ${sql.lit(count)}) n`
const address = sql`'{"first_name": "Asha", "city": "Pune"}'::jsonb`

const complete: { path: string; count: number; key: string; add: RawBuilder<unknown> }[] = [
  {
    ...{ path: 'orders/export', count: many.orders, key: 'order' },
    add: sql`insert into orders (order_no, channel_id, status, payment_status, payment_method, payment_method_name, shipping_method,
        shipping_method_name, currency, subtotal, shipping_total, tax_total, is_tax_included, grand_total, shipping_address, billing_address)
      select 'EX' || n, (select id from channels limit 1), 'placed', 'paid', 'cod', 'Cash', 'standard', 'Standard', 'INR', 100, 0, 0, true,
        100, ${address}, ${address} from ${series(many.orders)}`,
  },
  {
    ...{ path: 'submissions/export', count: many.messages, key: 'message' },
    add: sql`insert into form_submissions (form_slug, form_name, values, expires_at)
      select 'contact', 'Contact', jsonb_build_array(jsonb_build_object('label', 'Field ' || n % 7, 'value', 'a')), now() + interval '1 day'
      from ${series(many.messages)}`,
  },
  {
    ...{ path: 'customers/export', count: many.customers, key: 'id' },
    add: sql`insert into customers (first_name, email) select 'Asha', 'asha' || n || '@example.com' from ${series(many.customers)}`,
  },
  {
    // All of one moment, as no page may end between two of them.
    ...{ path: 'consent-records/export', count: many.consents, key: 'record' },
    add: sql`insert into consent_records (id, version, choices) select gen_random_uuid(), 'v', '[]' from ${series(many.consents)}`,
  },
  {
    ...{ path: 'products/export', count: many.products, key: 'URL handle' },
    add: sql`insert into products (name, slug) select 'Mug ' || n, 'mug-' || n from ${series(many.products)}`,
  },
]

test.for(complete)(
  '$path has every record once, however many there are',
  async ({ path, count, key, add }) => {
    const owner = await signedInStaff(shop, 'owner')
    const ids = async () => {
      const { body } = await owner.request({ method: 'GET', url: `/api/admin/${path}` })
      return new Set(
        parse<Record<string, string>>(String(body), { columns: true, bom: true }).map((row) => row[key]),
      )
    }
    const before = await ids()
    await add.execute(db)
    expect((await ids()).size).toBe(before.size + count)
  },
)

test('the export of products has the chosen ones, or those that a search finds', async () => {
  const owner = await signedInStaff(shop, 'owner')
  const slugs = async (query: string) => {
    const { body } = await owner.request({ method: 'GET', url: `/api/admin/products/export?${query}` })
    return parse<Record<string, string>>(String(body), { columns: true, bom: true }).map(
      (row) => row['URL handle'],
    )
  }
  const rows = await db.selectFrom('products').select(['id', 'slug']).orderBy('id').limit(2).execute()
  expect(new Set(await slugs(`ids=${rows.map(({ id }) => id).join()}`))).toEqual(
    new Set(rows.map(({ slug }) => slug)),
  )
  expect(await slugs('q=mug-44&state=draft')).toEqual([])
  const found = new Set(await slugs('q=mug+44'))
  expect(found).toContain('mug-44')
  expect(found).not.toContain('mug-45')
  for (const wrong of ['ids=', 'ids=a', 'ids=1,', `ids=${'1,'.repeat(9_000)}1`])
    expect([
      wrong,
      await owner.request({ method: 'GET', url: `/api/admin/products/export?${wrong}` }),
    ]).toMatchObject([wrong, { status: 422 }])
})
