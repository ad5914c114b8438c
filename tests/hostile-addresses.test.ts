import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { routes } from '../src/screens/routes.ts'
import { screens } from '../src/screens/screens.ts'
import { makePerson } from './matrix/world.ts'

/**
 * Every page route with addresses that no link of the shop has: long, malformed, or named as a member of every object. None is a
 * failure of the server, neither as a document nor as page data, and none takes longer than any other missing page.
 */
const shop = await openShop({ seed: true, pages: true })
const { visitor: customer } = await makePerson(shop)
const guest = shop.guest()
const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })

const segments = {
  '201 letters': 'x'.repeat(201),
  '10 KB of capital letters': 'X'.repeat(10_000),
  '200 letters of three bytes': encodeURIComponent('漢'.repeat(200)),
  '10 KB of hyphens': '-'.repeat(10_000),
  '6 KB of @': '%40'.repeat(2_000),
  '6 KB of encoded spaces': '%20'.repeat(2_000),
  'an escape of nothing': '%zz',
  'a cut escape after 201 letters': `${'x'.repeat(201)}%E0%A4`,
  'a NUL': 'mug%00',
  'a lone surrogate': '%ED%A0%80',
  ['__proto__']: '__proto__',
  constructor: 'constructor',
  'a path upwards': '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
}

const pageRoutes = routes.filter(({ screen }) => screen !== '')

/** Addresses of a route in which each parameter in turn is the segment, and one with the segment in its query. */
function addressesOf(path: string, segment: string): string[] {
  const names = path.match(/:\w+[+*]?/g) ?? []
  const filled = names.map((name) => path.replace(name, segment).replace(/:\w+[+*]?/g, 'x'))
  const nested = filled.length === 1 && /[+*]$/.test(path) ? filled.map((one) => `${one}/x`) : []
  const base = path.replace(/\/:\w+\*$/, '').replace(/:\w+[+*]?/g, 'x')
  return [...filled, ...nested, `${base}?query=${segment}&page=${segment}&sku=${segment}`]
}

const payloadOf = (address: string) => {
  const [path = '', query] = address.split('?')
  return `${path === '/' ? '' : path}/_payload.json?test${query === undefined ? '' : `&${query}`}`
}

test.each(Object.entries(segments))('no page route fails for a segment of %s', async (_, segment) => {
  const failures: string[] = []
  for (const { path, screen } of pageRoutes)
    for (const address of addressesOf(path, segment))
      for (const url of [address, payloadOf(address)]) {
        // Guests are redirected from most pages of one visitor.
        const visitor = screens[screen as keyof typeof screens].visitor ? customer : guest
        const { status } = await visitor.request({ method: 'GET', url })
        if (status >= 500) failures.push(`${status} ${path}: ${url.slice(0, 80)}`)
      }

  expect(failures).toEqual([])
  expect(shop.logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
})

test.each([
  '/',
  '/product/',
  '/product-category/',
  '/product-collection/',
  '/shop-online/',
  '/blogs/',
  '/forms/',
])('a segment of 201 letters after %s is a missing page', async (parent) => {
  const path = parent + 'x'.repeat(201)
  const document = await guest.request({ method: 'GET', url: path })
  const payload = await guest.request({ method: 'GET', url: payloadOf(path) })

  expect(document.status).toBe(404)
  expect(document.body).toContain('Page Not Found')
  expect(payload).toMatchObject({ status: 404, body: { error: { status: 404 } } })
})

test('a hostile address takes as long as a missing page, and other requests do not wait for it', async () => {
  const hostile = `/${'%40'.repeat(2_000)}`
  const [missing, attack, health] = [[], [], []] as [number[], number[], number[]]
  for (let round = 0; round < 5; round++) {
    missing.push(await millisecondsOf('/no-such-page'))
    const [first, second] = await Promise.all([millisecondsOf(hostile), millisecondsOf('/api/health')])
    attack.push(first)
    health.push(second)
  }

  // The best round of each: the machine may be busy with other work.
  const limit = 10 * Math.min(...missing) + 50
  expect(Math.min(...attack)).toBeLessThan(limit)
  expect(Math.min(...health)).toBeLessThan(limit)
})

async function millisecondsOf(path: string) {
  const started = performance.now()
  await (await fetch(origin + path)).arrayBuffer()
  return performance.now() - started
}
