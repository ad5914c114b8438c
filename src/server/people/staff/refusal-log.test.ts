import pino from 'pino'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { adminApiOf, signedInStaff, withApiKey } from '#harness/staff.ts'
import { createRefusalLog } from './refusal-log.ts'

const shop = await openShop({ seed: 'small', callLimits: true })
const { db, logged } = shop

const refusedCalls = (of: { actor: string } | { call: string }) =>
  db
    .selectFrom('audit_log')
    .select(['actor', 'record_type', 'record_id', 'after'])
    .where('action', '=', 'access.refused')
    .where('actor' in of ? 'actor' : 'record_id', '=', 'actor' in of ? of.actor : of.call)
    .orderBy('id')
    .execute()

const linesOf = (call: string) => logged.filter((line) => line.msg === 'access refused' && line.call === call)

test('a role that does not allow a call is in the log, and once an hour in the audit log', async () => {
  const viewer = await signedInStaff(shop, 'viewer')
  const add = () => viewer.admin.adminBlogTags.create({ values: { name: 'X', slug: 'x' } })
  for (let at = 0; at < 3; at += 1) expect(await add()).toMatchObject({ code: 'FORBIDDEN' })

  expect(await refusedCalls({ actor: viewer.email })).toEqual([
    {
      ...{ actor: viewer.email, record_type: 'call', record_id: 'adminBlogTags.create' },
      after: { reason: 'role' },
    },
  ])
  const line = { level: 40, code: 'FORBIDDEN', staff: viewer.id }
  expect(linesOf('adminBlogTags.create')).toMatchObject([line, line, line])
})

test('an API key without the permission is recorded by its name, an unknown one without', async () => {
  const owner = await signedInStaff(shop, 'owner')
  const { key, api_key } = ok(
    await owner.admin.adminApiKeys.create({ name: 'ERP', permissions: ['content.read'] }),
  )
  expect(await withApiKey(shop, key).admin.adminCoupons.list()).toMatchObject({ code: 'FORBIDDEN' })
  const unknown = withApiKey(shop, `vk_${'x'.repeat(43)}`)
  expect(await unknown.admin.adminCoupons.list()).toMatchObject({ code: 'UNAUTHENTICATED' })

  expect(await refusedCalls({ call: 'adminCoupons.list' })).toMatchObject([
    { actor: `${owner.email} (key ERP)`, after: { reason: 'API key' } },
    { actor: 'unknown', after: { reason: 'unknown API key' } },
  ])
  expect(linesOf('adminCoupons.list')[0]).toMatchObject({ staff: owner.id, api_key: api_key.id })
})

test('an ended session, no session and a call from another site are recorded', async () => {
  const staff = await signedInStaff(shop, 'manager')
  await db.deleteFrom('staff_sessions').where('staff_id', '=', staff.id).execute()
  expect(await staff.admin.adminSession.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
  const forged = await staff.request({
    method: 'POST',
    url: '/api/admin/session/sign-out',
    payload: {},
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(forged.status).toBe(403)
  const nobody = adminApiOf(shop.guest())
  expect(await nobody.adminSession.get(), 'the sign-in page asks').toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await nobody.adminOrders.list()).toMatchObject({ code: 'UNAUTHENTICATED' })

  for (const [call, reason] of [
    ['adminSession.get', 'ended session'],
    ['POST /api/admin/session/sign-out', 'another site'],
    ['adminOrders.list', 'no session'],
  ] as const)
    expect(await refusedCalls({ call })).toMatchObject([{ actor: 'unknown', after: { reason } }])
})

test('a refused call of the shop is in the log alone', async () => {
  expect(await shop.guest().api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(linesOf('account.get')).toMatchObject([{ code: 'UNAUTHENTICATED' }])
  expect(await refusedCalls({ call: 'account.get' })).toEqual([])
})

test('refused posts of HTML forms are in the log as refused calls are', async () => {
  const visitor = shop.guest()
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    visitor.request({
      method: 'POST',
      url,
      payload: new URLSearchParams({ ...payload }).toString(),
      headers: {
        ...{ 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
        ...headers,
      },
    })
  expect((await post('/forms/remove-address', { id: '1' })).headers.location).toContain('/login?')
  expect(linesOf('address.remove')).toMatchObject([{ level: 40, code: 'UNAUTHENTICATED' }])

  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  for (const url of [
    '/forms/update-profile',
    '/login',
    '/cookie-preferences',
    '/password-protected',
  ] as const) {
    expect((await post(url, {}, foreign)).status).toBe(403)
    expect(linesOf(`POST ${url}`)).toMatchObject([{ code: 'FORBIDDEN' }])
  }
  const photo = await visitor.request({
    method: 'POST',
    url: '/api/orders/refund/upload',
    payload: '',
    headers: { 'content-type': 'multipart/form-data; boundary=x', ...foreign },
  })
  expect(photo.status).toBe(403)
  expect(linesOf('POST /api/orders/refund/upload')).toMatchObject([{ code: 'FORBIDDEN' }])
})

test('a flood of refusals fills neither log, and one caller not the share of others', async () => {
  let now = 0
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const refusals = createRefusalLog({ db, log }, () => now)
  const note = (ip: string, staff?: { id: number }) =>
    refusals.note({
      visitor: { ip, customerId: null, ...(staff && { staff: staff as never }) },
      ...{ call: 'flood', code: 'FORBIDDEN' },
      audit: { actor: 'flood', action: 'flood', record: { type: 'call', id: '' } },
    })
  const count = async () =>
    (await db.selectFrom('audit_log').select('id').where('action', '=', 'flood').execute()).length

  for (let at = 0; at < 200; at += 1) await note('203.0.113.1')
  expect(await count()).toBe(20)
  expect(lines).toHaveLength(60)
  for (let at = 0; at < 1_000; at += 1) await note(`198.51.${at % 250}.${Math.floor(at / 250)}`)
  expect(await count()).toBe(300)
  expect(lines.length).toBeLessThanOrEqual(600)
  const { id } = await signedInStaff(shop, 'viewer')
  await note('203.0.113.1', { id })
  expect(await count(), 'staff have a share of their own').toBe(301)
  now = 3_600_001
  await note('203.0.113.1')
  expect(await count()).toBe(302)
})

test('a refusal stays one when it cannot be recorded', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const refusals = createRefusalLog({ db: {} as never, log })
  await refusals.note({
    visitor: { ip: '203.0.113.2', customerId: null },
    ...{ call: 'x', code: 'FORBIDDEN' },
    audit: { action: 'x', record: { type: 'call', id: '' } },
  })
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'access refused',
    'a refusal could not be recorded',
  ])
})
