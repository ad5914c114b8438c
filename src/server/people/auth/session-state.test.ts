import { expect, test } from 'vitest'
import { newPerson, register } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { makeProduct } from '#harness/products.ts'
import { ok } from '#harness/reply.ts'

const { db, guest } = await openShop({ seed: true, settings: { enable_otp_auth: true } })

test('the page state names the customer when logged in, and nothing for a guest', async () => {
  const who = guest()
  const { id } = await register(who)

  expect(ok(await who.api.storefront.initialValues({ keys: 'store_name' })).account).toMatchObject({ id })
  expect(ok(await guest().api.storefront.initialValues({}))).not.toHaveProperty('account')
})

test('a browser clears its login state when its session was ended elsewhere', async () => {
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

test('logout clears the browser’s storage', async () => {
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

test('cookies are Secure and host-only over https, except for the listed names', async () => {
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
  const { phone, ...person } = newPerson()
  await post('/api/cart/add-item', await makeProduct(db))
  await post('/api/auth/otp/request', { input: phone })
  await post('/api/auth/register', { ...person, phone: newPerson().phone })
  await post('/api/base/heart-beat', { url: '/', build_id: 'test' })
  await post('/api/auth/logout', {})

  expect(set.length).toBeGreaterThan(6)
  for (const cookie of set) expect(cookie).toMatch(/; Path=\/;.* Secure; SameSite=Lax$/)
  const names = new Set(set.map((cookie) => cookie.split('=')[0] ?? ''))
  // Scripts and analytics may read the heartbeat; it identifies nothing.
  expect([...names].filter((name) => !name.startsWith('__Host-'))).toEqual(['heartbeat'])
  const cart = set.find((cookie) => cookie.startsWith('__Host-cart_session='))
  expect(cart).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})
