import { expect, test } from 'vitest'
import {
  days,
  letPass,
  loginByOtp,
  mailTo,
  newPerson,
  otpFor,
  register,
  wrongOtp,
} from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { applyRetention } from '#server/operations/retention/retention-jobs.ts'
import { retentionRules } from '#server/operations/retention/retention-rules.ts'

const shop = await openShop({ seed: true, settings: { enable_otp_auth: true } })
const { db } = shop

async function applyAllRetention() {
  for (const rule of retentionRules) await applyRetention(shop.services, rule)
}

const password = 'a-new-Kanne-72'
const change = { password, password_confirmation: password }

test('every account endpoint answers 401 without a session', async () => {
  const { api } = shop.guest()
  const replies = [
    await api.account.get(),
    await api.account.updateProfile({ first_name: 'A', last_name: 'B' }),
    await api.account.updatePassword(change),
    await api.account.otpGenerate({ input: '9876543210', type: 'phone' }),
    await api.account.otpVerify({ input: '9876543210', otp: '1234', type: 'phone' }),
    await api.account.accessLogs(),
    await api.account.deleteSession({ id: 1 }),
  ]
  for (const reply of replies)
    expect(reply).toEqual({ status: 'error', code: 'UNAUTHENTICATED', message: 'Please log in first' })
})

test('a customer sees only their own account', async () => {
  const [asha, ravi] = [shop.guest(), shop.guest()]
  const a = await register(asha)
  const r = await register(ravi, { first_name: 'Ravi' })

  expect(ok(await asha.api.account.get())).toMatchObject({ id: a.id, email: a.email })
  expect(ok(await ravi.api.account.get())).toMatchObject({ id: r.id, first_name: 'Ravi' })
  expect(JSON.stringify(await ravi.api.account.accessLogs())).not.toContain(a.email)
  const [log] = ok(await asha.api.account.get()).access_logs
  expect(await ravi.api.account.deleteSession({ id: log?.session_id ?? 0 })).toMatchObject({
    code: 'NOT_FOUND',
  })
  ok(await asha.api.account.get())
})

test('a changed email or phone becomes unverified and rotates the session token', async () => {
  const guest = shop.guest()
  const { email, password } = await register(guest)
  await db
    .updateTable('customers')
    .set({ email_verified_at: new Date() })
    .where('email', '=', email)
    .execute()
  const before = guest.cookies.get('__Host-sid')
  const other = newPerson()
  const change = { first_name: 'Usha', last_name: 'Iyer', email: other.email, phone: other.phone }

  // A person at an unattended browser cannot take over the account.
  expect(await guest.api.account.updateProfile(change)).toMatchObject({ code: 'REAUTHENTICATE' })
  expect(ok(await guest.api.account.get())).toMatchObject({ first_name: 'Asha', email })
  ok(await guest.api.account.reauthenticate({ password }))
  const reply = await guest.api.account.updateProfile(change)

  expect(reply).toMatchObject({
    message: 'Profile updated',
    data: { first_name: 'Usha', email: other.email, email_verified_at: null, phone: other.phone },
  })
  expect(guest.cookies.get('__Host-sid')).not.toBe(before)
  const logs = ok(await guest.api.account.get()).access_logs
  expect(logs.map(({ event }) => event)).toEqual(['phone_changed', 'email_changed', 'login'])
  expect(logs[2]).toMatchObject({ current: true, active: true })
  const notice = await mailTo(db, email)
  expect(notice?.kind).toBe('email_changed')
  // A password link would go to the new address, so the notice names the shop's contact instead.
  expect(notice?.text).toContain('write to us at ')
  expect(notice?.text).not.toContain('mode=forgot')
})

test('an unchanged email or phone stays verified', async () => {
  const guest = shop.guest()
  const { phone } = await loginByOtp(db, guest)
  const before = guest.cookies.get('__Host-sid')
  const account = ok(
    await guest.api.account.updateProfile({ first_name: 'Asha', last_name: 'Rao', email: '', phone }),
  )
  expect(account).toMatchObject({ first_name: 'Asha', phone })
  expect(account.phone_verified_at).not.toBeNull()
  expect(guest.cookies.get('__Host-sid')).toBe(before)
})

test('updateProfile refuses another account’s email or phone at its field', async () => {
  const taken = await register(shop.guest())
  const guest = shop.guest()
  const { password } = await register(guest)
  ok(await guest.api.account.reauthenticate({ password }))
  expect(
    await guest.api.account.updateProfile({
      first_name: 'A',
      last_name: 'B',
      email: taken.email,
      phone: taken.phone,
    }),
  ).toMatchObject({
    code: 'VALIDATION',
    errors: {
      email: ['This email address already has an account'],
      phone: ['This mobile number already has an account'],
    },
  })
})

