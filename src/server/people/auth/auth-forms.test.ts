import { expect, test } from 'vitest'
import { mailTo, newPerson, otpFor, register, wrongOtp } from '#harness/customers.ts'
import type { Guest } from '#harness/guest.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'

const shop = await openShop({ seed: true, settings: { enable_otp_auth: true } })
const { db, guest } = shop

const post = (
  who: Guest,
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  who.request({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

/** The form state that the cookie passes to the next page. */
const postedOf = (who: Guest) =>
  JSON.parse(decodeURIComponent(who.cookies.get('__Host-posted_form') ?? 'null'))

const isLoggedIn = async (who: Guest) => (await who.api.account.get({})).status === 'success'

test('login by password works without scripts and redirects to the requested page', async () => {
  const { login } = await register(guest())
  const who = guest()

  const reply = await post(who, '/login', {
    form: 'password',
    mode: 'legacy',
    redirect: '/product/moon-vase?sku=A',
    ...login,
  })

  expect(reply).toMatchObject({ status: 303, headers: { location: '/product/moon-vase?sku=A' } })
  expect(await isLoggedIn(who)).toBe(true)
})

test('a wrong password returns to the form, which keeps the address but not the password', async () => {
  const { login } = await register(guest())
  const who = guest()

  const reply = await post(who, '/login', {
    form: 'password',
    mode: 'legacy',
    email: login.email,
    password: 'nope',
  })

  expect(reply).toMatchObject({ status: 303, headers: { location: '/login?mode=legacy&posted=1' } })
  expect(postedOf(who)).toEqual({
    values: { email: login.email },
    errors: {},
    message: 'Email or password is incorrect',
  })
})

test('OTP login works without scripts, also after a mistyped code', async () => {
  const { phone } = newPerson()
  const who = guest()

  const sent = await post(who, '/login', { form: 'send', mode: 'otp', redirect: '', input: phone })
  expect(sent).toMatchObject({ status: 303, headers: { location: '/login?mode=otp&posted=1' } })
  expect(postedOf(who)).toMatchObject({ sentTo: phone, message: null })

  const code = await otpFor(db, phone)
  await post(who, '/login', { form: 'verify', mode: 'otp', input: phone, otp: wrongOtp(code) })
  expect(postedOf(who)).toMatchObject({ sentTo: phone, message: 'The OTP is incorrect. 4 left' })
  expect(JSON.stringify(postedOf(who))).not.toContain(wrongOtp(code))

  const reply = await post(who, '/login', { form: 'verify', mode: 'otp', input: phone, otp: code })
  expect(reply).toMatchObject({ status: 303, headers: { location: '/account' } })
  expect(await isLoggedIn(who)).toBe(true)
})

test('registration works without scripts and shows errors at their fields', async () => {
  const person = newPerson()
  const who = guest()

  await post(who, '/register', { form: 'password', mode: 'legacy', ...person, password: '12345' })
  expect(postedOf(who)).toMatchObject({
    values: { first_name: 'Asha', email: person.email },
    errors: { password: 'The value length should be at least 6' },
    message: null,
  })

  const reply = await post(who, '/register', { form: 'password', mode: 'legacy', ...person })
  expect(reply).toMatchObject({ status: 303, headers: { location: '/account' } })
  expect(await isLoggedIn(who)).toBe(true)
})

test('password reset works without scripts', async () => {
  const { email } = await register(guest())
  const who = guest()

  const requested = await post(who, '/forgot-password', { email })
  expect(requested).toMatchObject({ status: 303, headers: { location: '/login?mode=legacy&posted=1' } })
  expect(postedOf(who).notice).toBe('If this email has an account, a reset link has been sent')

  const path = /(\/account\/reset-password\/\S+)/.exec((await mailTo(db, email))?.text ?? '')?.[1] ?? ''
  await post(who, path, { password: 'a-new-one-71', password_confirmation: 'another' })
  expect(postedOf(who).errors).toEqual({ password_confirmation: 'The two passwords are not the same' })

  const set = await post(who, path, { password: 'a-new-one-71', password_confirmation: 'a-new-one-71' })
  expect(set).toMatchObject({ status: 303, headers: { location: '/login?mode=legacy&posted=1' } })
  ok(await guest().api.auth.login({ email, password: 'a-new-one-71' }))
})

test('a cross-site form neither logs in nor out', async () => {
  const who = guest()
  const { login } = await register(who)
  const foreign = { 'sec-fetch-site': 'cross-site' }

  expect((await post(guest(), '/login', { form: 'password', ...login }, foreign)).status).toBe(403)
  expect((await post(who, '/logout', {}, foreign)).status).toBe(403)
  expect(await isLoggedIn(who)).toBe(true)

  expect(await post(who, '/logout', {})).toMatchObject({ status: 303, headers: { location: '/' } })
  expect(await isLoggedIn(who)).toBe(false)
})

test('login redirects only to paths of the shop', async () => {
  const { login } = await register(guest())

  for (const redirect of ['https://evil.example', '//evil.example', '/\\evil.example', '/api/auth/logout'])
    expect(await post(guest(), '/login', { form: 'password', redirect, ...login })).toMatchObject({
      headers: { location: '/account' },
    })
})

test('auth forms reject a body that is too large or has another content type', async () => {
  expect((await post(guest(), '/login', { form: 'password', email: 'x'.repeat(20_000) })).status).toBe(413)
  const json = await guest().request({
    method: 'POST',
    url: '/login',
    payload: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect(json.status).toBe(415)
})
