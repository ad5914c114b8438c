import { expect, test } from 'vitest'
import { ok, openCodeShop, register, somebody, stocked } from './test-auth.ts'

const { db, guest } = await openCodeShop()

test('the application hears who is logged in, and a guest nothing of it', async () => {
  const who = guest()
  const { id } = await register(who)

  expect(ok(await who.api.storefront.initialValues({ keys: 'store_name' })).account).toMatchObject({ id })
  expect(ok(await guest().api.storefront.initialValues({}))).not.toHaveProperty('account')
})

test('a browser whose session has ended elsewhere forgets that it was logged in', async () => {
  const who = guest()
  const { login } = await register(who)
  const other = guest()
  ok(await other.api.auth.login(login))
  const { access_logs } = ok(await other.api.account.get({}))
  const theirs = access_logs.find(({ session_id, current }) => session_id !== null && !current)
  ok(await other.api.account.deleteSession({ id: theirs?.session_id ?? 0 }))
  expect(who.cookies.has('__Host-signed_in')).toBe(true)

  expect(ok(await who.api.storefront.initialValues({}))).not.toHaveProperty('account')

  expect(who.cookies.has('__Host-signed_in')).toBe(false)
})

test('logging out makes the browser forget what it has kept', async () => {
  const who = guest()
  await register(who)

  const { headers } = await who.request({
    method: 'POST',
    url: '/api/auth/logout',
    payload: '{}',
    headers: { 'content-type': 'application/json' },
  })

  expect(headers['clear-site-data']).toBe('"storage"')
  expect(who.cookies.has('__Host-signed_in')).toBe(false)
})

test('over https every cookie is Secure, and of this very host but for the names that are given', async () => {
  const who = guest()
  const set: string[] = []
  const post = async (url: string, input: object) => {
    const { headers } = await who.request({
      method: 'POST',
      url,
      payload: JSON.stringify(input),
      headers: { 'content-type': 'application/json' },
    })
    set.push(...[headers['set-cookie'] ?? []].flat().map(String))
  }
  const { phone, ...person } = somebody()
  await post('/api/cart/add-item', await stocked(db))
  await post('/api/auth/otp/request', { input: phone })
  await post('/api/auth/register', { ...person, phone: somebody().phone })
  await post('/api/base/heart-beat', { url: '/', build_id: 'test' })
  await post('/api/auth/logout', {})

  expect(set.length).toBeGreaterThan(6)
  for (const cookie of set) expect(cookie).toMatch(/; Path=\/;.* Secure; SameSite=Lax$/)
  const names = new Set(set.map((cookie) => cookie.split('=')[0] ?? ''))
  // Decisions §1.7. Neither opens anything of a customer's: a cart that has one is found by the session alone.
  expect([...names].filter((name) => !name.startsWith('__Host-')).toSorted()).toEqual([
    'cart_session',
    'heartbeat',
  ])
})
