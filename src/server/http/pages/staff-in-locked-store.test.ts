import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { writeConfigurationValues } from '#server/content/storefront/configuration.ts'

const shop = await openShop({ seed: true, pages: true, pageCache: true })
const { app, db, services } = shop
let port = 0
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})

const { slug, name } = await db
  .selectFrom('products')
  .select(['slug', 'name'])
  .orderBy('id')
  .executeTakeFirstOrThrow()
const product = `/product/${slug}`
const call = `/api/product/single-product/${slug}`

/** A request over a socket, as cached pages are sent before the routes. */
function get(path: string, cookies = new Map<string, string>()) {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    location: string
    body: string
  }>()
  request(
    {
      host: '127.0.0.1',
      port,
      path,
      headers: { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) },
    },
    (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        body += part
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '', body }),
      )
    },
  )
    .on('error', reject)
    .end()
  return promise
}

async function set(key: string, value: unknown) {
  await writeConfigurationValues(services, { [key]: value })
  await services.changes.catchUp()
}

const locks = [
  {
    title: 'behind a password',
    path: '/password-protected',
    async lock() {
      await set('store_password', 'open-sesame')
      await set('is_password_protection_enabled', true)
    },
    unlock: () => set('is_password_protection_enabled', false),
  },
  {
    title: 'coming soon',
    path: '/coming-soon',
    lock: () => set('mode', 'Coming Soon'),
    unlock: () => set('mode', 'Normal'),
  },
  {
    title: 'under maintenance',
    path: '/under-maintenance',
    lock: () => set('mode', 'Under Maintenance'),
    unlock: () => set('mode', 'Normal'),
  },
]

describe.each(locks)('a store $title', ({ path, lock, unlock }) => {
  test('shows its own pages to staff, and only its special page to all others, also from the cache', async () => {
    await lock()
    const { cookies } = await signedInStaff(shop, 'viewer')
    const isLocked = async (sent?: Map<string, string>) => {
      const [page, data, api] = [
        await get(product, sent),
        await get(`${product}/_payload.json?b1`, sent),
        await get(call, sent),
      ]
      expect([page.status, page.location.split('?')[0]]).toEqual([302, path])
      expect(api.status).toBe(403)
      for (const { body } of [page, data, api]) expect(body).not.toContain(name)
    }

    await isLocked()
    // The second answer comes from the cache.
    for (let visit = 0; visit < 2; visit += 1) expect((await get(product, cookies)).body).toContain(name)
    expect((await get(call, cookies)).status).toBe(200)
    await isLocked()
    await isLocked(new Map([['__Host-admin_sid', 'x'.repeat(43)]]))
    await isLocked(new Map([['admin_sid', cookies.get('__Host-admin_sid') ?? '']]))
    await isLocked(new Map([['__Host-staff', '1']]))
    await unlock()
    expect((await get(product)).body).toContain(name)
  })
})

test('a locked store is closed to staff as soon as they sign out, are blocked or their session ends', async () => {
  await set('mode', 'Coming Soon')
  const owner = await signedInStaff(shop, 'owner')
  const sent = new Map(owner.cookies)
  const staff = await signedInStaff(shop, 'viewer')
  const idle = await signedInStaff(shop, 'viewer')
  for (const cookies of [sent, staff.cookies, idle.cookies])
    expect((await get(product, cookies)).status).toBe(200)

  ok(await owner.admin.adminStaff.update({ id: staff.id, is_active: false }))
  expect((await get(product, staff.cookies)).status).toBe(302)

  await sql`update staff_sessions set last_seen_at = now() - interval '8 hours 1 minute' where staff_id = ${idle.id}`.execute(
    db,
  )
  ok(await owner.admin.adminSession.signOut())
  expect((await get(product, sent)).status).toBe(302)
  expect((await get(product, idle.cookies)).status).toBe(302)
  await set('mode', 'Normal')
})
