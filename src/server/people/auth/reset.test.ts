import { expect, test } from 'vitest'
import { letPass, loginByOtp, mailTo, minutes, newPerson, register } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { setSettings } from '#harness/settings.ts'

const shop = await openShop({ seed: true })
const { db } = shop
const password = 'a-new-Kanne-72'
const change = { password, password_confirmation: password }

/** The token in the newest mail to an address. */
async function tokenFor(email: string) {
  const mail = await mailTo(db, email)
  const link = /https:\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(link).toMatch(
    new RegExp(
      `^https://shop\\.example\\.com/account/reset-password/${encodeURIComponent(email)}/[\\w-]{43}$`,
    ),
  )
  return link.slice(link.lastIndexOf('/') + 1)
}

test('a reset link sets a new password once and ends all sessions', async () => {
  const owner = shop.guest()
  const { email } = await register(owner)
  const other = shop.guest()
  const said = 'If this email has an account, a reset link has been sent'
  expect(await other.api.auth.reset({ email })).toEqual({ status: 'success', message: said })
  const token = await tokenFor(email)

  expect(await other.api.auth.validateReset({ email, token })).toEqual({
    status: 'success',
    data: { valid: true, email },
  })
  const reply = await other.api.auth.resetComplete({ email, token, ...change })

  expect(reply).toEqual({ status: 'success', message: 'Your password has been changed. Please log in.' })
  for (const guest of [owner, other])
    expect(await guest.api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await other.api.auth.resetComplete({ email, token, ...change })).toMatchObject({
    code: 'RESET_TOKEN_INVALID',
    message: 'This reset link is invalid or has expired',
  })
  expect(ok(await other.api.auth.login({ email, password })).user.email_verified_at).not.toBeNull()
  const mail = await mailTo(db, email)
  expect(mail).toMatchObject({ kind: 'password_changed' })
  expect(mail?.text).toContain('For your security, all devices were logged out.')
  expect(mail?.text).not.toContain('passkeys')
})

test('a password reset removes all passkeys and says so in the mail', async () => {
  const { id, email } = await register(shop.guest())
  await db
    .insertInto('passkeys')
    .values({
      customer_id: id,
      credential_id: `credential-${id}`,
      public_key: 'AA',
      counter: 0,
      transports: ['internal'],
      name: 'Phone',
    })
    .execute()
  const guest = shop.guest()
  await guest.api.auth.reset({ email })
  ok(await guest.api.auth.resetComplete({ email, token: await tokenFor(email), ...change }))

  ok(await guest.api.auth.login({ email, password }))
  await setSettings(shop.services, { enable_passkey_auth: true })
  expect(ok(await guest.api.passkeys.list({}))).toEqual([])
  expect((await mailTo(db, email))?.text).toContain('all devices were logged out and all passkeys removed.')
})

test('validate-reset accepts its input from the query too', async () => {
  const { email } = await register(shop.guest())
  await shop.api.auth.reset({ email })
  const query = new URLSearchParams({ email, token: await tokenFor(email) })
  expect(await shop.request({ method: 'POST', url: `/api/auth/validate-reset?${query}` })).toMatchObject({
    status: 200,
    body: { data: { valid: true, email } },
  })
})

test('password reset answers the same for an unknown email and sends nothing', async () => {
  const { email } = await register(shop.guest())
  const guest = shop.guest()
  const known = await guest.api.auth.reset({ email })
  expect(await guest.api.auth.reset({ email: 'nobody@example.com' })).toEqual(known)
  expect(await mailTo(db, 'nobody@example.com')).toBeUndefined()
})

test('the fourth reset request in an hour sends no mail and answers the same', async () => {
  const { email } = await register(shop.guest())
  const guest = shop.guest()
  const replies = []
  for (let at = 0; at < 4; at++) replies.push(await guest.api.auth.reset({ email }))
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  const mails = await db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', email)
    .where('kind', '=', 'reset_link')
    .execute()
  expect(mails).toHaveLength(3)
})

