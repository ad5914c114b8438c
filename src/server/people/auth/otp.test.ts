import { expect, test } from 'vitest'
import {
  days,
  hours,
  letPass,
  loginByOtp,
  minutes,
  newPerson,
  otpFor,
  register,
  wrongOtp,
} from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { setSettings } from '#harness/settings.ts'

const shop = await openShop({ seed: true, settings: { enable_otp_auth: true } })
const { db } = shop

const sentTo = async (phone: string) => {
  const rows = await db
    .selectFrom('outbox')
    .select('text')
    .where('recipient', '=', `+91${phone}`)
    .where('kind', '=', 'otp')
    .execute()
  return rows.length
}

test('OTP login opens an account for a new phone', async () => {
  const guest = shop.guest()
  const { phone } = newPerson()

  const requested = await guest.api.auth.otpRequest({ input: `+91 ${phone}` })
  const reply = await guest.api.auth.otpVerify({ input: phone, otp: await otpFor(db, phone) })

  expect(requested).toEqual({
    status: 'success',
    message: 'OTP sent',
    data: { length: 4, expires_in: 300, resend_after: 30 },
  })
  expect(reply).toMatchObject({
    message: 'Logged in successfully',
    data: { is_new: true, user: { phone, email: null, has_password: false } },
  })
  expect(ok(await guest.api.account.get()).phone_verified_at).not.toBeNull()
})

test('OTP login finds the same account the second time', async () => {
  const { id, phone } = await loginByOtp(db, shop.guest())
  await letPass(db, 30)
  const guest = shop.guest()
  ok(await guest.api.auth.otpRequest({ input: phone }))

  const reply = await guest.api.auth.otpVerify({ input: phone, otp: await otpFor(db, phone) })

  expect(ok(reply)).toMatchObject({ is_new: false, user: { id } })
})

test('otp/request answers the same with and without an account', async () => {
  const { phone } = await loginByOtp(db, shop.guest())
  await letPass(db, 30)
  const ask = (input: string) =>
    shop.guest().request({
      method: 'POST',
      url: '/api/auth/otp/request',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ input }),
    })
  const [known, unknown] = [await ask(phone), await ask(newPerson().phone)]
  expect(known.body).toEqual(unknown.body)
  expect(known.status).toBe(unknown.status)
})

test('otp/request and otp/verify report invalid phones and codes with the spec’s messages', async () => {
  const { api } = shop.guest()
  for (const input of ['12345', '98765432101', 'abcdefghij', '+1 555 010 0000'])
    expect(await api.auth.otpRequest({ input })).toMatchObject({
      errors: { input: ['Invalid phone number'] },
    })
  expect(await api.auth.otpVerify({ input: '9876543210' })).toMatchObject({
    errors: { otp: ['The OTP is required'] },
  })
  expect(await api.auth.otpVerify({ input: '9876543210', otp: '12345' })).toMatchObject({
    errors: { otp: ['The value length should not exceed 4'] },
  })
  expect(await api.auth.otpVerify({ input: '9876543210', otp: '12a4' })).toMatchObject({
    errors: { otp: ['This field is not valid'] },
  })
})