test('updateProfile refuses to remove the last login method', async () => {
  const byPassword = shop.guest()
  const { password } = await register(byPassword)
  ok(await byPassword.api.account.reauthenticate({ password }))
  const names = { first_name: 'A', last_name: 'B' }
  expect(await byPassword.api.account.updateProfile({ ...names, email: '' })).toMatchObject({
    errors: { email: [expect.stringContaining('cannot be empty')] },
  })
  const byCode = shop.guest()
  await loginByOtp(db, byCode)
  for (const phone of ['', newPerson().phone])
    expect(await byCode.api.account.updateProfile({ ...names, phone })).toMatchObject({
      errors: { phone: [expect.stringContaining('verify the new one first')] },
    })
})

test('a password change ends all other sessions and invalidates the old password', async () => {
  const guest = shop.guest()
  const person = await register(guest)
  const others = [shop.guest(), shop.guest()]
  for (const other of others) ok(await other.api.auth.login(person.login))
  const before = guest.cookies.get('__Host-sid') ?? ''

  const reply = await guest.api.account.updatePassword({ current_password: person.password, ...change })

  expect(reply).toEqual({
    status: 'success',
    message: 'Password updated',
    data: { sessions_revoked: 2 },
  })
  for (const other of others) expect(await other.api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
  ok(await guest.api.account.get())
  const thief = shop.guest()
  thief.cookies.set('__Host-sid', before)
  expect(await thief.api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await thief.api.auth.login(person.login)).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  ok(await thief.api.auth.login({ ...person.login, password }))
  const mail = await mailTo(db, person.email)
  expect(mail).toMatchObject({ kind: 'password_changed' })
  expect(mail?.text).toContain('all other devices were logged out.')
})

test('updatePassword requires the current password and allows ten attempts', async () => {
  const guest = shop.guest()
  const person = await register(guest)
  const attempt = (current_password?: string) =>
    guest.api.account.updatePassword({ ...change, ...(current_password && { current_password }) })
  for (let at = 0; at < 10; at++)
    expect(await attempt(at === 0 ? undefined : `wrong-${at}`)).toMatchObject({
      code: 'INVALID_CREDENTIALS',
      message: 'The current password is incorrect',
    })
  expect(await attempt(person.password)).toMatchObject({ code: 'RATE_LIMITED' })
  ok(await shop.guest().api.auth.login(person.login))
})

test('an OTP account sets its first password without a current one', async () => {
  const guest = shop.guest()
  await loginByOtp(db, guest)
  ok(await guest.api.account.updatePassword(change))
  expect(ok(await guest.api.account.get()).has_password).toBe(true)
  expect(await guest.api.account.updatePassword(change)).toMatchObject({ code: 'INVALID_CREDENTIALS' })
})

test('a phone is added to the account by its code', async () => {
  const guest = shop.guest()
  const { email } = await register(guest)
  const { phone } = newPerson()
  expect(await guest.api.account.otpGenerate({ input: phone, type: 'phone' })).toMatchObject({
    message: 'OTP sent',
  })
  const otp = await otpFor(db, phone)
  expect(
    await guest.api.account.otpVerify({ input: phone, otp: wrongOtp(otp), type: 'phone' }),
  ).toMatchObject({
    code: 'OTP_INVALID',
    data: { attempts_left: 4 },
  })

  const reply = await guest.api.account.otpVerify({ input: phone, otp, type: 'phone' })

  expect(reply).toMatchObject({ message: 'Mobile number verified', data: { phone } })
  expect(ok(reply).phone_verified_at).not.toBeNull()
  // Another number can log in now: the access log and a mail notify the owner.
  const events = ok(reply).access_logs.map(({ event }) => event)
  expect(events).toEqual(['phone_changed', 'otp_verified', 'otp_failed', 'otp_sent', 'login'])
  expect(await mailTo(db, email)).toMatchObject({
    kind: 'phone_changed',
    text: expect.stringContaining('/?login=1&mode=forgot'),
  })
})

test('a code for an account does not log in, and a login code does not verify an account’s phone', async () => {
  const guest = shop.guest()
  await register(guest)
  const { phone } = newPerson()
  ok(await guest.api.account.otpGenerate({ input: phone, type: 'phone' }))
  const otp = await otpFor(db, phone)
  expect(await guest.api.auth.otpVerify({ input: phone, otp })).toMatchObject({ code: 'OTP_INVALID' })

  const other = shop.guest()
  await register(other)
  other.cookies.set('__Host-otp', guest.cookies.get('__Host-otp') ?? '')
  expect(await other.api.account.otpVerify({ input: phone, otp, type: 'phone' })).toMatchObject({
    code: 'OTP_INVALID',
  })
})

test('verifyPhone keeps a number another account verified, and takes over an unverified one', async () => {
  const { id, phone: verified } = await loginByOtp(db, shop.guest())
  const squatter = shop.guest()
  const { phone: written } = await register(squatter)
  const guest = shop.guest()
  await register(guest)
  await letPass(db, 30)
  const claim = async (phone: string) => {
    ok(await guest.api.account.otpGenerate({ input: phone, type: 'phone' }))
    return guest.api.account.otpVerify({ input: phone, otp: await otpFor(db, phone), type: 'phone' })
  }

  expect(await claim(verified)).toMatchObject({ code: 'PHONE_TAKEN' })
  const holder = await db.selectFrom('customers').select('id').where('phone', '=', verified).execute()
  expect(holder).toEqual([{ id }])
  expect(ok(await claim(written)).phone).toBe(written)
  expect(ok(await squatter.api.account.get()).phone).toBeNull()
})

test('phone verification allows one resend in half an hour', async () => {
  const guest = shop.guest()
  await register(guest)
  const { phone } = newPerson()
  for (let at = 0; at < 2; at++) {
    ok(await guest.api.account.otpGenerate({ input: phone, type: 'phone' }))
    await letPass(db, 30)
  }
  expect(await guest.api.account.otpGenerate({ input: phone, type: 'phone' })).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Maximum attempt reached. Please try again later',
  })
})

