import { afterAll, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { routes as allRoutes } from '../src/screens/routes.ts'
import { type CallRow, callRows, rowOf } from './matrix/call-rows.ts'
import { pageRows } from './matrix/page-rows.ts'
import { fingerprintOf, makePerson, openWorld, type Person, requestOf } from './matrix/world.ts'
import type { Guest } from './shop.ts'

/**
 * Nobody where they don't belong: every page and every call × {guest, owner, stranger, wrong origin} × {own, foreign, unknown
 * record}. Complete by construction: the tables are typed by the contract's calls and the shop's screens.
 */
// What is left to the server has no screen.
const pageRoutes = allRoutes.filter(({ screen }) => screen !== '')

const world = await openWorld()
const stranger = await makePerson(world)
const bystander = await makePerson(world)
const guest = world.guest()

const calls = Object.entries(routes).flatMap(([group, names]) =>
  Object.entries(names).map(([name, route]) => ({ call: `${group}.${name}`, route: String(route) })),
)

/** How many cells have been looked at: a matrix that has lost its cells must not pass. */
let cells = 0
afterAll(() => expect(cells).toBeGreaterThan(5 * calls.length))

type Answer = { status: number; headers: Record<string, unknown>; body: unknown }

/** One cell: asks, and holds the answer against what must hold for everybody. */
async function ask(
  visitor: Guest,
  call: string,
  input: Record<string, unknown>,
  headers = {},
): Promise<Answer> {
  cells += 1
  const request = requestOf(call, input)
  const answer = await visitor.request({ ...request, headers: { ...request.headers, ...headers } })
  expect(answer.status, `${call}: no cell is a bug`).toBeLessThan(500)
  expect(answer.headers['access-control-allow-origin'], 'no other site may read').toBeUndefined()
  expect(answer.headers['cache-control']).toBe('no-store')
  return answer
}

const otherSite = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }

function tellsNothingOf({ secrets }: Person, { body }: Answer) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
}

test.each(calls)('$call ($route): nobody where they do not belong', async ({ call, route }) => {
  const row = rowOf(call)
  if (!row) return expect.fail(`${call} has no row in tests/matrix/call-rows.ts`)
  const isUnsafe = !route.startsWith('GET ')
  // Whose things may be used up by it is made for it; who is only looked at is not.
  const isSpent = isUnsafe && (row.kind !== 'open' || call.startsWith('auth.'))
  const owner = isSpent ? await makePerson(world) : bystander
  const before = await fingerprintOf(world.db, owner.id)

  await strangers(call, row, owner, isSpent)
  if (isUnsafe) {
    const forged = await ask(owner.visitor, call, ownInput(row, owner), otherSite)
    expect(forged).toMatchObject({ status: 403, body: { status: 'error', code: 'FORBIDDEN' } })
    const old = { 'sec-fetch-site': undefined, origin: 'https://evil.example' }
    expect((await ask(owner.visitor, call, ownInput(row, owner), old)).status).toBe(403)
  }
  expect(await fingerprintOf(world.db, owner.id), 'a refusal changes nothing of the owner’s').toBe(before)

  const own = await ask(owner.visitor, call, ownInput(row, owner), isUnsafe ? {} : otherSite)
  if (row.kind !== 'cart') expect(own, 'the owner').toMatchObject({ status: row.answers })
  expect(own.status, 'the owner is never taken for somebody else').not.toBe(403)
})

