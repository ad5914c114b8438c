import { expect, test, vi } from 'vitest'
import { letPass, newPerson, register } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { createServer } from '#server/http/create-server.ts'
import { readVisitor } from './session.ts'

const shop = await openShop({ seed: true, config: { storeUrl: 'http://localhost:3000' } })
const { db } = shop

/** The visitor the server derives from a request. */
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

test('a session identifies its customer and does not expose its token', async () => {
  const guest = shop.guest()
  const { id } = await register(guest)
  const sid = guest.cookies.get('sid') ?? ''

  const visitor = await visitorWith({ cookie: `sid=${sid}; grid_columns=3` })

  expect(visitor).toMatchObject({ customerId: id, cookies: { grid_columns: '3' } })
  expect(JSON.stringify(visitor)).not.toContain(sid)
})

test('an unknown, malformed or missing session is a guest', async () => {
  for (const cookie of ['', 'sid=', 'sid=x', `sid=${'a'.repeat(43)}`, "sid=' or 1=1 --"])
    expect((await visitorWith({ cookie })).customerId).toBeNull()
})

test('an https shop accepts only host-only session cookies', async () => {
  const guest = shop.guest()
  const { id } = await register(guest)
  const sid = guest.cookies.get('sid')
  const https = { storeUrl: 'https://shop.example.com' }

  expect((await visitorWith({ cookie: `sid=${sid}` }, https)).customerId).toBeNull()
  expect((await visitorWith({ cookie: `__Host-sid=${sid}` }, https)).customerId).toBe(id)
  expect((await visitorWith({ cookie: `__Host-sid=${sid}` })).customerId).toBeNull()
})

test('readVisitor runs no query for a guest, one for a session, and a second once a minute', async () => {
  const guest = shop.guest()
  await register(guest)
  const cookie = `sid=${guest.cookies.get('sid')}`
  const queries = vi.spyOn(db, 'executeQuery')
  const questions = async (headers: Record<string, string>) => {
    queries.mockClear()
    await visitorWith(headers)
    return queries.mock.calls.length
  }

  expect(await questions({})).toBe(0)
  expect(await questions({ cookie })).toBe(1)
  await letPass(db, 61)
  expect(await questions({ cookie })).toBe(2)
  expect(await questions({ cookie })).toBe(1)
})

test('a forwarded address counts only from a trusted proxy', async () => {
  const forwarded = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' }
  const trustedProxies = ['10.0.0.0/8']

  expect((await visitorWith(forwarded)).ip).toBe('10.0.0.5')
  expect((await visitorWith(forwarded, { trustedProxies })).ip).toBe('203.0.113.9')
  expect((await visitorWith(forwarded, { trustedProxies }, '192.0.2.7')).ip).toBe('192.0.2.7')
})

test('a failed session query answers 503, not a guest’s page', async () => {
  const guest = shop.guest()
  await register(guest)
  vi.spyOn(db, 'executeQuery').mockRejectedValue(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))

  const reply = await guest.request({ method: 'GET', url: '/api/account/get' })

  expect(reply).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect(reply.headers['retry-after']).toBe('5')
})

test('an unexpected error while reading the session answers 500 without its message', async () => {
  const guest = shop.guest()
  await register(guest)
  vi.spyOn(db, 'executeQuery').mockRejectedValue(new Error('canary: relation "sessions"'))

  const reply = await guest.request({ method: 'GET', url: '/api/account/get' })

  expect(reply).toMatchObject({ status: 500, body: { code: 'SERVER' } })
  expect(JSON.stringify(reply.body)).not.toContain('canary')
  expect(JSON.stringify(shop.logged)).toContain('canary')
})

test('a shop without https uses plain cookie names', async () => {
  const guest = shop.guest()
  ok(await guest.api.auth.register(newPerson()))
  expect([...guest.cookies.keys()].toSorted()).toEqual(['known_device', 'sid', 'signed_in'])
})
