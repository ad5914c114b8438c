import { expect, test } from 'vitest'
import { letPass, loginByOtp, mailTo, newPerson, otpFor, wrongOtp } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { setSettings } from '#harness/settings.ts'
import { makePerson } from './matrix/world.ts'

/**
 * Plants secrets in every kind of request (bodies, URLs, cookies, valid and invalid values), then searches the log and the replies
 * to other customers for them. Security §20.
 */
const world = await openShop({ seed: true, pages: true })
const { db, logged } = world
await setSettings(world.services, { enable_otp_auth: true })

const planted = {
  password: 'Canary-Kanne-1847',
  newPassword: 'Canary-Krug-2958',
  typo: 'Canary-Tasse-3069',
  unknownPhone: '9812340007',
}

test('passwords, codes, tokens, phones and emails appear in no log line and in no reply to another customer', async () => {
  const secrets = new Set<string>(Object.values(planted))
  const codes: string[] = []
  const asha = world.guest()
  const person = { ...newPerson(), password: planted.password }
  for (const text of [person.email, person.phone]) secrets.add(text)

  // Password login, with one wrong password.
  ok(await asha.api.auth.register(person))
  await asha.api.auth.login({ email: person.email, password: planted.typo })
  ok(await asha.api.auth.login({ email: person.email, password: planted.password }))

  // Phone verification, with one wrong code first.
  const phone = newPerson().phone
  secrets.add(phone)
  ok(await asha.api.account.otpGenerate({ input: phone, type: 'phone' }))
  const code = await otpFor(db, phone)
  codes.push(code)
  await asha.api.account.otpVerify({ input: phone, otp: wrongOtp(code), type: 'phone' })
  ok(await asha.api.account.otpVerify({ input: phone, otp: code, type: 'phone' }))

  // Password reset: a wrong token, the real one, and the page that the link opens.
  ok(await asha.api.auth.reset({ email: person.email }))
  const reset = await mailTo(db, person.email)
  const token = /([\w-]{43})/.exec(reset?.text ?? '')?.[1] ?? ''
  secrets.add(token)
  await asha.api.auth.validateReset({ email: person.email, token: `${token.slice(0, -1)}x` })
  await asha.request({
    method: 'GET',
    url: `/account/reset-password/${encodeURIComponent(person.email)}/${token}`,
  })
  ok(
    await asha.api.auth.resetComplete({
      email: person.email,
      token,
      password: planted.newPassword,
      password_confirmation: planted.newPassword,
    }),
  )
  ok(await asha.api.auth.login({ email: person.email, password: planted.newPassword }))

  // E-mail change, confirmed by its link.
  const email = newPerson().email
  secrets.add(email)
  ok(await asha.api.account.reauthenticate({ password: planted.newPassword }))
  ok(await asha.api.account.updateProfile({ first_name: 'Asha', last_name: 'Rao', email, phone }))
  const link = /token=(\S+)/.exec((await mailTo(db, email))?.text ?? '')?.[1] ?? ''
  secrets.add(link)
  await asha.request({ method: 'GET', url: `/account/confirm-email?token=${link}` })
  ok(await asha.api.account.emailVerify({ token: link }))

  // OTP login of another customer, and of a phone without an account.
  const byCode = await loginByOtp(db, world.guest())
  secrets.add(byCode.phone)
  await letPass(db, 60)
  await world.guest().api.auth.otpRequest({ input: planted.unknownPhone })

  // Invalid bodies: malformed, with unknown fields, of the wrong type.
  await asha.request({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: `{"email":"${person.email}","password":"${planted.password}"`,
  })
  await asha.request({
    method: 'POST',
    url: `/api/auth/login?password=${planted.password}`,
    headers: { 'content-type': 'text/plain' },
    payload: planted.password,
  })
  await asha.request({ method: 'GET', url: `/no-such-page?password=${planted.password}&token=${token}` })

  // A customer with a cart, an order, an address and a passkey.
  const buyer = await makePerson(world)
  for (const secret of buyer.secrets) secrets.add(secret)
  secrets.add(buyer.password)
  ok(await buyer.visitor.api.account.reauthenticate({ password: buyer.password }))
  ok(await buyer.visitor.api.account.export())
  for (const visitor of [asha, buyer.visitor])
    for (const value of visitor.cookies.values()) if (value.length > 20) secrets.add(value)
  ok(await buyer.visitor.api.account.deleteAccount())

  // Server errors: the request must not appear in the log. PostgreSQL quotes the whole row when a check constraint fails.
  await world.pool.query(`alter table customers add constraint canary check (first_name <> 'Unwanted')`)
  const unwanted = { first_name: 'Unwanted', last_name: 'Rao', email, phone }
  expect(await asha.api.account.updateProfile(unwanted)).toMatchObject({ code: 'SERVER' })
  await withBrokenTable(() => asha.api.auth.login({ email: person.email, password: planted.password }))

  expect(secrets.has('')).toBe(false)
  expect(secrets.size).toBeGreaterThan(20)
  const log = logged.map((line) => JSON.stringify(line))
  expect(log.length, 'the log has lines').toBeGreaterThan(1)
  expect(log.filter((line) => [...secrets].some((secret) => line.includes(secret)))).toEqual([])
  // Four digits also occur within longer numbers, so the pattern matches a code only on its own.
  for (const code of codes)
    expect(log.filter((line) => new RegExp(`(?<![\\d.:-])${code}(?![\\d.:-])`).test(line))).toEqual([])

  const eve = await makePerson(world)
  const received = await everythingSentTo(eve.visitor)
  expect([...secrets].filter((secret) => received.includes(secret))).toEqual([])
  expect(received).toContain(eve.email)
})

/** Makes login fail with a database error while `run` runs. */
async function withBrokenTable(run: () => Promise<unknown>) {
  await world.pool.query('alter table access_logs rename to access_logs_away')
  try {
    expect(await run()).toMatchObject({ code: 'SERVER' })
  } finally {
    await world.pool.query('alter table access_logs_away rename to access_logs')
  }
}

/** Every reply that another customer gets: their own pages and reads, and attempts at foreign ones. */
async function everythingSentTo({ api, request }: Awaited<ReturnType<typeof makePerson>>['visitor']) {
  const replies = [
    await api.account.get(),
    await api.account.accessLogs(),
    await api.account.sessions(),
    await api.cart.get({}),
    await api.cart.validate({}),
    await api.storefront.initialValues(),
    await api.checkout.complete({ order_id: 1, token: 'none' }),
  ]
  const pages = []
  for (const url of ['/', '/cart', '/account', '/account/profile', '/account/security', '/account/your-data'])
    pages.push((await request({ method: 'GET', url })).body)
  return JSON.stringify([replies, pages])
}
