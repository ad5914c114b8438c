import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type KeyPermission, keyPermissions } from '#contract/admin/permissions.ts'
import { letPass } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { adminApiOf, linkToken, makeStaff, signedInStaff, withApiKey } from '#harness/staff.ts'
import type { Visitor } from '#server/platform/kernel/context.ts'
import { createCallLimits } from '#server/platform/limits/call-limits.ts'
import { totpAt } from './totp.ts'

const shop = await openShop({ seed: 'small' })
const { db } = shop

const step = 30_000
const password = 'a tall blue teapot'

/** A member of staff with password and authenticator app, and a new browser. */
async function withPassword(role = 'manager') {
  const staff = await signedInStaff(shop, role)
  const { secret } = ok(await staff.admin.adminSession.startTotp())
  ok(await staff.admin.adminSession.confirmTotp({ code: totpAt(secret, Date.now() - step) }))
  ok(await staff.admin.adminSession.setPassword({ password }))
  const browser = shop.guest()
  return { ...staff, secret, browser, fresh: adminApiOf(browser) }
}

const auditOf = (staffId: number) =>
  db.selectFrom('audit_log').selectAll().where('staff_id', '=', staffId).orderBy('id').execute()

test('a login link signs in once and sets a session cookie that scripts cannot read', async () => {
  const staff = await makeStaff(db, 'owner')
  const token = await linkToken(shop, staff.id)
  const browser = shop.guest()
  const signIn = { method: 'POST' as const, url: '/api/admin/session/link', payload: { token } }

  const first = await browser.request(signIn)
  expect(first).toMatchObject({ status: 200, body: { status: 'success', data: { role: 'owner' } } })
  expect(first.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-admin_sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    '__Host-staff=1; Path=/; Secure; SameSite=Lax',
    expect.stringMatching(
      /^__Host-staff_device=[\w-]{43}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ])
  expect(ok(await adminApiOf(browser).adminSession.get())).toMatchObject({
    email: staff.email,
    role: 'owner',
  })

  const second = await shop.guest().request(signIn)
  expect(second).toMatchObject({ status: 401, body: { code: 'LINK_INVALID' } })
  expect(second.headers['set-cookie']).toBeUndefined()
})

