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