test('five wrong codes invalidate the right one', async () => {
  const guest = shop.guest()
  const { phone } = newPerson()
  ok(await guest.api.auth.otpRequest({ input: phone }))
  const code = await otpFor(db, phone)

  for (const left of [4, 3, 2, 1])
    expect(await guest.api.auth.otpVerify({ input: phone, otp: wrongOtp(code) })).toMatchObject({
      code: 'OTP_INVALID',
      message: 'The OTP is incorrect',
      data: { attempts_left: left },
    })
  expect(await guest.api.auth.otpVerify({ input: phone, otp: wrongOtp(code) })).toMatchObject({
    code: 'OTP_INVALID',
    message: 'The OTP is incorrect or has expired. Please request a new one',
    data: { attempts_left: 0 },
  })
  expect(await guest.api.auth.otpVerify({ input: phone, otp: code })).toMatchObject({ code: 'OTP_INVALID' })
  expect(await guest.api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('twenty concurrent guesses count as five', async () => {
  const guest = shop.guest()
  const { phone } = newPerson()
  ok(await guest.api.auth.otpRequest({ input: phone }))
  const code = await otpFor(db, phone)

  await Promise.all(
    Array.from({ length: 20 }, () => guest.api.auth.otpVerify({ input: phone, otp: wrongOtp(code) })),
  )

  const { attempts } = await db
    .selectFrom('otp_challenges')
    .select('attempts')
    .where('phone', '=', `+91${phone}`)
    .executeTakeFirstOrThrow()
  expect(attempts).toBe(5)
})

test('a code logs in once, also when sent twice concurrently', async () => {
  const guest = shop.guest()
  const { phone } = newPerson()
  ok(await guest.api.auth.otpRequest({ input: phone }))
  const otp = await otpFor(db, phone)
  const other = shop.guest()
  other.cookies.set('__Host-otp', guest.cookies.get('__Host-otp') ?? '')

  const replies = await Promise.all(
    [guest, other].map(({ api }) => api.auth.otpVerify({ input: phone, otp })),
  )

  expect(replies.map(({ status }) => status).toSorted()).toEqual(['error', 'success'])
  const holders = await db.selectFrom('customers').select('id').where('phone', '=', phone).execute()
  expect(holders).toHaveLength(1)
})

test('a code works only in the browser that requested it, and guesses from others do not count against it', async () => {
  const guest = shop.guest()
  const { phone } = newPerson()
  ok(await guest.api.auth.otpRequest({ input: phone }))
  const otp = await otpFor(db, phone)

  const stranger = shop.guest()
  for (let at = 0; at < 6; at++)
    expect(await stranger.api.auth.otpVerify({ input: phone, otp })).toMatchObject({ code: 'OTP_INVALID' })
  // The answer does not tell whether a code is outstanding.
  expect(await stranger.api.auth.otpVerify({ input: newPerson().phone, otp })).toEqual(
    await stranger.api.auth.otpVerify({ input: phone, otp }),
  )
  ok(await guest.api.auth.otpVerify({ input: phone, otp }))
})

test('a code expires after five minutes or when a newer one is sent', async () => {
  const guest = shop.guest()
  const { phone } = newPerson()
  ok(await guest.api.auth.otpRequest({ input: phone }))
  const first = await otpFor(db, phone)
  await letPass(db, 30)
  ok(await guest.api.auth.otpRequest({ input: phone }))
  const second = await otpFor(db, phone)
  if (first !== second)
    expect(await guest.api.auth.otpVerify({ input: phone, otp: first })).toMatchObject({
      code: 'OTP_INVALID',
    })

  await letPass(db, 5 * minutes)
  expect(await guest.api.auth.otpVerify({ input: phone, otp: second })).toMatchObject({ code: 'OTP_INVALID' })
})

test('codes are 30 seconds apart and four per half hour', async () => {
  const guest = shop.guest()
  const { phone } = newPerson()
  ok(await guest.api.auth.otpRequest({ input: phone }))
  expect(await guest.api.auth.otpRequest({ input: phone })).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Please wait a moment before you ask for another OTP',
  })
  for (let resend = 0; resend < 3; resend++) {
    await letPass(db, 30)
    ok(await guest.api.auth.otpRequest({ input: phone }))
  }
  await letPass(db, 30)

  expect(await guest.api.auth.otpRequest({ input: phone })).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Maximum attempt reached. Please try again later',
  })
  expect(await sentTo(phone)).toBe(4)
  await letPass(db, 30 * minutes)
  ok(await guest.api.auth.otpRequest({ input: phone }))
})

test('one address gets ten codes an hour across all phones', async () => {
  const guest = shop.guest()
  for (let at = 0; at < 10; at++) ok(await guest.api.auth.otpRequest({ input: newPerson().phone }))
  const { phone } = newPerson()
  for (let at = 0; at < 9; at++) {
    expect(await guest.api.auth.otpRequest({ input: phone })).toMatchObject({ code: 'RATE_LIMITED' })
    await letPass(db, 30)
  }
  expect(await sentTo(phone)).toBe(0)
  // What the address was refused is none of the eight codes that a phone gets a day.
  ok(await shop.guest().api.auth.otpRequest({ input: phone }))
})

/** Requests a code and guesses wrong five times, from a new browser at a new address. */
async function attack(phone: string) {
  const attacker = shop.guest()
  const requested = await attacker.api.auth.otpRequest({ input: phone })
  if (requested.status === 'error') return requested
  const code = await otpFor(db, phone)
  for (let at = 0; at < 5; at++) {
    const reply = await attacker.api.auth.otpVerify({ input: phone, otp: wrongOtp(code) })
    if (reply.status === 'error' && reply.code === 'RATE_LIMITED') return reply
  }
  return undefined
}

