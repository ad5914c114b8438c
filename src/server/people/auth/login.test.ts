import { expect, test } from 'vitest'
import { days, hours, letPass, mailTo, minutes, newPerson, register } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { makeProduct } from '#harness/products.ts'
import { ok } from '#harness/reply.ts'
import { setSettings } from '#harness/settings.ts'

const shop = await openShop({ seed: true })
const { db } = shop

/** A customer, and another browser that is not logged in. */
async function customer() {
  const first = shop.guest()
  const person = await register(first)
  return { first, person, other: shop.guest() }
}

test('registration logs in and stores the account as entered', async () => {
  const guest = shop.guest()
  const person = { ...newPerson(), email: '  NewAsha@Example.com ', phone: '+91 97654 32109' }

  const reply = await guest.api.auth.register(person)

  expect(reply).toMatchObject({
    status: 'success',
    message: 'Welcome, Asha',
    data: { cart_session_id: null },
  })
  expect(ok(await guest.api.account.get())).toMatchObject({
    first_name: 'Asha',
    email: 'newasha@example.com',
    email_verified_at: null,
    phone: '9765432109',
    phone_verified_at: null,
    has_password: true,
    order_count: 0,
    access_logs: [{ event: 'login', method: 'register', current: true, active: true }],
  })
})

test('registration reports missing and invalid fields with the spec’s messages', async () => {
  const reply = await shop.guest().api.auth.register({
    first_name: ' ',
    last_name: 'Rao',
    phone: '12345',
    email: 'asha@',
    password: 'short',
  })
  expect(reply).toMatchObject({
    code: 'VALIDATION',
    errors: {
      first_name: ['This field is required'],
      email: ['The value must be an valid email address'],
      password: ['The value length should be at least 6'],
    },
  })
  expect(await shop.guest().api.auth.register({ ...newPerson(), phone: '12345' })).toMatchObject({
    errors: { phone: ['Invalid phone number'] },
  })
  expect(await shop.guest().api.auth.register({ ...newPerson(), password: 'x'.repeat(257) })).toMatchObject({
    errors: { password: ['The value length should not exceed 256'] },
  })
})

test('an email or phone has only one account, whatever its spelling', async () => {
  const { person } = await customer()

  const reply = await shop
    .guest()
    .api.auth.register({ ...newPerson(), email: person.email.toUpperCase(), phone: `0${person.phone}` })

  expect(reply).toMatchObject({
    code: 'VALIDATION',
    errors: {
      email: ['This email address already has an account'],
      phone: ['This mobile number already has an account'],
    },
  })
})

test('an email with full-width or invisible characters is the same email', async () => {
  const { email } = await register(shop.guest())
  for (const twin of [email.replace('@', '\u200b@'), email.replace(/[a-z]/, (letter) => fullWidth(letter))])
    expect(await shop.guest().api.auth.register({ ...newPerson(), email: twin })).toMatchObject({
      errors: { email: [expect.any(String)] },
    })
})

const fullWidth = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)

test('bidirectional controls are removed from names', async () => {
  const guest = shop.guest()
  await register(guest, { first_name: 'Asha\u202e' })

  expect(ok(await guest.api.account.get())).toMatchObject({ first_name: 'Asha' })
})

test('registration by email sends the link that confirms the address', async () => {
  const { email } = await register(shop.guest())

  expect(await mailTo(shop.db, email)).toMatchObject({ kind: 'email_confirmation' })
})

test('ten concurrent registrations with one email create one account', async () => {
  const person = newPerson()
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      shop.guest().api.auth.register({ ...person, phone: `970000000${at}` }),
    ),
  )
  expect(replies.filter(({ status }) => status === 'success')).toHaveLength(1)
  expect(replies.filter((reply) => reply.status === 'error' && reply.code === 'VALIDATION')).toHaveLength(9)
})

test('email and password log in from another browser', async () => {
  const { person, other } = await customer()

  const reply = await other.api.auth.login({ email: person.email.toUpperCase(), password: person.password })

  expect(reply).toMatchObject({ message: 'Logged in successfully', data: { user: { id: person.id } } })
  expect(ok(await other.api.account.get()).id).toBe(person.id)
})