test('the access log names devices and sessions, and a session in it can be signed out', async () => {
  const guest = shop.guest()
  const person = await register(guest)
  const phone = shop.guest()
  await phone.request({
    method: 'POST',
    url: '/api/auth/login',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0',
    },
    payload: JSON.stringify({ email: person.email, password: 'wrong-Kanne' }),
  })
  await phone.request({
    method: 'POST',
    url: '/api/auth/login',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0',
    },
    payload: JSON.stringify({ email: person.email, password: person.password }),
  })

  const page = ok(await guest.api.account.accessLogs())
  expect(page).toMatchObject({ current_page: 1, last_page: 1, per_page: 20, total: 3 })
  expect(page.data).toMatchObject([
    { event: 'login', method: 'password', device: 'Chrome on Android', current: false, active: true },
    {
      event: 'login_failed',
      method: 'password',
      device: 'Chrome on Android',
      active: false,
      session_id: null,
    },
    { event: 'login', method: 'register', current: true, active: true },
  ])
  expect(page.data[0]?.ip).toMatch(/^10\.20\./)

  const id = page.data[0]?.session_id ?? 0
  expect(await guest.api.account.deleteSession({ id })).toMatchObject({ message: 'Signed out' })
  expect(await phone.api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(ok(await guest.api.account.get()).access_logs[0]).toMatchObject({
    event: 'session_revoked',
    session_id: id,
    active: false,
  })
  expect(await guest.api.account.deleteSession({ id })).toMatchObject({ code: 'NOT_FOUND' })
})

test('ending the current session logs out', async () => {
  const guest = shop.guest()
  await register(guest)
  const [log] = ok(await guest.api.account.get()).access_logs
  ok(await guest.api.account.deleteSession({ id: log?.session_id ?? 0 }))
  expect(guest.cookies.has('__Host-sid')).toBe(false)
})

test('retention truncates log addresses after 30 days, deletes logs after 90 and OTP mails after an hour', async () => {
  const guest = shop.guest()
  const { id } = await loginByOtp(db, guest)
  const logs = () => db.selectFrom('access_logs').select('ip').where('customer_id', '=', id).execute()
  await db
    .insertInto('access_logs')
    .values({ event: 'login', customer_id: id, ip: '2001:db8:1:2:3::4', user_agent: '' })
    .execute()
  await applyAllRetention()
  expect((await logs()).map(({ ip }) => ip)).toContain('2001:db8:1:2:3::4')

  await letPass(db, 31 * days)
  await applyAllRetention()
  expect((await logs()).map(({ ip }) => ip).toSorted()).toEqual(['10.20.0.0', '2001:db8:1::'])
  expect(await db.selectFrom('outbox').select('id').where('kind', '=', 'otp').execute()).toEqual([])
  expect(await db.selectFrom('sessions').select('id').where('customer_id', '=', id).execute()).toEqual([])

  await letPass(db, 60 * days)
  await applyAllRetention()
  expect(await logs()).toEqual([])
})
