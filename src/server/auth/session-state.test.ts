import { expect, test } from 'vitest'
import { openShop } from '../../../tests/shop.ts'
import { ok, register } from './test-auth.ts'

const { guest } = await openShop({ seed: true })

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
  expect(who.cookies.has('signed_in')).toBe(true)

  expect(ok(await who.api.storefront.initialValues({}))).not.toHaveProperty('account')

  expect(who.cookies.has('signed_in')).toBe(false)
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
  expect(who.cookies.has('signed_in')).toBe(false)
})
