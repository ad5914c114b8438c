import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { installedPlugins } from '#plugins/installed.server.ts'
import { newAccessKey } from '#server/commerce/orders/model/order-token.ts'
import { migrateJobs } from '#server/platform/jobs/migrate-jobs.ts'
import { seedPlugins } from '#server/shop/plugins/seed-plugins.ts'
import { recordPageWrites, takePageWrites } from '../../../../tests/change-tags/untagged-writes.ts'
import { demoOrders } from '../seed/demo-orders.ts'
import { noteFormerDemo } from '../seed/note-demo.ts'
import { seedDemoOrders } from '../seed/seed-demo-orders.ts'
import { seedDemoShop } from '../seed/seed-demo-shop.ts'
import { storeDemoImages } from '../seed/store-demo-images.ts'
import { addRemoval, runRemoval } from './remove-demo.ts'

const shop = await openShop({ seed: true, plugins: installedPlugins })
const { db, services } = shop
await migrateJobs(shop.connection)
await storeDemoImages(services.files)
await seedDemoOrders(db, services.config)
await seedPlugins(db, installedPlugins)
const owner = await signedInStaff(shop, 'owner')

await recordPageWrites(db)

const numberOf = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(table)}`.execute(db)
  return rows[0]?.n
}

/** The shop's own records beside the demo's: a product in a demo category, an order of demo goods, an edited page. */
async function addOwnRecords() {
  const { id: category_id } = await db
    .selectFrom('categories')
    .select('id')
    .where('slug', '=', 'mugs')
    .executeTakeFirstOrThrow()
  const product = await db
    .insertInto('products')
    .values({ slug: 'own-mug', name: 'Own mug', is_published: true, short_description: '', category_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into orders (order_no, access_key, channel_id, status, payment_status, payment_method, payment_method_name,
      shipping_method, shipping_method_name, currency, subtotal, shipping_total, tax_total, grand_total, shipping_address,
      billing_address, customer_id, is_tax_included)
    select 'OWN-1', ${newAccessKey()}, channel_id, 'placed', 'pending', 'cod', 'Cash', shipping_method, shipping_method_name, currency,
      subtotal, shipping_total, tax_total, grand_total, shipping_address, billing_address, customer_id, true
    from orders order by id limit 1`.execute(db)
  await sql`insert into order_items (order_id, variation_id, name, slug, sku, image_path, quantity, unit_price, tax, tax_rate, total, status)
    select o.id, i.variation_id, i.name, i.slug, i.sku, i.image_path, 1, i.unit_price, 0, 0, i.unit_price, 'placed'
    from orders o, (select * from order_items order by id limit 1) i where o.order_no = 'OWN-1'`.execute(db)
  await sql`update pages set revision = 2 where slug = 'about'`.execute(db)
  await sql`insert into customers (first_name, last_name, email) values ('Own', 'Customer', 'own@shop.example')`.execute(
    db,
  )
  return product.id
}

const removalId = async () => {
  const { removal } = ok(await owner.admin.adminDemoData.get())
  return removal?.id ?? 0
}
const run = async (signal?: AbortSignal) =>
  runRemoval({ ...services, ...(signal && { signal }) }, await removalId())

test('the demo data of a release that did not record it is found by its names, without the shop’s own', async () => {
  const recorded = async () =>
    (
      await db
        .selectFrom('seeded_records')
        .select(['table_name', 'id'])
        .where('source', '=', 'demo')
        .orderBy('table_name')
        .orderBy('id')
        .execute()
    ).map(({ table_name, id }) => `${table_name} ${id}`)
  const before = await recorded()
  await db.deleteFrom('seeded_records').where('source', '=', 'demo').execute()
  const { id: own } = await db
    .insertInto('tags')
    .values({ slug: 'own-tag', name: 'Own tag' })
    .returning('id')
    .executeTakeFirstOrThrow()

  await noteFormerDemo(db)

  const after = await recorded()
  expect(after).not.toContain(`tags ${own}`)
  expect(after).toEqual(before)
  await noteFormerDemo(db)
  expect(await recorded(), 'once').toEqual(before)
  await db.deleteFrom('tags').where('id', '=', own).execute()
})

test('the removal wants an owner, the typed word and a recent proof', async () => {
  const manager = await signedInStaff(shop, 'manager')
  expect(await manager.admin.adminDemoData.remove({ confirmation: 'REMOVE' })).toMatchObject({
    code: 'FORBIDDEN',
  })
  expect(await owner.admin.adminDemoData.remove({ confirmation: 'remove' })).toMatchObject({
    errors: { confirmation: ['Type REMOVE to confirm'] },
  })
  await sql`update staff_sessions set proved_at = now() - interval '1 hour'`.execute(db)
  expect(await owner.admin.adminDemoData.remove({ confirmation: 'REMOVE' })).toMatchObject({
    code: 'PROOF_REQUIRED',
  })
  await sql`update staff_sessions set proved_at = now()`.execute(db)
  expect(ok(await owner.admin.adminDemoData.get())).toMatchObject({ is_demo: true, removal: null })
})