test('a wrong password and an unknown email get the same error', async () => {
  const { person, other } = await customer()
  const login = (email: string, password: string) =>
    other.request({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ email, password }),
    })

  const wrong = await login(person.email, 'kupfer-Kanne-72')
  const unknown = await login('nobody@example.com', person.password)

  expect(wrong).toMatchObject({
    status: 401,
    body: { status: 'error', code: 'INVALID_CREDENTIALS', message: 'Email or password is incorrect' },
  })
  expect(unknown.status).toBe(401)
  expect(unknown.body).toEqual(wrong.body)
  expect(wrong.headers['set-cookie']).toBeUndefined()
  expect(await other.api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('password login fails for an account without a password, also with an empty one', async () => {
  await db.insertInto('customers').values({ email: 'by-code@example.com' }).execute()
  expect(
    await shop.guest().api.auth.login({ email: 'by-code@example.com', password: 'anything' }),
  ).toMatchObject({ code: 'INVALID_CREDENTIALS' })
})

test('the session cookie is HttpOnly and host-only', async () => {
  const { person, other } = await customer()
  const login = async (remember_me: boolean) => {
    const { headers } = await other.request({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ email: person.email, password: person.password, remember_me }),
    })
    return [headers['set-cookie']].flat().find((cookie) => String(cookie).includes('sid='))
  }

  expect(await login(true)).toMatch(
    /^__Host-sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect(await login(false)).toMatch(/^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const token = other.cookies.get('__Host-sid') ?? ''
  expect(await db.selectFrom('sessions').selectAll().where('token_hash', '=', token).execute()).toEqual([])
  const planted = shop.guest()
  planted.cookies.set('sid', token)
  expect(await planted.api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('login rotates the session token', async () => {
  const { first, person } = await customer()
  const before = first.cookies.get('__Host-sid') ?? ''

  ok(await first.api.auth.login(person.login))

  expect(first.cookies.get('__Host-sid')).not.toBe(before)
  const thief = shop.guest()
  thief.cookies.set('__Host-sid', before)
  expect(await thief.api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('a remembered session ends after 14 idle days or 30 in total, another one after two hours', async () => {
  const { first, person, other } = await customer()
  ok(await other.api.auth.login({ ...person.login, remember_me: false }))
  const isIn = async (guest: typeof other) => (await guest.api.account.get()).status === 'success'

  await letPass(db, 1.9 * hours)
  expect([await isIn(first), await isIn(other)]).toEqual([true, true])
  await letPass(db, 2.1 * hours)
  expect([await isIn(first), await isIn(other)]).toEqual([true, false])
  await letPass(db, 13.5 * days)
  expect(await isIn(first)).toBe(true)
  await letPass(db, 13.5 * days)
  expect(await isIn(first)).toBe(true)
  await letPass(db, 3 * days)
  expect(await isIn(first)).toBe(false)
})

test('the eleventh session of a customer ends the one idle longest', async () => {
  const { first, person } = await customer()
  const others = Array.from({ length: 10 }, () => shop.guest())
  for (const guest of others) ok(await guest.api.auth.login(person.login))

  expect(await first.api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
  for (const guest of others) ok(await guest.api.account.get())
})

test('logout invalidates the session token everywhere', async () => {
  const { first } = await customer()
  const token = first.cookies.get('__Host-sid') ?? ''
  const { product_id } = await makeProduct(db)
  ok(await first.api.cart.addItem({ product_id }))

  const reply = await first.api.auth.logout()

  expect(reply).toMatchObject({ message: 'Logged out', data: { user: null, cart_session_id: null } })
  expect(first.cookies.has('__Host-sid')).toBe(false)
  expect(first.cookies.has('__Host-cart_session')).toBe(false)
  first.cookies.set('__Host-sid', token)
  expect(await first.api.account.get()).toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('a cross-site login is refused (login CSRF)', async () => {
  const { person, other } = await customer()
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
  ]) {
    const reply = await other.request({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ email: person.email, password: person.password }),
    })
    expect(reply).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  }
  expect(other.cookies.size).toBe(0)
})

test('an account blocks an address after ten wrong passwords, and no other address', async () => {
  const { person, other } = await customer()
  for (let at = 0; at < 10; at++)
    expect(await other.api.auth.login({ ...person.login, password: `wrong-${at}` })).toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })

  const refused = await other.request({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ email: person.email, password: person.password }),
  })
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'RATE_LIMITED', message: 'Maximum attempt reached. Please try again later' },
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  ok(await shop.guest().api.auth.login(person.login))
  await letPass(db, 15 * minutes)
  ok(await other.api.auth.login(person.login))
})

test('failed attempts from elsewhere do not lock out the owner’s known browser', async () => {
  const { first, person } = await customer()
  ok(await first.api.auth.logout())
  for (let address = 0; address < 10; address++) {
    const attacker = shop.guest()
    for (let at = 0; at < 10; at++) await attacker.api.auth.login({ ...person.login, password: 'wrong' })
  }

  expect(await shop.guest().api.auth.login(person.login)).toMatchObject({ code: 'RATE_LIMITED' })
  ok(await first.api.auth.login(person.login))
})

test('successful logins do not count against the address limit', async () => {
  const { person, other } = await customer()
  for (let at = 0; at < 12; at++) ok(await other.api.auth.login(person.login))
})

test('passwords of 64 and of 256 characters are taken whole, and a longer one is refused', async () => {
  for (const length of [64, 256]) {
    const person = { ...newPerson(), password: `Ünïcode pass phrase ${'x'.repeat(length)}`.slice(0, length) }
    ok(await shop.guest().api.auth.register(person))
    const { email, password } = person
    ok(await shop.guest().api.auth.login({ email, password }))
    expect(
      await shop.guest().api.auth.login({ email, password: password.slice(0, -1) }),
      'not truncated',
    ).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  }
  expect(await shop.guest().api.auth.register({ ...newPerson(), password: 'x'.repeat(257) })).toMatchObject({
    code: 'VALIDATION',
  })
})

test('a password of ten years ago still signs in, and nothing asks for a new one', async () => {
  const { person } = await customer()
  await db
    .updateTable('customers')
    .set({ created_at: new Date(Date.now() - 10 * 365 * 86_400_000) })
    .where('email', '=', person.email)
    .execute()
  const reply = ok(await shop.guest().api.auth.login(person.login))
  expect(JSON.stringify(reply)).not.toMatch(/expire|renew|change.*password/i)
})

test('one address can register five accounts an hour', async () => {
  const guest = shop.guest()
  for (let at = 0; at < 5; at++) await register(guest)
  expect(await guest.api.auth.register(newPerson())).toMatchObject({ code: 'RATE_LIMITED' })
})

test('password login is refused when disabled, unless no other method is enabled', async () => {
  const { person, other } = await customer()
  const set = (settings: Parameters<typeof setSettings>[1]) => setSettings(shop.services, settings)
  await set({ enable_legacy_auth: false })
  expect(await other.api.auth.login(person.login)).toMatchObject({ code: 'AUTH_MODE_OFF' })
  expect(await other.api.auth.register(newPerson())).toMatchObject({ code: 'AUTH_MODE_OFF' })
  await set({ enable_otp_auth: false })
  ok(await other.api.auth.login(person.login))
  await set({ enable_otp_auth: true, enable_legacy_auth: true, enable_customer_register: false })
  expect(await other.api.auth.register(newPerson())).toMatchObject({ code: 'REGISTRATION_OFF' })
  await set({ enable_customer_register: true })
})

test('logs contain no passwords and no tokens', async () => {
  const { first, person, other } = await customer()
  await other.api.auth.login({ ...person.login, password: 'canary-Kanne-71' })
  ok(await other.api.auth.login(person.login))
  const lines = JSON.stringify(shop.logged)
  for (const secret of ['canary-Kanne', person.password, first.cookies.get('__Host-sid') ?? '?'])
    expect(lines).not.toContain(secret)
})
