import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { PRIVATE } from '#server/platform/kernel/file-storage.ts'
import { defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { review } from './plugin.ts'
import { reviewCommand } from './review-command.server.ts'
import { reviewPlugin } from './server.ts'

const plugins = [reviewPlugin]
const shop = await openShop({ seed: true, plugins })
const { db, services } = shop
async function switchPlugin(is_active: boolean) {
  await writePlugin(db, plugins, { module_name: 'Review', is_active })
  await services.changes.catchUp()
}
await switchPlugin(true)
const owner = await signedInStaff(shop, 'owner')
const { adminReviews } = owner.admin

let written = 0
async function makeReview({
  product = 'moon-vase',
  rating = 4,
  comment = 'Fits well',
  status = 'pending',
} = {}) {
  written += 1
  const { rows } = await sql<{ id: number }>`
    insert into reviews (product_id, author, is_verified, rating, fields, status)
    select id, ${`Author ${written}`}, true, ${rating}, ${JSON.stringify({ title: 'Good', comment })}::jsonb, ${status}
    from products where slug = ${product} returning id`.execute(db)
  return rows[0]?.id ?? 0
}
const statusOf = async (id: number) =>
  (await sql<{ status: string }>`select status from reviews where id = ${id}`.execute(db)).rows[0]?.status
const auditOf = (id: number) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'actor', 'before', 'after'])
    .where('record_type', '=', 'review')
    .where('record_id', '=', String(id))
    .orderBy('id')
    .execute()

test('the list has waiting reviews first, and is filtered by state, stars and text', async () => {
  const published = await makeReview({ status: 'published', rating: 1, comment: 'Too small for tulips' })
  const older = await makeReview()
  const newer = await makeReview()
  const rejected = await makeReview({ status: 'rejected' })
  const idsOf = async (query: object) => ok(await adminReviews.list(query)).data.map(({ id }) => id)

  expect((await idsOf({})).slice(0, 2)).toEqual([newer, older])
  expect(await idsOf({ status: 'rejected' })).toEqual([rejected])
  expect(await idsOf({ stars: 1, status: 'published' })).toContain(published)
  expect(await idsOf({ q: 'TULIPS' })).toEqual([published])
  expect(await idsOf({ q: '100%' })).toEqual([])
})

test('publish, reply and reject change the shop and are in the audit log', async () => {
  const id = await makeReview()
  const first = ok(await adminReviews.get({ id }))
  expect(first).toMatchObject({
    status: 'pending',
    product_slug: 'moon-vase',
    entries: [
      { label: 'Title', text: 'Good' },
      { label: 'Review', text: 'Fits well' },
    ],
  })

  const published = ok(await adminReviews.publish({ id, version: first.version }))
  const shown = async () =>
    JSON.stringify(
      (
        await shop.request({
          method: 'POST',
          url: '/api/plugins/review/product-reviews',
          payload: { slug: 'moon-vase', perPage: 50 },
        })
      ).body,
    )
  expect(published.status).toBe('published')
  expect(await shown()).toContain('Fits well')
  const replied = ok(await adminReviews.reply({ id, version: published.version, text: 'Thank you' }))
  expect(replied.reply?.text).toBe('Thank you')
  expect(await shown()).toContain('Thank you')
  ok(await adminReviews.reject({ id, version: replied.version }))
  expect(await shown()).not.toContain('Thank you')

  expect(await auditOf(id)).toMatchObject([
    {
      action: 'review.publish',
      actor: owner.email,
      before: { status: 'pending' },
      after: { status: 'published' },
    },
    { action: 'review.reply', before: { reply: null }, after: { reply: 'Thank you' } },
    { action: 'review.reject', after: { status: 'rejected' } },
  ])
})

test('a text that the customer changed in the meantime is not published unseen', async () => {
  const id = await makeReview()
  const { version } = ok(await adminReviews.get({ id }))
  await sql`update reviews set fields = '{"comment": "Buy it elsewhere"}' where id = ${id}`.execute(db)

  const refused = await adminReviews.publish({ id, version })
  const { results } = ok(await adminReviews.bulk({ action: 'publish', reviews: [{ id, version }] }))

  expect(refused).toMatchObject({
    code: 'STALE_RECORD',
    data: { id, entries: [{ label: 'Review', text: 'Buy it elsewhere' }] },
  })
  expect(results).toMatchObject([{ id, code: 'STALE_RECORD' }])
  expect(await statusOf(id)).toBe('pending')
})

