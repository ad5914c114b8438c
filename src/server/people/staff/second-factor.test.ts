import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { adminApiOf, linkToken, makeStaff, signedInStaff, withApiKey } from '#harness/staff.ts'
import { commandLineActor } from '#server/platform/audit/audit-log.ts'
import { runStaff } from '../../../cli/staff.ts'
import { totpAt } from './totp.ts'

const shop = await openShop({ seed: 'small', config: { mode: 'production' } })
const { db } = shop

const refused = { status: 'error', code: 'FORBIDDEN', message: expect.stringContaining('second factor') }

const setDue = (id: number, second_factor_due: Date | null) =>
  db.updateTable('staff').set({ second_factor_due }).where('id', '=', id).execute()

test('a new owner sets up an authenticator app before anything else, and then goes on', async () => {
  const owner = await signedInStaff(shop, 'owner')
  expect(ok(await owner.admin.adminSession.get())).toMatchObject({ must_enroll: true, enroll_by: null })
  expect(await owner.admin.adminOrders.list()).toMatchObject(refused)
  expect(await owner.admin.adminStaff.add({ email: 'x@shop.example', role: 'owner' })).toMatchObject(refused)

  const { secret } = ok(await owner.admin.adminSession.startTotp())
  expect(await owner.admin.adminOrders.list(), 'before its first code').toMatchObject(refused)
  ok(await owner.admin.adminSession.confirmTotp({ code: totpAt(secret, Date.now()) }))

  expect(ok(await owner.admin.adminSession.get())).toMatchObject({ must_enroll: false, has_totp: true })
  ok(await owner.admin.adminOrders.list())
})

test('a passkey is a second factor too, and one without another cannot be done without', async () => {
  const owner = await signedInStaff(shop, 'owner')
  const { id } = await db
    .insertInto('staff_passkeys')
    .values({
      ...{ staff_id: owner.id, credential_id: 'owner-credential', public_key: 'AA', counter: 0 },
      ...{ transports: [], name: 'Laptop' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(ok(await owner.admin.adminSession.get())).toMatchObject({ must_enroll: false, has_passkey: true })
  ok(await owner.admin.adminOrders.list())
  ok(await owner.admin.adminSession.removePasskey({ id }))
  expect(await owner.admin.adminOrders.list()).toMatchObject(refused)
})

test('an owner of before has time, sees until when, and is not locked out afterwards', async () => {
  const owner = await signedInStaff(shop, 'owner')
  const due = new Date(Date.now() + 86_400_000)
  await setDue(owner.id, due)
  expect(ok(await owner.admin.adminSession.get())).toMatchObject({
    must_enroll: false,
    enroll_by: due.toISOString(),
  })
  ok(await owner.admin.adminOrders.list())

  await setDue(owner.id, new Date(Date.now() - 1_000))
  await db
    .updateTable('staff_sessions')
    .set({ proved_at: new Date(Date.now() - 3_600_000) })
    .where('staff_id', '=', owner.id)
    .execute()
  expect(await owner.admin.adminOrders.list()).toMatchObject(refused)
  expect(await owner.admin.adminSession.startTotp(), 'an old session proves nothing').toMatchObject({
    code: 'PROOF_REQUIRED',
  })
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  await runStaff({ db, config: shop.services.config, actor: commandLineActor(), print }, [
    'link',
    owner.email,
  ])
  const token = /token=([\w-]{43})/.exec(printed.join())?.[1] ?? ''
  ok(await owner.admin.adminSession.byLink({ token }))
  const { secret } = ok(await owner.admin.adminSession.startTotp())
  ok(await owner.admin.adminSession.confirmTotp({ code: totpAt(secret, Date.now()) }))
  ok(await owner.admin.adminOrders.list())
})

test('an owner who lost the phone signs in by a link and sets up another app', async () => {
  const owner = await signedInStaff(shop, 'owner')
  const { secret } = ok(await owner.admin.adminSession.startTotp())
  ok(await owner.admin.adminSession.confirmTotp({ code: totpAt(secret, Date.now() - 30_000) }))
  const browser = adminApiOf(shop.guest())
  ok(await browser.adminSession.byLink({ token: await linkToken(shop, owner.id) }))
  const next = ok(await browser.adminSession.startTotp())
  ok(await browser.adminSession.confirmTotp({ code: totpAt(next.secret, Date.now()) }))
  ok(await browser.adminOrders.list())
})

test('other roles, their API keys, and members of staff who become owners are not stopped at once', async () => {
  const manager = await signedInStaff(shop, 'manager')
  ok(await manager.admin.adminOrders.list())
  const owner = await signedInStaff(shop, 'owner')
  await setDue(owner.id, new Date(Date.now() + 86_400_000))
  const { key } = ok(await owner.admin.adminApiKeys.create({ name: 'ERP', permissions: ['orders.read'] }))
  ok(await owner.admin.adminStaff.update({ id: manager.id, role: 'owner' }))
  ok(await manager.admin.adminOrders.list())
  expect(ok(await manager.admin.adminSession.get()).enroll_by).not.toBeNull()
  await setDue(owner.id, null)
  expect(await owner.admin.adminOrders.list()).toMatchObject(refused)
  ok(await withApiKey(shop, key).admin.adminOrders.list())
  expect((await makeStaff(db, 'owner')).id).toBeGreaterThan(0)
})

test('the demo shop asks for no second factor', async () => {
  const demo = await openShop({ seed: 'small', config: { mode: 'demo' } })
  const owner = await signedInStaff(demo, 'owner')
  expect(ok(await owner.admin.adminSession.get())).toMatchObject({ must_enroll: false, enroll_by: null })
  ok(await owner.admin.adminOrders.list())
})
