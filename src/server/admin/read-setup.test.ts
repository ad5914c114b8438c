import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SetupStep } from '#contract/admin/home.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'

const shop = await openShop({
  seed: true,
  config: { mail: { url: 'smtp://mail.example', from: 'hello@shop.example' } },
})
const { db } = shop
const owner = await signedInStaff(shop, 'owner')

const setup = async () => ok(await owner.admin.adminHome.get()).setup
const open = async () => (await setup()).filter(({ is_done }) => !is_done).map(({ step }) => step)

test('the demo shop lacks its own facts, a logo and a second factor, and still has the demo data', async () => {
  expect(await open()).toEqual(['store_facts', 'logo', 'second_factor', 'no_demo'])
  await sql`update storefronts set appearance = appearance || '{"logo1": {"path": "kiln/banner-gifts.avif"}}'`.execute(
    db,
  )
  expect(await open()).toEqual(['store_facts', 'second_factor', 'no_demo'])
  await sql`update settings set value = '"Own"' where key in ('store_address', 'store_email')`.execute(db)
  expect(await open()).toEqual(['second_factor', 'no_demo'])
})

test.each<[SetupStep, string]>([
  ['store_name', `update settings set value = '""' where key = 'store_name'`],
  ['logo', `update storefronts set appearance = appearance - 'logo1'`],
  ['product', 'update products set is_published = false'],
  ['delivery', 'update shipping_methods set is_active = false'],
  ['payment', 'update payment_methods set is_active = false'],
  ['tax', 'delete from tax_rates'],
  ['policies', `update pages set is_active = false where slug = 'privacy-policy'`],
])('%s is open without its data', async (step, change) => {
  const before = await open()
  expect(before).not.toContain(step)
  await sql.raw(change).execute(db)
  expect(await open()).toContain(step)
})

test('mail is open until there are keys of a mail server', async () => {
  const { config } = shop.services
  const { mail } = config
  delete config.mail
  expect(await open()).toContain('mail')
  config.mail = mail
  expect(await open()).not.toContain('mail')
})

test('a second factor of every owner, and products of the own, complete their steps', async () => {
  await db.updateTable('staff').set({ totp_secret: 'x' }).where('role', '=', 'owner').execute()
  expect(await open()).not.toContain('second_factor')
  await signedInStaff(shop, 'owner')
  expect(await open()).toContain('second_factor')
  await db.deleteFrom('seeded_records').execute()
  expect(await open()).not.toContain('no_demo')
})

test('hidden steps are hidden for all staff, are in the audit log, and the list ends with the last open step', async () => {
  const viewer = await signedInStaff(shop, 'viewer')
  const refused = await viewer.admin.adminHome.hideSetup({ steps: ['logo'] })
  expect(refused).toMatchObject({ code: 'FORBIDDEN' })
  ok(await owner.admin.adminHome.hideSetup({ steps: ['logo'] }))
  expect(ok(await viewer.admin.adminHome.get()).setup.map(({ step }) => step)).not.toContain('logo')
  ok(await owner.admin.adminHome.hideSetup({ steps: await open() }))
  expect(await setup()).toEqual([])
  const editor = await signedInStaff(shop, 'editor')
  expect(ok(await editor.admin.adminHome.get()).setup).toEqual([])
  const entry = await db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'home.hide_setup_steps')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  expect(entry.after).toEqual({ hidden: ['logo'] })
})
