import { expect, test, vi } from 'vitest'
import { openShop } from '../../../tests/shop.ts'
import { letPass, ok, register, somebody } from '../auth/test-auth.ts'
import { createServer } from './create-server.ts'
import { readVisitor } from './session.ts'

const shop = await openShop({ seed: true, config: { storeUrl: 'http://localhost:3000' } })
const { db } = shop

/** Who the server takes a request for. */
async function visitorWith(
  headers: Record<string, string>,
  config: { storeUrl?: string; trustedProxies?: string[] } = {},
  remoteAddress = '10.0.0.5',
) {
  const services = { ...shop.services, config: { ...shop.services.config, ...config } }
  const app = createServer(services)
  app.get('/who', (request) => readVisitor(services, request))
  const { body } = await app.inject({ url: '/who', headers, remoteAddress })
  await app.close()
  return JSON.parse(body) as Awaited<ReturnType<typeof readVisitor>>
}

test('a session makes the visitor its customer, and its token stays with the one who reads it', async () => {
  const guest = shop.guest()
  const { id } = await register(guest)
  const sid = guest.cookies.get('sid') ?? ''

  const visitor = await visitorWith({ cookie: `sid=${sid}; grid_columns=3` })

  expect(visitor).toMatchObject({ customerId: id, cookies: { grid_columns: '3' } })
  expect(JSON.stringify(visitor)).not.toContain(sid)
})

test('an unknown session, a broken one and none at all are a guest', async () => {
  for (const cookie of ['', 'sid=', 'sid=x', `sid=${'a'.repeat(43)}`, "sid=' or 1=1 --"])
    expect((await visitorWith({ cookie })).customerId).toBeNull()
})

test('where the shop is https only a cookie of this very host is believed', async () => {
  const guest = shop.guest()
  const { id } = await register(guest)
  const sid = guest.cookies.get('sid')
  const https = { storeUrl: 'https://shop.example.com' }

  expect((await visitorWith({ cookie: `sid=${sid}` }, https)).customerId).toBeNull()
  expect((await visitorWith({ cookie: `__Host-sid=${sid}` }, https)).customerId).toBe(id)
  expect((await visitorWith({ cookie: `__Host-sid=${sid}` })).customerId).toBeNull()
})

test('a guest costs no question to the database, a session one, and once a minute a second', async () => {
  const guest = shop.guest()
  await register(guest)
  const cookie = `sid=${guest.cookies.get('sid')}`
  const asked = vi.spyOn(db, 'executeQuery')
  const questions = async (headers: Record<string, string>) => {
    asked.mockClear()
    await visitorWith(headers)
    return asked.mock.calls.length
  }

  expect(await questions({})).toBe(0)
  expect(await questions({ cookie })).toBe(1)
  await letPass(db, 61)
  expect(await questions({ cookie })).toBe(2)
  expect(await questions({ cookie })).toBe(1)
})

test('a forwarded address is believed from a trusted proxy only, and only its own word', async () => {
  const forwarded = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' }
  const trustedProxies = ['10.0.0.0/8']

  expect((await visitorWith(forwarded)).ip).toBe('10.0.0.5')
  expect((await visitorWith(forwarded, { trustedProxies })).ip).toBe('203.0.113.9')
  expect((await visitorWith(forwarded, { trustedProxies }, '192.0.2.7')).ip).toBe('192.0.2.7')
})

test('a session that cannot be read is an outage, not a guest', async () => {
  const guest = shop.guest()
  await register(guest)
  vi.spyOn(db, 'executeQuery').mockRejectedValue(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))

  const reply = await guest.request({ method: 'GET', url: '/api/account/get' })

  expect(reply).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect(reply.headers['retry-after']).toBe('5')
})

test('a bug on the way to the session is a 500 without its words', async () => {
  const guest = shop.guest()
  await register(guest)
  vi.spyOn(db, 'executeQuery').mockRejectedValue(new Error('canary: relation "sessions"'))

  const reply = await guest.request({ method: 'GET', url: '/api/account/get' })

  expect(reply).toMatchObject({ status: 500, body: { code: 'SERVER' } })
  expect(JSON.stringify(reply.body)).not.toContain('canary')
  expect(JSON.stringify(shop.logged)).toContain('canary')
})

test('on a shop without https the cookies have their plain names', async () => {
  const guest = shop.guest()
  ok(await guest.api.auth.register(somebody()))
  expect([...guest.cookies.keys()].toSorted()).toEqual(['known_device', 'sid', 'signed_in'])
})
