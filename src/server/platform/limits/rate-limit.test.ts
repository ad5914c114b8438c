import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letPass } from '#harness/customers.ts'
import { testDatabase } from '#harness/database.ts'
import { addressKey, requireToken, returnToken, takeToken } from './rate-limit.ts'

const { db } = await testDatabase()
const limit = { most: 3, seconds: 60 }

test('takeToken lets exactly the limit pass, also concurrently', async () => {
  const waits = await Promise.all(Array.from({ length: 12 }, () => takeToken(db, 'at once', limit)))

  expect(waits.filter((wait) => wait === undefined)).toHaveLength(3)
  for (const wait of waits) expect(wait ?? 60).toBeLessThanOrEqual(60)
})

test('a use counts for the whole window from its own time, and a refused one does not count', async () => {
  await takeToken(db, 'sliding', limit)
  await letPass(db, 40)
  await takeToken(db, 'sliding', limit)
  await takeToken(db, 'sliding', limit)
  expect(await takeToken(db, 'sliding', limit)).toBe(20)

  await letPass(db, 20)
  expect(await takeToken(db, 'sliding', limit)).toBeUndefined()
  expect(await takeToken(db, 'sliding', limit)).toBe(40)
})

test('uses of a clock that was a year ahead do not count when it is set back', async () => {
  const bucket = 'in the future'
  for (let at = 0; at < limit.most; at++) await takeToken(db, bucket, limit)
  await db
    .updateTable('rate_limits')
    .set({ hits: sql`array(select hit + interval '1 year' from unnest(hits) hit)` })
    .execute()

  for (let at = 0; at < limit.most; at++) expect(await takeToken(db, bucket, limit)).toBeUndefined()
  expect(await takeToken(db, bucket, limit)).toBeGreaterThan(0)
})

test('takeToken counts each bucket separately', async () => {
  for (let use = 0; use < 3; use++) await takeToken(db, 'mine', limit)
  expect(await takeToken(db, 'mine', limit)).toBeDefined()
  expect(await takeToken(db, 'yours', limit)).toBeUndefined()
})

test('returnToken makes a use available again', async () => {
  for (let use = 0; use < 3; use++) await takeToken(db, 'given back', limit)
  await returnToken(db, 'given back')
  expect(await takeToken(db, 'given back', limit)).toBeUndefined()
  expect(await takeToken(db, 'given back', limit)).toBeDefined()
})

test('requireToken answers 429 with the spec’s message and the time to wait', async () => {
  const once = { most: 1, seconds: 90 }
  await requireToken(db, 'refused', once)
  await expect(requireToken(db, 'refused', once)).rejects.toMatchObject({
    httpStatus: 429,
    code: 'RATE_LIMITED',
    message: 'Maximum attempt reached. Please try again later',
    retryAfterSeconds: 90,
  })
})

test('the rate_limits table stores no readable bucket names', async () => {
  await takeToken(db, 'login account asha@example.com', limit)
  const rows = await db.selectFrom('rate_limits').select('bucket').execute()
  expect(JSON.stringify(rows)).not.toContain('asha')
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
  ['2001:DB8::9', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
])('addressKey maps %s to %s (IPv6 by its /64)', (ip, key) => {
  expect(addressKey(ip)).toBe(key)
})