/** What everybody but the owner gets. */
async function strangers(call: string, row: CallRow, owner: Person, isSpent: boolean) {
  const visitors = [guest, stranger.visitor]
  if (row.kind === 'open') {
    // The stranger must stay logged in for the other rows.
    const all = call === 'auth.logout' ? [guest, (await makePerson(world)).visitor] : visitors
    for (const visitor of all) {
      const answer = await ask(visitor, call, row.input)
      expect(answer.status).toBe(row.answers)
      tellsNothingOf(owner, answer)
    }
    return
  }
  if (row.kind === 'cart') {
    for (const visitor of visitors) tellsNothingOf(owner, await ask(visitor, call, row.input(owner)))
    return
  }
  if (row.kind === 'customer') {
    expect(await ask(guest, call, row.input(owner))).toMatchObject(notLoggedIn)
    // What a customer's call does, it does to the one who is logged in.
    const other = isSpent ? await makePerson(world) : stranger
    tellsNothingOf(owner, await ask(other.visitor, call, row.input(other)))
    return
  }
  if (!row.bearer) expect(await ask(guest, call, row.input(owner))).toMatchObject(notLoggedIn)
  const foreign = await ask(stranger.visitor, call, row.foreign(owner, stranger))
  const unknown = await ask(stranger.visitor, call, row.unknown(owner))
  const ownUnknown = await ask(owner.visitor, call, row.unknown(owner))
  for (const answer of [foreign, unknown, ownUnknown]) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    tellsNothingOf(owner, answer)
  }
  expect(foreign.body, 'a foreign record looks like none').toEqual(unknown.body)
  if (row.bearer) expect((await ask(guest, call, row.foreign(owner, stranger))).body).toEqual(unknown.body)
}

const notLoggedIn = {
  status: 401,
  body: { status: 'error', code: 'UNAUTHENTICATED', message: 'Please log in first' },
}

function ownInput(row: CallRow, owner: Person) {
  return row.kind === 'open' ? row.input : row.input(owner)
}

test('the table of calls has a row for every call and none beside', () => {
  const rows = Object.entries(callRows).flatMap(([group, names]) =>
    Object.keys(names).map((name) => `${group}.${name}`),
  )
  expect(rows.toSorted()).toEqual(calls.map(({ call }) => call).toSorted())
})

/** Somebody who has done nothing yet. */
const passerBy = world.guest()

/** A page as the matrix writes it: 'page', 'none', or where it leads. */
async function visit(visitor: Guest, url: string): Promise<{ outcome: string; answer: Answer }> {
  cells += 1
  const answer = await visitor.request({ method: 'GET', url })
  const location = String(answer.headers.location ?? '')
  const outcome = { 200: 'page', 302: location, 404: 'none' }[answer.status] ?? String(answer.status)
  return { outcome, answer }
}

test.each(pageRoutes)('$path: every visitor sees their own page or none', async ({ screen }) => {
  const row = pageRows[screen as keyof typeof pageRows]
  const path = row.path(bystander)
  const leads = (outcome: string, expected: string) =>
    expected.startsWith('/')
      ? expect(outcome.slice(0, expected.length)).toBe(expected)
      : expect(outcome).toBe(expected)

  const ofGuest = await visit(passerBy, path)
  leads(ofGuest.outcome, row.guest)
  const ofOwner = await visit(bystander.visitor, path)
  leads(ofOwner.outcome, row.owner)
  const ofStranger = await visit(stranger.visitor, path)
  leads(ofStranger.outcome, row.foreign)
  // A token in the address is the key: who has it may see.
  // But for what the address itself says.
  const unsaid = { ...bystander, secrets: bystander.secrets.filter((secret) => !path.includes(secret)) }
  if (!row.wrongKey) for (const { answer } of [ofGuest, ofStranger]) tellsNothingOf(unsaid, answer)

  if (row.guest !== 'page' || row.wrongKey)
    for (const { answer } of [ofGuest, ofOwner, ofStranger])
      expect(answer.headers['cache-control'], 'a page of one visitor is kept nowhere').toBe(
        'private, no-store',
      )

  const payload = `${path.split('?')[0]?.replace(/\/$/, '')}/_payload.json?test`
  tellsNothingOf(unsaid, (await visit(stranger.visitor, payload)).answer)

  if (row.wrongKey) {
    const { outcome, answer } = await visit(stranger.visitor, row.wrongKey.path(bystander, stranger))
    leads(outcome, row.wrongKey.answers)
    tellsNothingOf(bystander, answer)
  }
  if (row.unknown)
    for (const visitor of [passerBy, bystander.visitor])
      leads((await visit(visitor, row.unknown.path)).outcome, row.unknown.answers)

  cells += 1
  const forged = await bystander.visitor.request({ method: 'POST', url: path, headers: otherSite })
  expect([403, 405]).toContain(forged.status)
})

test('the table of pages has a row for every route', () => {
  expect(Object.keys(pageRows).toSorted()).toEqual(
    [...new Set(pageRoutes.map(({ screen }) => screen))].toSorted(),
  )
})
