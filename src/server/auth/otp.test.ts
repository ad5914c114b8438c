import { expect, test } from 'vitest'
import {
  codeFor,
  days,
  enterByOtp,
  hours,
  letPass,
  minutes,
  ok,
  openCodeShop,
  register,
  setSettings,
  somebody,
  wrong,
} from './test-auth.ts'

const shop = await openCodeShop()
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

test('a phone without an account gets a code, and with it an account', async () => {
  const guest = shop.guest()
  const { phone } = somebody()

  const asked = await guest.api.auth.otpRequest({ input: `+91 ${phone}` })
  const reply = await guest.api.auth.otpVerify({ input: phone, otp: await codeFor(db, phone) })

  expect(asked).toEqual({
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

test('the second time it is the same account', async () => {
  const { id, phone } = await enterByOtp(db, shop.guest())
  await letPass(db, 30)
  const guest = shop.guest()
  ok(await guest.api.auth.otpRequest({ input: phone }))

  const reply = await guest.api.auth.otpVerify({ input: phone, otp: await codeFor(db, phone) })

  expect(ok(reply)).toMatchObject({ is_new: false, user: { id } })
})

test('whether a phone has an account does not show in the reply', async () => {
  const { phone } = await enterByOtp(db, shop.guest())
  await letPass(db, 30)
  const ask = (input: string) =>
    shop.guest().request({
      method: 'POST',
      url: '/api/auth/otp/request',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ input }),
    })
  const [known, unknown] = [await ask(phone), await ask(somebody().phone)]
  expect(known.body).toEqual(unknown.body)
  expect(known.status).toBe(unknown.status)
})

test('phone and code are held to the rules of the forms, in their words', async () => {
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

test('five wrong codes, and the right one is worth nothing any more', async () => {
  const guest = shop.guest()
  const { phone } = somebody()
  ok(await guest.api.auth.otpRequest({ input: phone }))
  const code = await codeFor(db, phone)

  for (const left of [4, 3, 2, 1])
    expect(await guest.api.auth.otpVerify({ input: phone, otp: wrong(code) })).toMatchObject({
      code: 'OTP_INVALID',
      message: 'The OTP is incorrect',
      data: { attempts_left: left },
    })
  expect(await guest.api.auth.otpVerify({ input: phone, otp: wrong(code) })).toMatchObject({
    code: 'OTP_INVALID',
    message: 'The OTP is incorrect or has expired. Please request a new one',
    data: { attempts_left: 0 },
  })
  expect(await guest.api.auth.otpVerify({ input: phone, otp: code })).toMatchObject({ code: 'OTP_INVALID' })
  expect(await guest.api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('twenty guesses at the same moment are five guesses', async () => {
  const guest = shop.guest()
  const { phone } = somebody()
  ok(await guest.api.auth.otpRequest({ input: phone }))
  const code = await codeFor(db, phone)

  await Promise.all(
    Array.from({ length: 20 }, () => guest.api.auth.otpVerify({ input: phone, otp: wrong(code) })),
  )

  const { attempts } = await db
    .selectFrom('otp_challenges')
    .select('attempts')
    .where('phone', '=', `+91${phone}`)
    .executeTakeFirstOrThrow()
  expect(attempts).toBe(5)
})

test('a code logs in once, also when it is sent twice at the same moment', async () => {
  const guest = shop.guest()
  const { phone } = somebody()
  ok(await guest.api.auth.otpRequest({ input: phone }))
  const otp = await codeFor(db, phone)
  const other = shop.guest()
  other.cookies.set('__Host-otp', guest.cookies.get('__Host-otp') ?? '')

  const replies = await Promise.all(
    [guest, other].map(({ api }) => api.auth.otpVerify({ input: phone, otp })),
  )

  expect(replies.map(({ status }) => status).toSorted()).toEqual(['error', 'success'])
  const holders = await db.selectFrom('customers').select('id').where('phone', '=', phone).execute()
  expect(holders).toHaveLength(1)
})

test('a code is good only in the browser that asked for it, and another one’s guesses cost it nothing', async () => {
  const guest = shop.guest()
  const { phone } = somebody()
  ok(await guest.api.auth.otpRequest({ input: phone }))
  const otp = await codeFor(db, phone)

  const stranger = shop.guest()
  for (let at = 0; at < 6; at++)
    expect(await stranger.api.auth.otpVerify({ input: phone, otp })).toMatchObject({ code: 'OTP_INVALID' })
  ok(await guest.api.auth.otpVerify({ input: phone, otp }))
})

test('a code is good for five minutes, and only the newest one', async () => {
  const guest = shop.guest()
  const { phone } = somebody()
  ok(await guest.api.auth.otpRequest({ input: phone }))
  const first = await codeFor(db, phone)
  await letPass(db, 30)
  ok(await guest.api.auth.otpRequest({ input: phone }))
  const second = await codeFor(db, phone)
  if (first !== second)
    expect(await guest.api.auth.otpVerify({ input: phone, otp: first })).toMatchObject({
      code: 'OTP_INVALID',
    })

  await letPass(db, 5 * minutes)
  expect(await guest.api.auth.otpVerify({ input: phone, otp: second })).toMatchObject({ code: 'OTP_INVALID' })
})

test('codes are half a minute apart; after the first and three more it is enough for half an hour', async () => {
  const guest = shop.guest()
  const { phone } = somebody()
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

test('one address gets ten codes an hour, for whatever phones', async () => {
  const guest = shop.guest()
  for (let at = 0; at < 10; at++) ok(await guest.api.auth.otpRequest({ input: somebody().phone }))
  const { phone } = somebody()
  expect(await guest.api.auth.otpRequest({ input: phone })).toMatchObject({ code: 'RATE_LIMITED' })
  expect(await sentTo(phone)).toBe(0)
})

/** Asks for a code and guesses wrong five times, from a new browser at a new address. */
async function attack(phone: string) {
  const attacker = shop.guest()
  const asked = await attacker.api.auth.otpRequest({ input: phone })
  if (asked.status === 'error') return asked
  const code = await codeFor(db, phone)
  for (let at = 0; at < 5; at++) {
    const reply = await attacker.api.auth.otpVerify({ input: phone, otp: wrong(code) })
    if (reply.status === 'error' && reply.code === 'RATE_LIMITED') return reply
  }
  return undefined
}

test('a phone’s code is guessed ten times a day at most', async () => {
  const { phone } = somebody()
  for (let round = 0; round < 2; round++) {
    expect(await attack(phone)).toBeUndefined()
    await letPass(db, 30)
  }
  expect(await attack(phone)).toMatchObject({ code: 'RATE_LIMITED' })
})

test('an account of one’s own with somebody’s number in it gives no guesses of one’s own', async () => {
  const squatter = shop.guest()
  const { phone } = await register(squatter)
  for (let round = 0; round < 2; round++) {
    expect(await attack(phone)).toBeUndefined()
    await letPass(db, 30)
  }
  ok(await squatter.api.auth.otpRequest({ input: phone }))
  const code = await codeFor(db, phone)
  expect(await squatter.api.auth.otpVerify({ input: phone, otp: wrong(code) })).toMatchObject({
    code: 'RATE_LIMITED',
  })
})

test('after thirty failures in ninety days strangers guess no more, and the owner still gets in where they have been', async () => {
  const owner = shop.guest()
  const { id, phone } = await enterByOtp(db, owner)
  for (let round = 0; round < 6; round++) {
    await letPass(db, 12.1 * hours)
    expect(await attack(phone)).toBeUndefined()
  }
  await letPass(db, 2 * days)
  expect(await attack(phone)).toMatchObject({ code: 'RATE_LIMITED' })

  ok(await owner.api.auth.logout())
  await letPass(db, 30)
  expect((await enterByOtp(db, owner, phone)).id).toBe(id)
  await letPass(db, 90 * days)
  expect(await attack(phone)).toBeUndefined()
})

test('who wrote somebody’s number into an account of their own has it taken away by who holds the phone', async () => {
  const squatter = shop.guest()
  const { id, phone } = await register(squatter)

  const owner = await enterByOtp(db, shop.guest(), phone)

  expect(owner.id).not.toBe(id)
  expect(ok(await squatter.api.account.get())).toMatchObject({ id, phone: null })
})

test('who registered by password finds the same account by code, in the same browser', async () => {
  const guest = shop.guest()
  const { id, phone } = await register(guest)
  ok(await guest.api.auth.logout())

  const entered = await enterByOtp(db, guest, phone)

  expect(entered.id).toBe(id)
  expect(ok(await guest.api.account.get()).phone_verified_at).not.toBeNull()
})

test('a shop that opens no accounts sends no code to a stranger, and does not say so', async () => {
  await setSettings(shop.services, { enable_customer_register: false })
  const { phone } = somebody()
  const guest = shop.guest()

  expect(await guest.api.auth.otpRequest({ input: phone })).toMatchObject({ message: 'OTP sent' })
  expect(await sentTo(phone)).toBe(0)
  await setSettings(shop.services, { enable_customer_register: true })
})

test('a shop without codes sends none', async () => {
  await setSettings(shop.services, { enable_otp_auth: false })
  const { phone } = somebody()
  expect(await shop.guest().api.auth.otpRequest({ input: phone })).toMatchObject({ code: 'AUTH_MODE_OFF' })
  expect(await sentTo(phone)).toBe(0)
  await setSettings(shop.services, { enable_otp_auth: true })
})

test('a code is in the outbox alone: in no reply, no log line, no other table', async () => {
  const guest = shop.guest()
  const { phone } = somebody()
  const asked = await guest.request({
    method: 'POST',
    url: '/api/auth/otp/request',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ input: phone }),
  })
  const code = await codeFor(db, phone)
  const challenge = await db
    .selectFrom('otp_challenges')
    .select(['code_hash', 'browser_hash'])
    .where('phone', '=', `+91${phone}`)
    .executeTakeFirstOrThrow()

  expect(JSON.stringify(asked.body)).not.toContain(code)
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
