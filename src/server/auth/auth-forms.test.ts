import { expect, test } from 'vitest'
import type { Guest } from '../../../tests/shop.ts'
import { codeFor, mailTo, ok, openCodeShop, register, somebody, wrong } from './test-auth.ts'

const shop = await openCodeShop()
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

/** What the cookie tells the page that follows. */
const postedOf = (who: Guest) => JSON.parse(decodeURIComponent(who.cookies.get('__Host-auth_form') ?? 'null'))

const isLoggedIn = async (who: Guest) => (await who.api.account.get({})).status === 'success'

test('without scripts one logs in by password, and comes to the page that was wanted', async () => {
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

test('a wrong password leads back to the form, which knows the address but never the password', async () => {
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

test('without scripts one asks for a code, mistypes it, and logs in with it', async () => {
  const { phone } = somebody()
  const who = guest()

  const sent = await post(who, '/login', { form: 'send', mode: 'otp', redirect: '', input: phone })
  expect(sent).toMatchObject({ status: 303, headers: { location: '/login?mode=otp&posted=1' } })
  expect(postedOf(who)).toMatchObject({ sentTo: phone, message: null })

  const code = await codeFor(db, phone)
  await post(who, '/login', { form: 'verify', mode: 'otp', input: phone, otp: wrong(code) })
  expect(postedOf(who)).toMatchObject({ sentTo: phone, message: 'The OTP is incorrect. 4 left' })
  expect(JSON.stringify(postedOf(who))).not.toContain(wrong(code))

  const reply = await post(who, '/login', { form: 'verify', mode: 'otp', input: phone, otp: code })
  expect(reply).toMatchObject({ status: 303, headers: { location: '/account' } })
  expect(await isLoggedIn(who)).toBe(true)
})

test('without scripts one registers; what is wrong stands at its field', async () => {
  const person = somebody()
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

test('without scripts one forgets the password and sets a new one', async () => {
  const { email } = await register(guest())
  const who = guest()

  const asked = await post(who, '/forgot-password', { email })
  expect(asked).toMatchObject({ status: 303, headers: { location: '/login?mode=legacy&posted=1' } })
  expect(postedOf(who).notice).toBe('If this email has an account, a reset link has been sent')

  const path = /(\/account\/reset-password\/\S+)/.exec((await mailTo(db, email))?.text ?? '')?.[1] ?? ''
  await post(who, path, { password: 'a-new-one-71', password_confirmation: 'another' })
  expect(postedOf(who).errors).toEqual({ password_confirmation: 'The two passwords are not the same' })

  const set = await post(who, path, { password: 'a-new-one-71', password_confirmation: 'a-new-one-71' })
  expect(set).toMatchObject({ status: 303, headers: { location: '/login?mode=legacy&posted=1' } })
  ok(await guest().api.auth.login({ email, password: 'a-new-one-71' }))
})

test('a form of another site logs nobody in and nobody out', async () => {
  const who = guest()
  const { login } = await register(who)
  const foreign = { 'sec-fetch-site': 'cross-site' }

  expect((await post(guest(), '/login', { form: 'password', ...login }, foreign)).status).toBe(403)
  expect((await post(who, '/logout', {}, foreign)).status).toBe(403)
  expect(await isLoggedIn(who)).toBe(true)

  expect(await post(who, '/logout', {})).toMatchObject({ status: 303, headers: { location: '/' } })
  expect(await isLoggedIn(who)).toBe(false)
})

test('a login leads nowhere but into the shop', async () => {
  const { login } = await register(guest())

  for (const redirect of ['https://evil.example', '//evil.example', '/\\evil.example', '/api/auth/logout'])
    expect(await post(guest(), '/login', { form: 'password', redirect, ...login })).toMatchObject({
      headers: { location: '/account' },
    })
})

test('a form that is too large or of another kind is refused', async () => {
  expect((await post(guest(), '/login', { form: 'password', email: 'x'.repeat(20_000) })).status).toBe(400)
  const json = await guest().request({
    method: 'POST',
    url: '/login',
    payload: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect(json.status).toBe(400)
})