test('one of two simultaneous uses of a login link is refused', async () => {
  const staff = await makeStaff(db, 'viewer')
  const token = await linkToken(shop, staff.id)
  const replies = await Promise.all([1, 2].map(() => adminApiOf(shop.guest()).adminSession.byLink({ token })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual(['error', 'success'])
})

test('a login link is refused after 5 minutes, and for a blocked member of staff', async () => {
  const staff = await makeStaff(db, 'viewer')
  const [old, blocked] = [await linkToken(shop, staff.id), await linkToken(shop, staff.id)]
  await sql`update staff_login_links set expires_at = expires_at - interval '5 minutes' where staff_id = ${staff.id}
    and token_hash = (select token_hash from staff_login_links where staff_id = ${staff.id} order by created_at limit 1)`.execute(
    db,
  )
  const { adminSession } = adminApiOf(shop.guest())
  expect(await adminSession.byLink({ token: old })).toMatchObject({ code: 'LINK_INVALID' })
  await db.updateTable('staff').set({ is_active: false }).where('id', '=', staff.id).execute()
  expect(await adminSession.byLink({ token: blocked })).toMatchObject({ code: 'LINK_INVALID' })
})

test('attempts with wrong login links are limited per address', async () => {
  const { adminSession } = adminApiOf(shop.guest())
  for (let attempt = 0; attempt < 20; attempt += 1)
    expect(await adminSession.byLink({ token: 'x'.repeat(43) })).toMatchObject({ code: 'LINK_INVALID' })
  expect(await adminSession.byLink({ token: 'x'.repeat(43) })).toMatchObject({ code: 'RATE_LIMITED' })
})

test('sign-in by password needs the authenticator code, which is accepted once', async () => {
  const { email, secret, fresh, browser } = await withPassword()

  expect(await fresh.adminSession.byPassword({ email, password })).toMatchObject({ code: 'CODE_REQUIRED' })
  expect(await fresh.adminSession.byPassword({ email, password, code: '000000' })).toMatchObject({
    code: 'CODE_INVALID',
  })
  expect(browser.cookies.has('__Host-admin_sid')).toBe(false)
  const code = totpAt(secret, Date.now())
  ok(await fresh.adminSession.byPassword({ email, password, code }))
  expect(browser.cookies.has('__Host-admin_sid')).toBe(true)
  expect(
    await adminApiOf(shop.guest()).adminSession.byPassword({ email, password, code }),
    'a replay',
  ).toMatchObject({ code: 'CODE_INVALID' })
})

test('a wrong password, an unknown address and a blocked member of staff get the same answer, and are logged', async () => {
  const { id, email, fresh } = await withPassword()
  const wrong = await fresh.adminSession.byPassword({ email, password: 'not the password' })
  const unknown = await fresh.adminSession.byPassword({ email: 'nobody@shop.example', password })
  await db.updateTable('staff').set({ is_active: false }).where('id', '=', id).execute()
  const blocked = await fresh.adminSession.byPassword({ email, password })

  expect(wrong).toMatchObject({ status: 'error', code: 'INVALID_CREDENTIALS' })
  expect([unknown, blocked]).toEqual([wrong, wrong])
  const failed = await db
    .selectFrom('audit_log')
    .select(['actor', 'action'])
    .where('actor', 'in', [email, 'nobody@shop.example'])
    .where('action', '=', 'session.sign_in_failed')
    .execute()
  expect(failed).toHaveLength(3)
})

test('ten wrong passwords of a member of staff block the address that sent them, and no other', async () => {
  const { email, secret, fresh } = await withPassword()
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect(await fresh.adminSession.byPassword({ email, password: 'not the password' })).toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
  const signIn = { email, password, code: totpAt(secret, Date.now()) }
  expect(await fresh.adminSession.byPassword(signIn)).toMatchObject({ code: 'RATE_LIMITED' })
  ok(await adminApiOf(shop.guest()).adminSession.byPassword(signIn))
  await letPass(db, 16 * 60)
  expect(await fresh.adminSession.byPassword({ email, password })).toMatchObject({ code: 'CODE_REQUIRED' })
})

test('wrong passwords from many addresses lock out neither the known browser of a member of staff nor its proof', async () => {
  const { admin, email, secret } = await withPassword()
  for (let address = 0; address < 10; address += 1) {
    const attacker = adminApiOf(shop.guest())
    for (let attempt = 0; attempt < 10; attempt += 1)
      await attacker.adminSession.byPassword({ email, password: 'not the password' })
  }
  const code = totpAt(secret, Date.now())
  expect(await adminApiOf(shop.guest()).adminSession.byPassword({ email, password, code })).toMatchObject({
    code: 'RATE_LIMITED',
  })
  expect(await admin.adminSession.prove({ password: 'not the password', code })).toMatchObject({
    code: 'INVALID_CREDENTIALS',
  })
  ok(await admin.adminSession.signOut())
  ok(await admin.adminSession.byPassword({ email, password, code }))
})

test('a browser that signed in with an earlier password, or as another member of staff, is not a known one', async () => {
  const { admin, browser, email, fresh } = await withPassword()
  const other = await signedInStaff(shop, 'viewer')
  const former = other.cookies.get('__Host-staff_device') ?? ''
  expect(former).toMatch(/^[\w-]{43}\.[\w-]{43}$/)
  ok(await other.admin.adminSession.setPassword({ password }))
  const now = other.cookies.get('__Host-staff_device') ?? ''
  expect(now, 'the own browser stays known').not.toBe(former)
  for (const [of, device, code] of [
    [email, now, 'RATE_LIMITED'],
    [other.email, former, 'RATE_LIMITED'],
    [other.email, now, 'INVALID_CREDENTIALS'],
  ] as const) {
    browser.cookies.delete('__Host-staff_device')
    for (let attempt = 0; attempt < 10; attempt += 1)
      await fresh.adminSession.byPassword({ email: of, password: 'not the password' })
    browser.cookies.set('__Host-staff_device', device)
    expect(await fresh.adminSession.byPassword({ email: of, password: 'not the password' })).toMatchObject({
      code,
    })
    await letPass(db, 16 * 60)
  }
  expect((await admin.adminSession.get()).status).toBe('success')
})

test('wrong codes after a stolen password do not lock the second factor of the known browser', async () => {
  const { admin, email, secret, fresh } = await withPassword()
  for (let attempt = 0; attempt < 6; attempt += 1)
    await fresh.adminSession.byPassword({ email, password, code: '000000' })
  const code = totpAt(secret, Date.now())
  expect(await fresh.adminSession.byPassword({ email, password, code })).toMatchObject({
    code: 'RATE_LIMITED',
  })
  ok(await admin.adminSession.prove({ password, code }))
})

test('five wrong codes lock the second factor, although the password is right', async () => {
  const { email, secret, fresh } = await withPassword()
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect(await fresh.adminSession.byPassword({ email, password, code: '000000' })).toMatchObject({
      code: 'CODE_INVALID',
    })
  expect(
    await fresh.adminSession.byPassword({ email, password, code: totpAt(secret, Date.now()) }),
  ).toMatchObject({ code: 'RATE_LIMITED' })
})

test('a password without an authenticator app is refused', async () => {
  const staff = await signedInStaff(shop, 'viewer')
  ok(await staff.admin.adminSession.setPassword({ password }))
  expect(
    await adminApiOf(shop.guest()).adminSession.byPassword({ email: staff.email, password }),
  ).toMatchObject({ code: 'NO_SECOND_FACTOR' })
})

test('a session token from before the sign-in is worthless after it', async () => {
  const staff = await signedInStaff(shop, 'viewer')
  const before = staff.cookies.get('__Host-admin_sid') ?? ''
  ok(await staff.admin.adminSession.byLink({ token: await linkToken(shop, staff.id) }))
  expect(staff.cookies.get('__Host-admin_sid')).not.toBe(before)
  const old = adminApiOf(shop.guest(new Map([['__Host-admin_sid', before]])))
  expect(await old.adminSession.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
})

test.each([
  ['8 idle hours', `last_seen_at = now() - interval '8 hours 1 minute'`],
  ['7 days', `expires_at = now() - interval '1 second'`],
])('a staff session ends after %s', async (_title, change) => {
  const staff = await signedInStaff(shop, 'viewer')
  ok(await staff.admin.adminSession.get())
  await sql`update staff_sessions set ${sql.raw(change)} where staff_id = ${staff.id}`.execute(db)
  expect(await staff.admin.adminSession.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('sign-out, blocking and a new password end sessions', async () => {
  const owner = await signedInStaff(shop, 'owner')
  const staff = await signedInStaff(shop, 'viewer')
  const other = shop.guest()
  ok(await adminApiOf(other).adminSession.byLink({ token: await linkToken(shop, staff.id) }))

  ok(await staff.admin.adminSession.setPassword({ password }))
  expect(await adminApiOf(other).adminSession.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
  ok(await staff.admin.adminSession.get())

  ok(await owner.admin.adminStaff.update({ id: staff.id, is_active: false }))
  expect(await staff.admin.adminSession.get()).toMatchObject({ code: 'UNAUTHENTICATED' })

  ok(await owner.admin.adminSession.signOut())
  expect(await owner.admin.adminSession.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('staff cannot change their own role, give more than they have, or remove the last owner', async () => {
  await db.updateTable('staff').set({ is_active: false }).where('role', '=', 'owner').execute()
  const owner = await signedInStaff(shop, 'owner')
  await db
    .insertInto('staff_roles')
    .values({ code: 'team_lead', name: 'Team lead', permissions: ['staff.manage', 'orders.read'] })
    .execute()
  const lead = await signedInStaff(shop, 'team_lead')
  const viewer = await makeStaff(db, 'viewer')
  const { adminStaff } = lead.admin

  expect(await adminStaff.update({ id: lead.id, role: 'owner' })).toMatchObject({ code: 'OWN_ROLE' })
  expect(await adminStaff.update({ id: viewer.id, role: 'owner' })).toMatchObject({ code: 'ROLE_ABOVE_OWN' })
  expect(await adminStaff.add({ email: 'new@shop.example', role: 'manager' })).toMatchObject({
    code: 'ROLE_ABOVE_OWN',
  })
  expect(await adminStaff.link({ id: owner.id }), 'a link would make them the owner').toMatchObject({
    code: 'ROLE_ABOVE_OWN',
  })
  expect(await adminStaff.update({ id: owner.id, is_active: false })).toMatchObject({
    code: 'ROLE_ABOVE_OWN',
  })
  expect(await owner.admin.adminStaff.update({ id: owner.id, is_active: false })).toMatchObject({
    code: 'OWN_ROLE',
  })
  const second = await signedInStaff(shop, 'owner')
  ok(await second.admin.adminStaff.update({ id: owner.id, role: 'viewer' }))
  expect((await owner.admin.adminStaff.list()).status, 'the new role counts at once').toBe('error')
})

test('two owners who remove each other at the same time leave one', async () => {
  await db.updateTable('staff').set({ is_active: false }).where('role', '=', 'owner').execute()
  const [one, other] = [await signedInStaff(shop, 'owner'), await signedInStaff(shop, 'owner')]
  await Promise.all([
    one.admin.adminStaff.update({ id: other.id, is_active: false }),
    other.admin.adminStaff.update({ id: one.id, is_active: false }),
  ])
  const left = await db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('is_active', '=', true)
    .execute()
  expect(left).toHaveLength(1)
})

test('staff and credentials cannot be changed 30 minutes after the sign-in without a new proof', async () => {
  const { admin, id, secret } = await withPassword('owner')
  await sql`update staff_sessions set proved_at = now() - interval '31 minutes' where staff_id = ${id}`.execute(
    db,
  )
  const add = () => admin.adminStaff.add({ email: `late${id}@shop.example`, role: 'viewer' })

  expect(await add()).toMatchObject({ code: 'PROOF_REQUIRED' })
  expect(await admin.adminSession.setPassword({ password })).toMatchObject({ code: 'PROOF_REQUIRED' })
  expect(await admin.adminSession.startTotp()).toMatchObject({ code: 'PROOF_REQUIRED' })
  expect(await admin.adminSession.prove({ password, code: '000000' })).toMatchObject({ code: 'CODE_INVALID' })
  const code = totpAt(secret, Date.now())
  for (const wrong of [undefined, 'not the password'])
    expect(await admin.adminSession.prove({ password: wrong, code })).toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
  expect(await add()).toMatchObject({ code: 'PROOF_REQUIRED' })
  ok(await admin.adminSession.prove({ password, code }))
  ok(await add())
})

test('the audit log has who, what and the changed fields, and no secret', async () => {
  const owner = await signedInStaff(shop, 'owner')
  const { staff } = ok(await owner.admin.adminStaff.add({ email: 'Packer@Shop.example', role: 'viewer' }))
  ok(await owner.admin.adminStaff.update({ id: staff.id, role: 'fulfilment' }))
  ok(await owner.admin.adminSession.setPassword({ password }))

  const entries = await auditOf(owner.id)
  expect(entries.map(({ action }) => action)).toEqual([
    'session.sign_in',
    'staff.add',
    'staff.update',
    'staff.set_password',
  ])
  expect(entries[2]).toMatchObject({
    actor: owner.email,
    record_type: 'staff',
    record_id: String(staff.id),
    before: { role: 'viewer' },
    after: { role: 'fulfilment' },
  })
  expect(entries[3]?.after).toEqual({ password: '•••' })
  const shown = ok(await owner.admin.adminAudit.list({ record_type: 'staff', record_id: String(staff.id) }))
  expect(shown.data.map(({ action }) => action)).toEqual(['staff.update', 'staff.add'])
  const all = JSON.stringify(await db.selectFrom('audit_log').selectAll().execute())
  expect(all).not.toContain(password)
})

test('authenticator secrets are encrypted in the database and shown once', async () => {
  const { id, secret, admin } = await withPassword()
  const row = await db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(secret)
  expect(JSON.stringify(await admin.adminSession.get())).not.toContain(secret)
})

test('a customer session opens nothing of the back office, and a staff session no account', async () => {
  const staff = await signedInStaff(shop, 'owner')
  expect(await staff.api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
  const customer = await shop.customer(
    (
      await db
        .insertInto('customers')
        .values({ first_name: 'Asha' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
  )
  expect(await adminApiOf(customer).adminSession.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('a passkey of staff needs a challenge of this browser, a session its own passkeys, and adding one a recent proof', async () => {
  const member = await signedInStaff(shop, 'manager')
  const other = await signedInStaff(shop, 'manager')
  const { id } = await shop.db
    .insertInto('staff_passkeys')
    .values({
      staff_id: member.id,
      credential_id: 'staff-credential',
      public_key: 'AA',
      counter: 0,
      transports: ['internal'],
      name: 'Laptop',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const forged = {
    id: 'staff-credential',
    rawId: 'staff-credential',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
  }
  const visitor = adminApiOf(shop.guest())

  expect(await visitor.adminSession.byPasskey({ response: forged })).toMatchObject({
    code: 'INVALID_CREDENTIALS',
  })
  ok(await visitor.adminSession.passkeyOptions({}))
  expect(await visitor.adminSession.byPasskey({ response: forged })).toMatchObject({
    code: 'INVALID_CREDENTIALS',
  })
  expect(await visitor.adminSession.get({})).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(ok(await other.admin.adminSession.passkeys({})).passkeys).toEqual([])
  expect(await other.admin.adminSession.removePasskey({ id })).toMatchObject({ code: 'NOT_FOUND' })
  expect(ok(await member.admin.adminSession.startPasskey({}))).toMatchObject({
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await shop.db
    .updateTable('staff_sessions')
    .set({ proved_at: new Date(Date.now() - 3_600_000) })
    .where('staff_id', '=', member.id)
    .execute()
  expect(await member.admin.adminSession.startPasskey({})).toMatchObject({ code: 'PROOF_REQUIRED' })
  expect(await member.admin.adminSession.removePasskey({ id })).toMatchObject({ code: 'PROOF_REQUIRED' })
})

test('an API key is shown once, needs neither cookie nor origin, and does what it was given', async () => {
  const owner = await signedInStaff(shop, 'owner')
  const { key, api_key } = ok(
    await owner.admin.adminApiKeys.create({ name: 'ERP', permissions: ['content.write'] }),
  )
  expect(key).toMatch(/^vk_[\w-]{43}$/)
  expect(api_key).toMatchObject({ ending: key.slice(-4), owner: owner.email, last_used_at: null })
  expect(api_key.permissions, 'writing includes reading').toEqual(['content.read', 'content.write'])
  const { rows } = await sql`select * from api_keys`.execute(db)
  expect(JSON.stringify(rows)).not.toContain(key)
  expect(JSON.stringify(ok(await owner.admin.adminApiKeys.list()))).not.toContain(key)

  const program = withApiKey(shop, key)
  const tag = ok(await program.admin.adminBlogTags.create({ values: { name: 'By key', slug: 'by-key' } }))
  expect(await program.admin.adminCoupons.list()).toMatchObject({ code: 'FORBIDDEN' })
  expect(program.cookies.size).toBe(0)
  const entries = await auditOf(owner.id)
  expect(entries.find(({ action }) => action === 'blog_tag.create')).toMatchObject({
    actor: `${owner.email} (key ERP)`,
    action: 'blog_tag.create',
    record_id: String(tag.id),
  })
  const made = entries.find(({ action }) => action === 'api_key.create')
  expect(made?.after).toMatchObject({ name: 'ERP', permissions: ['content.read', 'content.write'] })
  expect(JSON.stringify(entries)).not.toContain(key)
  const [listed] = ok(await owner.admin.adminApiKeys.list()).data
  expect(listed?.last_used_at, 'to the hour').toMatch(/:00:00\.000Z$/)
})

test('an API key cannot manage staff or keys, prove an identity or use a session', async () => {
  const owner = await signedInStaff(shop, 'owner')
  const permissions = [...keyPermissions]
  const { key } = ok(await owner.admin.adminApiKeys.create({ name: 'All', permissions }))
  const { admin } = withApiKey(shop, key)
  const refused = { status: 'error', code: 'FORBIDDEN' }
  expect(await admin.adminApiKeys.create({ name: 'Another', permissions })).toMatchObject(refused)
  expect(await admin.adminApiKeys.list()).toMatchObject(refused)
  expect(await admin.adminStaff.add({ email: 'new@shop.example', role: 'viewer' })).toMatchObject(refused)
  expect(await admin.adminStaffRoles.list()).toMatchObject(refused)
  expect(await admin.adminSession.setPassword({ password })).toMatchObject(refused)
  expect(await admin.adminSession.signOut()).toMatchObject(refused)
  const [method] = ok(await admin.adminPaymentMethods.list()).data
  const { id, version, values } = ok(await admin.adminPaymentMethods.get({ id: method?.id ?? 0 }))
  expect(await admin.adminPaymentMethods.update({ id, version, values })).toMatchObject(refused)
  expect(
    await owner.admin.adminApiKeys.create({ name: 'Staff', permissions: ['staff.manage' as 'home.read'] }),
  ).toMatchObject({ code: 'VALIDATION' })
})

test('an API key ends when it expires, is revoked, or its owner is blocked, and never does more than its owner', async () => {
  const code = 'key_makers'
  await db
    .insertInto('staff_roles')
    .values({ code, name: code, permissions: ['staff.manage', 'orders.read', 'catalog.read'] })
    .execute()
  const maker = await signedInStaff(shop, code)
  const create = (permissions: KeyPermission[]) =>
    maker.admin.adminApiKeys.create({ name: 'Sync', permissions })
  expect(await create(['orders.read', 'catalog.write'])).toMatchObject({ code: 'ROLE_ABOVE_OWN' })
  const { key, api_key } = ok(await create(['orders.read', 'catalog.read']))
  const { admin } = withApiKey(shop, key)
  ok(await admin.adminOrders.list())

  const change = (permissions: string[]) =>
    db.updateTable('staff_roles').set({ permissions }).where('code', '=', code).execute()
  await change(['staff.manage', 'catalog.read'])
  expect(await admin.adminOrders.list()).toMatchObject({ code: 'FORBIDDEN' })
  ok(await admin.adminBrands.list())

  const refused = { status: 'error', code: 'UNAUTHENTICATED' }
  const set = (expires_at: Date | null) =>
    db.updateTable('api_keys').set({ expires_at }).where('id', '=', api_key.id).execute()
  await set(new Date(Date.now() - 1_000))
  expect(await admin.adminBrands.list()).toMatchObject(refused)
  await set(null)
  const block = (is_active: boolean) =>
    db.updateTable('staff').set({ is_active }).where('id', '=', maker.id).execute()
  await block(false)
  expect(await admin.adminBrands.list()).toMatchObject(refused)
  await block(true)
  ok(await admin.adminBrands.list())

  await sql`update staff_sessions set proved_at = now() - interval '31 minutes' where staff_id = ${maker.id}`.execute(
    db,
  )
  expect(await create(['catalog.read'])).toMatchObject({ code: 'PROOF_REQUIRED' })
  ok(await maker.admin.adminApiKeys.remove({ id: api_key.id }))
  expect(await admin.adminBrands.list()).toMatchObject(refused)
  expect((await auditOf(maker.id)).at(-1)).toMatchObject({ action: 'api_key.revoke', after: null })
})

test('a call with an unknown API key does not fall back to the session of the browser', async () => {
  const owner = await signedInStaff(shop, 'owner')
  const call = (headers: Record<string, string>) =>
    owner.request({ method: 'GET', url: '/api/admin/home', headers })
  for (const authorization of [`Bearer vk_${'x'.repeat(43)}`, 'Bearer vk_', 'bearer nonsense'])
    expect((await call({ authorization })).status).toBe(401)
  expect((await call({})).status).toBe(200)
  const forged = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  const write = await owner.request({
    method: 'POST',
    url: '/api/admin/session/sign-out',
    payload: {},
    headers: { ...forged, authorization: 'Basic eDp5' },
  })
  expect(write.status, 'another scheme does not lift the origin rule').toBe(403)
  const shopCall = await owner.request({
    method: 'POST',
    url: '/api/auth/logout',
    payload: {},
    headers: { ...forged, authorization: `Bearer vk_${'x'.repeat(43)}` },
  })
  expect(shopCall.status, 'nor does a key outside the back office').toBe(403)
})

test('calls with an API key are limited per key', async () => {
  const limits = createCallLimits(shop.services)
  const visitor = (id: number) =>
    ({ ip: '10.0.0.1', cookies: {}, customerId: null, staff: { apiKey: { id } } }) as unknown as Visitor
  const call = { group: 'adminBrands', name: 'list', method: 'GET' }
  for (let at = 0; at < 300; at += 1) await limits.require(call, visitor(1))
  await expect(limits.require(call, visitor(1))).rejects.toMatchObject({ httpStatus: 429 })
  await limits.require(call, visitor(2))
})

test('a call from a screen of another member of staff is refused as signed out', async () => {
  const [first, second] = [await signedInStaff(shop, 'manager'), await signedInStaff(shop, 'manager')]
  const read = (staffId: string | undefined) =>
    second.request({ url: '/api/admin/products', headers: { 'x-staff-id': staffId } })

  for (const staffId of [String(first.id), '', 'x'])
    expect(await read(staffId)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  for (const staffId of [String(second.id), undefined])
    expect(await read(staffId)).toMatchObject({ status: 200 })
})

test('a new member of staff is invited by a mail whose link works once within 48 hours', async () => {
  const owner = await signedInStaff(shop, 'owner')
  const invited = ok(
    await owner.admin.adminStaff.add({ email: 'neha@shop.example', name: 'Neha', role: 'editor' }),
  )
  const mails = () =>
    db
      .selectFrom('outbox')
      .select(['subject', 'text', 'kind'])
      .where('recipient', '=', 'neha@shop.example')
      .orderBy('id')
      .execute()
  const [mail] = await mails()
  expect(invited.link.is_mailed).toBe(true)
  expect(mail).toMatchObject({ kind: 'staff_invitation', text: expect.stringContaining(invited.link.url) })
  expect(Date.parse(invited.link.expires_at) - Date.now()).toBeGreaterThan(47.9 * 3_600_000)
  expect(Date.parse(invited.link.expires_at) - Date.now()).toBeLessThan(48.1 * 3_600_000)

  const again = ok(await owner.admin.adminStaff.link({ id: invited.staff.id }))
  const tokenOf = ({ url }: { url: string }) => new URL(url).searchParams.get('token') ?? ''
  const browser = adminApiOf(shop.guest())
  expect(
    await browser.adminSession.byLink({ token: tokenOf(invited.link) }),
    'an earlier one is void',
  ).toMatchObject({
    code: 'LINK_INVALID',
  })
  ok(await browser.adminSession.byLink({ token: tokenOf(again) }))

  const later = ok(await owner.admin.adminStaff.link({ id: invited.staff.id }))
  expect(later.is_mailed, 'after the first sign-in the mailbox alone is not enough').toBe(false)
  expect(Date.parse(later.expires_at) - Date.now()).toBeLessThan(5.1 * 60_000)
  expect(await mails()).toHaveLength(2)
})