test('a phone allows ten guesses a day', async () => {
  const { phone } = newPerson()
  for (let round = 0; round < 2; round++) {
    expect(await attack(phone)).toBeUndefined()
    await letPass(db, 30)
  }
  expect(await attack(phone)).toMatchObject({ code: 'RATE_LIMITED' })
})

test('an account with another person’s unverified number gets no extra guesses', async () => {
  const squatter = shop.guest()
  const { phone } = await register(squatter)
  for (let round = 0; round < 2; round++) {
    expect(await attack(phone)).toBeUndefined()
    await letPass(db, 30)
  }
  ok(await squatter.api.auth.otpRequest({ input: phone }))
  const code = await otpFor(db, phone)
  expect(await squatter.api.auth.otpVerify({ input: phone, otp: wrongOtp(code) })).toMatchObject({
    code: 'RATE_LIMITED',
  })
})

test('after thirty failures in ninety days only a known device can still log in', async () => {
  const owner = shop.guest()
  const { id, phone } = await loginByOtp(db, owner)
  for (let round = 0; round < 6; round++) {
    await letPass(db, 12.1 * hours)
    expect(await attack(phone)).toBeUndefined()
  }
  await letPass(db, 2 * days)
  expect(await attack(phone)).toMatchObject({ code: 'RATE_LIMITED' })

  ok(await owner.api.auth.logout())
  await letPass(db, 30)
  expect((await loginByOtp(db, owner, phone)).id).toBe(id)
  await letPass(db, 90 * days)
  expect(await attack(phone)).toBeUndefined()
})

test('OTP login removes an unverified number from another account', async () => {
  const squatter = shop.guest()
  const { id, phone } = await register(squatter)

  const owner = await loginByOtp(db, shop.guest(), phone)

  expect(owner.id).not.toBe(id)
  expect(ok(await squatter.api.account.get())).toMatchObject({ id, phone: null })
})

test('OTP login finds a password account in the same browser', async () => {
  const guest = shop.guest()
  const { id, phone } = await register(guest)
  ok(await guest.api.auth.logout())

  const entered = await loginByOtp(db, guest, phone)

  expect(entered.id).toBe(id)
  expect(ok(await guest.api.account.get()).phone_verified_at).not.toBeNull()
})

test('otp/request sends no code to an unknown phone when registration is disabled, with the same reply', async () => {
  await setSettings(shop.services, { enable_customer_register: false })
  const { phone } = newPerson()
  const guest = shop.guest()

  expect(await guest.api.auth.otpRequest({ input: phone })).toMatchObject({ message: 'OTP sent' })
  expect(await sentTo(phone)).toBe(0)
  await setSettings(shop.services, { enable_customer_register: true })
})

test('otp/request is refused when OTP login is disabled', async () => {
  await setSettings(shop.services, { enable_otp_auth: false })
  const { phone } = newPerson()
  expect(await shop.guest().api.auth.otpRequest({ input: phone })).toMatchObject({ code: 'AUTH_MODE_OFF' })
  expect(await sentTo(phone)).toBe(0)
  await setSettings(shop.services, { enable_otp_auth: true })
})

test('a code appears only in the outbox, in no reply, log line or other table', async () => {
  const guest = shop.guest()
  const { phone } = newPerson()
  const requested = await guest.request({
    method: 'POST',
    url: '/api/auth/otp/request',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ input: phone }),
  })
  const code = await otpFor(db, phone)
  const challenge = await db
    .selectFrom('otp_challenges')
    .select(['code_hash', 'browser_hash'])
    .where('phone', '=', `+91${phone}`)
    .executeTakeFirstOrThrow()

  expect(JSON.stringify(requested.body)).not.toContain(code)
  expect(challenge.code_hash).toMatch(/^\$argon2id\$/)
  for (const line of shop.logged) expect(JSON.stringify(line)).not.toContain(phone)
  expect(
    await db.selectFrom('outbox').select('text').where('recipient', '=', `+91${phone}`).execute(),
  ).toEqual([
    {
      text: expect.stringMatching(
        new RegExp(`^${code} is your .*\\n\\n@shop\\.example\\.com #${code}$`, 's'),
      ),
    },
  ])
})
