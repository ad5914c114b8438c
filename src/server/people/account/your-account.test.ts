import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { days, letPass, loginByOtp, mailTo, newPerson, otpFor, register } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { buy } from '#harness/orders.ts'
import { makeProduct } from '#harness/products.ts'
import { ok } from '#harness/reply.ts'
import { installedPlugins } from '#plugins/installed.server.ts'
import { eraseLeftOrders } from './erase-orders.ts'
import { personalData } from './personal-data.ts'

const shop = await openShop({ seed: true, settings: { enable_otp_auth: true } })
const { db } = shop

test('account/sessions lists every browser, and the others can be signed out at once', async () => {
  const here = shop.guest()
  const person = await register(here)
  const others = [shop.guest(), shop.guest()]
  for (const other of others) ok(await other.api.auth.login(person.login))

  const sessions = ok(await here.api.account.sessions())
  expect(sessions).toHaveLength(3)
  expect(sessions.filter(({ current }) => current)).toHaveLength(1)
  expect(sessions[0]).toMatchObject({ device: 'Unknown device', location: null })
  expect(sessions.every(({ ip }) => ip.startsWith('10.20.'))).toBe(true)

  expect(await here.api.account.endOtherSessions()).toEqual({
    status: 'success',
    message: 'Signed out everywhere else',
    data: { sessions_revoked: 2 },
  })
  for (const other of others) expect(await other.api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(ok(await here.api.account.sessions())).toHaveLength(1)
  const logs = ok(await here.api.account.get()).access_logs
  expect(logs.filter(({ event }) => event === 'session_revoked')).toHaveLength(2)
})

const tokenIn = (mail: { text: string } | undefined) => /token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''

test('a new email address is confirmed only by its own link and customer, while the account has it', async () => {
  const guest = shop.guest()
  const { password } = await register(guest)
  const { email } = newPerson()
  ok(await guest.api.account.reauthenticate({ password }))
  ok(await guest.api.account.updateProfile({ first_name: 'A', last_name: 'B', email }))
  const token = tokenIn(await mailTo(db, email))

  const stranger = shop.guest()
  await register(stranger)
  const invalid = { code: 'EMAIL_TOKEN_INVALID', message: 'This link is invalid or has expired' }
  expect(await stranger.api.account.emailVerify({ token })).toMatchObject(invalid)
  expect(await guest.api.account.emailVerify({ token: `9${token}` })).toMatchObject(invalid)
  expect(ok(await guest.api.account.get()).email_verified_at).toBeNull()

  expect(await guest.api.account.emailVerify({ token })).toMatchObject({ message: 'Email address confirmed' })
  expect(ok(await guest.api.account.get()).email_verified_at).not.toBeNull()
  expect(await guest.api.account.emailGenerate()).toMatchObject({ code: 'EMAIL_CONFIRMED' })

  ok(await guest.api.account.reauthenticate({ password }))
  ok(await guest.api.account.updateProfile({ first_name: 'A', last_name: 'B', email: newPerson().email }))
  expect(await guest.api.account.emailVerify({ token })).toMatchObject(invalid)
})

test('the confirmation link can be sent again, five times an hour', async () => {
  const guest = shop.guest()
  const { email } = await register(guest)
  for (let at = 0; at < 5; at++)
    expect(await guest.api.account.emailGenerate()).toMatchObject({ message: 'We have sent you a link' })
  expect(await guest.api.account.emailGenerate()).toMatchObject({ code: 'RATE_LIMITED' })
  expect(await mailTo(db, email)).toMatchObject({ kind: 'email_confirmation' })
})

test('export and deletion require a proof, which is valid for ten minutes in its own session', async () => {
  const guest = shop.guest()
  const person = await register(guest)
  const refused = { code: 'REAUTHENTICATE', message: 'Please confirm your identity first' }
  expect(await guest.api.account.export()).toMatchObject(refused)
  expect(await guest.api.account.deleteAccount()).toMatchObject(refused)
  expect(await guest.api.account.reauthenticate({ password: 'not-it' })).toMatchObject({
    code: 'INVALID_CREDENTIALS',
    message: 'The password is incorrect',
  })
  expect(await guest.api.account.export()).toMatchObject(refused)

  expect(ok(await guest.api.account.reauthenticate({ password: person.password }))).toEqual({
    expires_in: 600,
  })
  ok(await guest.api.account.export())

  const elsewhere = shop.guest()
  ok(await elsewhere.api.auth.login(person.login))
  expect(await elsewhere.api.account.export()).toMatchObject(refused)
  await sql`update sessions set proved_at = proved_at - interval '601 seconds'`.execute(db)
  expect(await guest.api.account.deleteAccount()).toMatchObject(refused)
})

test('reauthentication uses a code without a password, and only the password with one', async () => {
  const guest = shop.guest()
  const { phone } = await loginByOtp(db, guest)
  await letPass(db, 60)
  expect(await guest.api.account.reauthenticate({ password: 'anything' })).toMatchObject({
    code: 'OTP_INVALID',
  })
  ok(await guest.api.account.reauthenticateGenerate())
  ok(await guest.api.account.reauthenticate({ otp: await otpFor(db, phone) }))
  ok(await guest.api.account.export())

  const byPassword = shop.guest()
  await register(byPassword)
  expect(await byPassword.api.account.reauthenticateGenerate()).toMatchObject({ code: 'PASSWORD_NEEDED' })
})

test('reauthentication is limited to ten wrong passwords', async () => {
  const guest = shop.guest()
  const { password } = await register(guest)
  for (let at = 0; at < 10; at++) await guest.api.account.reauthenticate({ password: `wrong-${at}` })
  expect(await guest.api.account.reauthenticate({ password })).toMatchObject({ code: 'RATE_LIMITED' })
})

test('the export contains all data of the customer and none of others', async () => {
  const guest = shop.guest()
  const person = await register(guest)
  const order = await buy(db, guest, person)
  const other = shop.guest()
  const stranger = await register(other)
  await buy(db, other, stranger)
  ok(await guest.api.account.reauthenticate({ password: person.password }))
  const credit = (customer_id: number, label: string) => ({
    kind: 'Credit',
    currency: 'INR',
    customer_id,
    label,
  })
  await db
    .insertInto('value_accounts')
    .values([credit(person.id, 'Own credit'), credit(stranger.id, 'Credit of a stranger')])
    .execute()

  const data = ok(await guest.api.account.export())

  expect(data).toMatchObject({ profile: { email: person.email }, reviews: [] })
  expect(data.orders.map(({ order_no }) => order_no)).toEqual([order.order_no])
  expect(data.consents).toContainEqual(expect.objectContaining({ purpose: 'marketing', given: false }))
  expect(data.access_log).toContainEqual(expect.objectContaining({ event: 'login', method: 'register' }))
  expect(data.stored_value).toEqual([{ label: 'Own credit', currency: 'INR', balance: 0, expires_at: null }])
  expect(JSON.stringify(data)).not.toContain(stranger.email)
  expect(JSON.stringify(data)).not.toMatch(/password_hash|token_hash|argon2/)
  expect(ok(await guest.api.account.get()).access_logs[0]).toMatchObject({ event: 'account_exported' })
})

test('account deletion erases the customer everywhere and anonymises orders', async () => {
  const guest = shop.guest()
  const person = await register(guest)
  const elsewhere = shop.guest()
  ok(await elsewhere.api.auth.login(person.login))
  const [arrived, onItsWay] = [await buy(db, guest, person), await buy(db, guest, person)]
  await db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', arrived.order_id).execute()
  ok(await guest.api.cart.addItem(await makeProduct(db)))
  ok(await guest.api.account.reauthenticate({ password: person.password }))

  expect(await guest.api.account.deleteAccount()).toEqual({
    status: 'success',
    message: 'Your account has been deleted',
  })

  expect(guest.cookies.has('__Host-sid')).toBe(false)
  expect(guest.cookies.has('__Host-signed_in')).toBe(false)
  expect(guest.cookies.has('__Host-cart_session')).toBe(false)
  for (const one of [guest, elsewhere])
    expect(await one.api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await shop.guest().api.auth.login(person.login)).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  expect(await mailTo(db, person.email)).toMatchObject({ kind: 'account_deleted' })
  expect(await rowsOf(person.id)).toEqual([])

  const complete = { order_id: arrived.order_id, token: arrived.token, type: 'cod' }
  const retained = ok(await guest.api.checkout.complete(complete))
  expect(retained).toMatchObject({
    order_no: arrived.order_no,
    email: null,
    phone: null,
    shipping_address: {
      first_name: 'Deleted',
      last_name: 'customer',
      address_line_1: '',
      state_name: 'Karnataka',
    },
  })
  expect(retained.grand_total.amount).toBeGreaterThan(0)

  const travelling = () => guest.api.checkout.complete({ ...complete, ...pick(onItsWay) })
  expect(ok(await travelling()).shipping_address).toMatchObject({ first_name: 'Asha' })
  await db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', onItsWay.order_id).execute()
  await eraseLeftOrders(db)
  expect(ok(await travelling())).toMatchObject({ email: null, shipping_address: { first_name: 'Deleted' } })
  expect(JSON.stringify(await allText())).not.toContain(person.phone)
})

test('the second of two concurrent deletions finds no account, and the contact is free again', async () => {
  const guest = shop.guest()
  const person = await register(guest)
  ok(await guest.api.account.reauthenticate({ password: person.password }))
  const replies = await Promise.all([guest.api.account.deleteAccount(), guest.api.account.deleteAccount()])
  expect(replies.map(({ status }) => status).toSorted()).toEqual(['error', 'success'])
  const { first_name, last_name, email, phone, password } = person
  ok(await shop.guest().api.auth.register({ first_name, last_name, email, phone, password }))
})

test('personalData covers every table that references customers', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.conrelid::regclass::text as name from pg_constraint c
    where c.contype = 'f' and c.confrelid = 'customers'::regclass`.execute(db)
  const ofPlugins = installedPlugins.flatMap((plugin) => plugin.personalData)
  const spokenFor = [...personalData, ...ofPlugins].flatMap(({ tables }) => tables)
  expect(rows.map(({ name }) => name).filter((name) => !spokenFor.includes(name))).toEqual([])
})

test('account deletion erases the access log, whatever its age, and credit pays nothing after it', async () => {
  const guest = shop.guest()
  const person = await register(guest)
  await letPass(db, 0.1 * days)
  ok(await guest.api.auth.login(person.login))
  ok(await guest.api.account.reauthenticate({ password: person.password }))
  const account = { kind: 'Credit', currency: 'INR', customer_id: person.id, label: 'Credit' }
  const { id } = await db
    .insertInto('value_accounts')
    .values(account)
    .returning('id')
    .executeTakeFirstOrThrow()
  ok(await guest.api.account.deleteAccount())
  const credit = await db
    .selectFrom('value_accounts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(credit).toMatchObject({ customer_id: null, blocked_at: expect.any(Date) })
  const left = await db.selectFrom('access_logs').select('id').where('customer_id', '=', person.id).execute()
  expect(left).toEqual([])
})

const pick = ({ order_id, token }: { order_id: number; token: string }) => ({ order_id, token })

/** Tables that still reference the customer. */
async function rowsOf(id: number) {
  const found: string[] = []
  for (const table of ['sessions', 'access_logs', 'carts', 'orders', 'password_resets'] as const) {
    const row = await db
      .selectFrom(table)
      .select('customer_id')
      .where('customer_id', '=', id)
      .executeTakeFirst()
    if (row) found.push(table)
  }
  return found
}

/** All text in which a phone number could remain. */
const allText = () =>
  Promise.all([
    db.selectFrom('orders').select(['shipping_address', 'billing_address', 'phone']).execute(),
    db.selectFrom('outbox').select(['recipient', 'text', 'html']).execute(),
    db.selectFrom('carts').select('phone').execute(),
    db.selectFrom('cart_addresses').select('phone').execute(),
  ])

const addPasskey = (customer_id: number) =>
  db
    .insertInto('passkeys')
    .values({
      customer_id,
      credential_id: `credential-${customer_id}`,
      public_key: 'AA',
      counter: 0,
      transports: ['internal'],
      name: 'Phone',
    })
    .execute()

const passkeysOf = (customerId: number) =>
  db.selectFrom('passkeys').select('id').where('customer_id', '=', customerId).execute()

test('the first proof of an email removes passkeys and other sessions added before it, and says so', async () => {
  const guest = shop.guest()
  const person = await register(guest)
  const token = tokenIn(await mailTo(db, person.email))
  const other = shop.guest()
  ok(await other.api.auth.login(person.login))
  await addPasskey(person.id)

  ok(await guest.api.account.emailVerify({ token }))

  expect(await passkeysOf(person.id)).toEqual([])
  expect(await other.api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
  ok(await guest.api.account.get())
  const mail = await mailTo(db, person.email)
  expect(mail).toMatchObject({ kind: 'email_confirmed' })
  expect(mail?.text).toContain('the passkeys added before were removed')
})

test('the first proof of a phone removes earlier access; a second proven contact keeps it', async () => {
  const guest = shop.guest()
  const { id, phone, login, email } = await register(guest)
  const token = tokenIn(await mailTo(db, email))
  const other = shop.guest()
  ok(await other.api.auth.login(login))
  await addPasskey(id)
  ok(await guest.api.account.otpGenerate({ input: phone, type: 'phone' }))

  ok(await guest.api.account.otpVerify({ input: phone, otp: await otpFor(db, phone), type: 'phone' }))

  expect(await passkeysOf(id)).toEqual([])
  expect(await other.api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await mailTo(db, email)).toMatchObject({ kind: 'phone_confirmed' })

  await addPasskey(id)
  ok(await guest.api.account.emailVerify({ token }))
  expect(await passkeysOf(id)).toHaveLength(1)
})

test('OTP login in a known browser, when it first proves the phone, removes earlier access', async () => {
  const guest = shop.guest()
  const { id, phone, login } = await register(guest)
  ok(await guest.api.auth.logout())
  const other = shop.guest()
  ok(await other.api.auth.login(login))
  await addPasskey(id)

  expect((await loginByOtp(db, guest, phone)).id).toBe(id)

  expect(await passkeysOf(id)).toEqual([])
  expect(await other.api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
  ok(await guest.api.account.get())
})