test('a reset link is valid only if it is the newest, for one hour and its own address', async () => {
  const { email } = await register(shop.guest())
  const other = await register(shop.guest())
  const guest = shop.guest()
  await guest.api.auth.reset({ email })
  const first = await tokenFor(email)
  await guest.api.auth.reset({ email })
  const second = await tokenFor(email)
  const check = async (of: string, token: string) =>
    (await guest.api.auth.validateReset({ email: of, token })).status

  expect(await check(email, first)).toBe('error')
  expect(await check(other.email, second)).toBe('error')
  expect(await check(email, second)).toBe('success')
  await letPass(db, 60 * minutes)
  expect(await check(email, second)).toBe('error')
})

test('two concurrent uses of one reset link set one password', async () => {
  const { email } = await register(shop.guest())
  await shop.api.auth.reset({ email })
  const token = await tokenFor(email)
  const replies = await Promise.all(
    [1, 2].map(() => shop.guest().api.auth.resetComplete({ email, token, ...change })),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual(['error', 'success'])
})

test('a password change invalidates an earlier reset link', async () => {
  const owner = shop.guest()
  const person = await register(owner)
  await shop.api.auth.reset({ email: person.email })
  const token = await tokenFor(person.email)

  ok(await owner.api.account.updatePassword({ current_password: person.password, ...change }))

  expect(await shop.api.auth.validateReset({ email: person.email, token })).toMatchObject({
    code: 'RESET_TOKEN_INVALID',
  })
})

test('resetComplete requires matching passwords, long enough and different from the email', async () => {
  const { email } = await register(shop.guest())
  await shop.api.auth.reset({ email })
  const token = await tokenFor(email)
  const complete = (password: string, password_confirmation = password) =>
    shop.api.auth.resetComplete({ email, token, password, password_confirmation })
  expect(await complete('a-new-Kanne-72', 'a-new-Kanne-73')).toMatchObject({
    errors: { password_confirmation: ['The two passwords are not the same'] },
  })
  expect(await complete('short')).toMatchObject({
    errors: { password: ['The value length should be at least 6'] },
  })
  expect(await complete(email)).toMatchObject({ errors: { password: [expect.stringMatching(/email/)] } })
  expect(await complete(password)).toMatchObject({ status: 'success' })
})

test('one address can try twenty reset links an hour', async () => {
  const guest = shop.guest()
  const attempt = () => guest.api.auth.validateReset({ email: 'asha@example.com', token: 'x' })
  for (let at = 0; at < 20; at++) expect(await attempt()).toMatchObject({ code: 'RESET_TOKEN_INVALID' })
  expect(await attempt()).toMatchObject({ code: 'RATE_LIMITED' })
})

test('password reset sends no link to an unverified address of an OTP account', async () => {
  await setSettings(shop.services, { enable_otp_auth: true })
  const guest = shop.guest()
  await loginByOtp(db, guest)
  const { email } = newPerson()
  ok(await guest.api.account.updateProfile({ first_name: 'Asha', last_name: 'Rao', email }))

  await shop.api.auth.reset({ email })

  // The only mail asks to confirm the address.
  expect((await mailTo(db, email))?.kind).toBe('email_confirmation')
})

test('a previous holder of an unverified address loses access after its owner resets the password', async () => {
  await setSettings(shop.services, { enable_otp_auth: true })
  const hijacker = shop.guest()
  const { email, phone } = await register(hijacker)
  ok(await hijacker.api.account.otpGenerate({ input: phone, type: 'phone' }))
  const sms = await mailTo(db, `+91${phone}`)
  ok(await hijacker.api.account.otpVerify({ input: phone, otp: sms?.text.slice(0, 4) ?? '', type: 'phone' }))

  await shop.api.auth.reset({ email })
  ok(await shop.api.auth.resetComplete({ email, token: await tokenFor(email), ...change }))

  const owner = shop.guest()
  const { user } = ok(await owner.api.auth.login({ email, password }))
  expect(await hijacker.api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
  await letPass(db, 30)
  expect((await loginByOtp(db, hijacker, phone)).id).not.toBe(user.id)
})
