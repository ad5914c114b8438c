import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { builtInRoles } from '#contract/admin/permissions.ts'
import { searchedKinds } from '#contract/admin/search.ts'
import { openShop } from '#harness/open-shop.ts'
import { withParcels } from '#harness/parcels.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'

const shop = await openShop({ seed: true })
const { db } = shop
const { admin } = await signedInStaff(shop, 'owner')
const order = await (await withParcels(shop)).order()

const find = async (q: string, as = admin) => ok(await as.adminSearch.find({ q })).groups
const hitsOf = async (kind: string, q: string) => (await find(q)).find((group) => group.kind === kind)?.hits

test('the search finds orders by number, and products by SKU, exact ones first', async () => {
  const { order_no } = await db
    .selectFrom('orders')
    .select('order_no')
    .where('id', '=', order.order_id)
    .executeTakeFirstOrThrow()
  expect((await hitsOf('orders', order_no.toLowerCase()))?.[0]).toMatchObject({
    id: order.order_id,
    title: order_no,
  })

  const [first, second] = await db.selectFrom('variations').select(['id', 'product_id']).limit(2).execute()
  // The shorter SKU begins the longer one.
  await db
    .updateTable('variations')
    .set({ sku: 'ZZ-10' })
    .where('id', '=', first?.id ?? 0)
    .execute()
  await db
    .updateTable('variations')
    .set({ sku: 'ZZ-1' })
    .where('id', '=', second?.id ?? 0)
    .execute()
  const found = await hitsOf('products', 'zz-1')
  expect(found?.[0]).toMatchObject({ id: second?.product_id, detail: 'ZZ-1' })
  expect(found?.map(({ id }) => id)).toContain(first?.product_id)
})

test('the search finds a record by its typed id before others', async () => {
  const { id, name } = await db
    .selectFrom('products')
    .select(['id', 'name'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect((await hitsOf('products', String(id).padStart(2, '0')))?.[0]).toMatchObject({ id, title: name })
})

test('the search finds customers, pages, blog posts and coupons by the beginning of a word', async () => {
  const customer = await db
    .insertInto('customers')
    .values({ first_name: 'Ishwari', last_name: 'Deshmukh', email: 'ishwari@shop.example' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const page = await db
    .selectFrom('pages')
    .select(['id', 'name'])
    .where('slug', '=', 'about')
    .executeTakeFirst()
  const post = await db.selectFrom('blog_posts').select(['id', 'title']).executeTakeFirstOrThrow()
  const coupon = await db.selectFrom('coupons').select(['id', 'code']).executeTakeFirstOrThrow()

  expect(await hitsOf('customers', 'ishw')).toEqual([
    { id: customer.id, title: 'Ishwari Deshmukh', detail: 'ishwari@shop.example' },
  ])
  expect(await hitsOf('pages', page?.name.slice(0, 4) ?? '')).toContainEqual(
    expect.objectContaining({ id: page?.id }),
  )
  expect((await hitsOf('blog-posts', post.title.slice(0, 12)))?.[0]).toMatchObject(post)
  expect((await hitsOf('coupons', coupon.code))?.[0]).toMatchObject({ id: coupon.id, title: coupon.code })
})

test('each group has at most five hits, and signs without letters find nothing', async () => {
  const groups = await find('ma')
  expect(groups.length).toBeGreaterThan(0)
  for (const { hits } of groups) expect(hits.length).toBeLessThanOrEqual(5)
  expect(await find("%' --")).toEqual([])
  expect(await find('99999999999999')).toEqual([])
})

test.each(Object.entries(builtInRoles))('%s finds only records that the role may read', async (role, may) => {
  const staff = await signedInStaff(shop, role)
  for (const q of ['ma', 'ishw', 'kl'])
    for (const { kind } of await find(q, staff.admin))
      expect([...may] as string[]).toContain(searchedKinds[kind])
})

test('the words of pages, blog posts and coupons are read from their indexes', async () => {
  const plans = await db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const lines: string[] = []
    for (const [table, text] of [
      ['pages', "name || ' ' || slug"],
      ['blog_posts', "title || ' ' || slug"],
      ['coupons', "code || ' ' || title"],
    ] as const) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from ${sql.table(table)}
        where to_tsvector('simple'::regconfig, translate(lower(${sql.raw(text)}), '@.+-_/', '      '))
          @@ to_tsquery('simple', 'ma:*')`.execute(tx)
      lines.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return lines
  })
  expect(plans).toEqual([
    expect.stringContaining('pages_search'),
    expect.stringContaining('blog_posts_search'),
    expect.stringContaining('coupons_search'),
  ])
})

test('the search finds settings by words of their label and group, for roles that may read them', async () => {
  const settings = async (q: string, as = admin) => ok(await as.adminSearch.find({ q })).settings
  expect((await settings('tax num'))[0]).toEqual({
    group: 'store',
    field: 'store_tax_no',
    title: 'Tax number',
  })
  expect((await settings('customer care phone')).map(({ field }) => field)).toContain('customer_care_phone')
  expect(await settings('zz '.repeat(30))).toEqual([])
  // It is set with the channel itself: its form does not show it.
  expect(await settings('default channel')).toEqual([])
  const packer = await signedInStaff(shop, 'fulfilment')
  expect(await settings('tax number', packer.admin)).toEqual([])
})