test('a bulk action reports each review, and stops at none', async () => {
  const ids = [await makeReview(), await makeReview()]
  const reviews = await Promise.all(
    ids.map(async (id) => ({ id, version: ok(await adminReviews.get({ id })).version })),
  )

  const [first, second] = reviews
  const requested = [first, { id: 999_999_999, version: 'x' }, second].filter((one) => one !== undefined)
  const reply = await adminReviews.bulk({ action: 'publish', reviews: requested })

  expect(reply).toMatchObject({ message: '2 of 3 reviews published' })
  expect(ok(reply).results.map(({ code }) => code)).toEqual([null, 'NOT_FOUND', null])
  expect(await Promise.all(ids.map(statusOf))).toEqual(['published', 'published'])
  const many = Array.from({ length: 501 }, (_, at) => ({ id: at + 1, version: 'x' }))
  expect(await adminReviews.bulk({ action: 'publish', reviews: many })).toMatchObject({ code: 'VALIDATION' })
})

test('staff see a photo before it is public', async () => {
  const id = await makeReview()
  const path = 'review/2026/11/rphoto.webp'
  const bytes = await sharp({ create: { width: 6, height: 4, channels: 3, background: '#a53' } })
    .webp()
    .toBuffer()
  await services.files.write(path + PRIVATE, bytes)
  await sql`insert into review_photos (path, review_id, width, height, bytes)
    values (${path}, ${id}, 6, 4, ${bytes.length})`.execute(db)
  const photo = (number: number, visitor = owner as Pick<typeof owner, 'request'>) =>
    visitor.request({ method: 'GET', url: `/api/admin/reviews/${id}/photo?number=${number}` })

  expect(ok(await adminReviews.get({ id })).photos).toEqual([{ width: 6, height: 4 }])
  expect(await photo(1)).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/webp',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
  expect((await photo(2)).status).toBe(404)
  expect((await photo(1, shop.guest())).status).toBe(401)
})

test('the command line decides by the same functions, with its user in the audit log', async () => {
  const id = await makeReview()

  await reviewCommand.run({ ...services, print: () => {} }, ['publish', String(id)])

  const [entry] = await auditOf(id)
  expect(entry).toMatchObject({ action: 'review.publish', actor: expect.stringMatching(/^cli:/) })
})

test('the first screen counts waiting reviews, and an editor is offered them', async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from reviews where status = 'pending'`.execute(db)

  expect(ok(await owner.admin.adminHome.get()).to_do_of_plugins).toEqual([
    {
      label: 'Reviews to approve',
      count: rows[0]?.count,
      path: expect.stringMatching(/^\/reviews\?filter=/),
      permission: 'content.read',
    },
  ])
  expect(ok(await owner.admin.adminSession.get()).plugins).toEqual(['Review'])
})

test('an inactive plugin has no records, no to-do entry and no screens', async () => {
  await switchPlugin(false)

  expect(await adminReviews.list()).toMatchObject({ code: 'PLUGIN_INACTIVE' })
  expect(ok(await owner.admin.adminHome.get()).to_do_of_plugins).toEqual([])
  expect(ok(await owner.admin.adminSession.get()).plugins).toEqual([])
})

test('a to-do list that cannot be read leaves the first screen whole', async () => {
  const definition = definePlugin({
    ...{ module_name: 'Broken', title: 'Broken', description: 'A test plugin', icon: 'note' },
    config: z.object({}),
  })
  const broken = defineServerPlugin(definition, {
    apiVersion: 1,
    admin: { groups: [], readToDo: () => Promise.reject(new Error('no such table')) },
  })
  const other = await openShop({ seed: true, plugins: [broken] })
  await writePlugin(other.db, [broken], { module_name: 'Broken', is_active: true })
  await other.changes.catchUp()
  const staff = await signedInStaff(other, 'owner')

  expect(ok(await staff.admin.adminHome.get())).toMatchObject({
    to_do_of_plugins: [],
    days: expect.any(Array),
  })
  expect(other.logged).toContainEqual(expect.objectContaining({ plugin: 'Broken' }))
})

test('a plugin whose back-office endpoint is open to others does not start', () => {
  const group = {
    name: 'adminOpen' as const,
    routes: { list: 'GET /api/admin/open' },
    handlers: { list: () => null },
  }
  const open = { list: { summary: 'Open', input: z.object({}), data: z.null() } }
  const staffOnly = { ...open.list, access: 'staff', permission: 'content.read', whileLocked: true } as const
  const start = (
    routes: Record<string, string>,
    endpoints: Record<string, typeof staffOnly | typeof open.list>,
  ) => defineServerPlugin(review, { apiVersion: 1, admin: { groups: [{ ...group, routes, endpoints }] } })

  expect(() => start(group.routes, { list: staffOnly })).not.toThrow()
  expect(() => start(group.routes, open)).toThrow('must be for staff')
  expect(() => start({ list: 'GET /api/open' }, { list: staffOnly })).toThrow('must be for staff')
  expect(() =>
    defineServerPlugin(review, { apiVersion: 1, endpoints: [{ ...group, endpoints: open }] }),
  ).toThrow('admin.groups')
})