test('the shop’s own records and the demo’s are counted apart before anything is removed', async () => {
  await addOwnRecords()
  await sql`insert into audit_log (actor, action, record_type, record_id)
    select 'tester', 'product.update', 'product', id::text from products where slug = 'moon-vase'`.execute(db)

  expect(ok(await owner.admin.adminDemoData.get())).toMatchObject({
    demo: { products: 72, orders: demoOrders.length, customers: 1 },
    own: { products: 1, orders: 1, customers: 1, posts: 0, pictures: 0 },
    changed_products: ['Moon Vase'],
    edited_pages: ['About us'],
  })
})

test('a removal that is killed continues, and leaves the shop’s own records, settings and staff', async () => {
  const settingsBefore = await db.selectFrom('settings').selectAll().orderBy('key').execute()
  // Two people at once: the second waits for the first, and continues its removal.
  const first = db.transaction().execute(async (tx) => {
    const id = await addRemoval(tx, { staffId: null, name: 'tester', ip: '' })
    await sql`select pg_sleep(1)`.execute(tx)
    return id
  })
  const { removal } = ok(await owner.admin.adminDemoData.remove({ confirmation: 'REMOVE' }))
  expect(removal).toMatchObject({ id: await first, state: 'running', records_left: removal?.records_total })

  await takePageWrites(db)
  // Killed in the middle of the products.
  const stop = new AbortController()
  const until = sql<{ n: number }>`select count(*)::int as n from products`
  const killed = runRemoval(
    {
      ...services,
      signal: stop.signal,
      onProgress: (step) => step === 'Products' && stop.abort(),
    },
    await removalId(),
  )
  await expect(killed).rejects.toThrow()
  expect((await until.execute(db)).rows[0]?.n).toBeGreaterThan(1)
  expect(ok(await owner.admin.adminDemoData.get()).removal).toMatchObject({ state: 'running' })

  await run()

  expect((await takePageWrites(db)).untagged).toEqual([])
  const after = ok(await owner.admin.adminDemoData.get())
  expect(after).toMatchObject({ is_demo: false, removal: { state: 'done', records_left: 0, error: null } })
  expect(after.removal?.removed).toMatchObject({
    products: 72,
    orders: demoOrders.length,
    customers: 1,
    blog_posts: expect.any(Number),
  })
  expect(after.removal?.kept.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Mugs', 'Ceramics', 'Page “About us”']),
  )
  expect(await numberOf('products')).toBe(1)
  expect(await numberOf('customers')).toBe(1)
  expect(await numberOf('reviews')).toBe(0)
  expect(await numberOf('blog_posts')).toBe(0)
  expect(await numberOf('coupons')).toBe(0)
  expect(await numberOf('price_lists')).toBe(0)
  expect(await numberOf('promotions')).toBe(0)
  expect(await numberOf('galleries')).toBe(0)
  // The one that the shop's own order shows, and those of the edited page.
  expect(await numberOf('images')).toBeLessThan(10)
  expect(await numberOf("orders where order_no = 'OWN-1' and customer_id is null")).toBe(1)
  expect(await numberOf('order_items')).toBe(1)
  const files: string[] = []
  for await (const { path } of services.files.list('kiln')) files.push(path)
  expect(files).toHaveLength((await numberOf('images')) ?? 0)
  const settings = await db.selectFrom('settings').selectAll().orderBy('key').execute()
  expect(settings).toEqual(settingsBefore.filter(({ key }) => key !== 'demo_seeded'))
  expect(await numberOf("audit_log where action = 'demo.remove'")).toBe(2)
})

test('the pages of an empty shop replace the demo’s, and no link leads nowhere', async () => {
  const slugs = (await db.selectFrom('pages').select('slug').execute()).map(({ slug }) => slug)
  expect(slugs).toEqual(
    expect.arrayContaining(['', 'contact', 'terms-and-conditions', 'privacy-policy', 'about']),
  )
  expect(slugs).not.toContain('gift-guide')
  const { rows } = await sql<{ url: string }>`select distinct url from menu_items order by url`.execute(db)
  for (const { url } of rows)
    expect(url).toMatch(
      /^$|^\/(shop-online|contact|track-order|about|terms-and-conditions|privacy-policy|shipping-and-returns|product-category\/ceramics.*)$/,
    )
})

test('no later start of the demo mode adds demo data again', async () => {
  expect(await seedDemoShop(db)).toBe('other-shop')
  await seedPlugins(db, installedPlugins)
  expect(await numberOf('products')).toBe(1)
  expect(await owner.admin.adminDemoData.remove({ confirmation: 'REMOVE' })).toMatchObject({
    code: 'NO_DEMO_DATA',
  })
})
