import { afterAll, beforeEach, expect, test } from 'vitest'
import { adminRoutes } from '#contract/admin/routes.ts'
import { channelChoiceRoutes } from '#contract/channel-choice.ts'
import { routes } from '#contract/routes.ts'
import { withdrawalRoutes } from '#contract/withdrawal.ts'
import type { Guest } from '#harness/guest.ts'
import { openShop } from '#harness/open-shop.ts'
import { coreGroups } from '#server/core-groups.ts'
import { routes as allRoutes } from '../src/screens/routes.ts'
import { type CallRow, callRows } from './matrix/call-rows.ts'
import { pageRows } from './matrix/page-rows.ts'
import {
  activateAll,
  checkedPlugins,
  pluginRoutes,
  pluginRows,
  prepareForPlugins,
  readCheckedWebPlugins,
} from './matrix/plugins.ts'
import { fingerprintOf, makePerson, type Person, requestOf } from './matrix/world.ts'

/**
 * Access control of every page and call × {guest, owner, stranger, wrong origin} × {own, foreign, unknown record}. Complete by
 * construction: the tables are typed by the contract's calls and the shop's screens. Calls of plugins are included while active.
 */
// Routes that only the server answers have no screen.
const pageRoutes = allRoutes.filter(({ screen }) => screen !== '')

const world = await openShop({
  seed: true,
  pages: true,
  plugins: checkedPlugins,
  webPlugins: await readCheckedWebPlugins(),
})
await activateAll(world.db)
await world.changes.catchUp()
const newPerson = async () => prepareForPlugins(await makePerson(world))
const stranger = await newPerson()
const bystander = await newPerson()
const guest = world.guest()
// All rows together send more wrong order tokens than one address may.
beforeEach(() => world.db.deleteFrom('rate_limits').execute())

const allRows: Record<string, Readonly<Record<string, CallRow>>> = { ...callRows, ...pluginRows }
const calls = Object.entries({
  ...routes,
  channelChoice: channelChoiceRoutes,
  withdrawal: withdrawalRoutes,
  ...pluginRoutes,
}).flatMap(([group, names]) =>
  Object.entries(names).map(([name, route]) => ({
    call: `${group}.${name}`,
    route: String(route),
    row: allRows[group]?.[name],
  })),
)

const routeOf = new Map(calls.map(({ call, route }) => [call, route]))

test('the matrix has every endpoint of the shop; those of the back office are in the matrix of staff', () => {
  const ofShop = coreGroups.filter(({ name }) => !(name in adminRoutes))
  const named = ofShop.flatMap(({ name, routes: own }) => Object.keys(own).map((one) => `${name}.${one}`))

  expect(named.filter((call) => !routeOf.has(call))).toEqual([])
})

/** Number of checked cells: an empty matrix must not pass. */
let cells = 0
afterAll(() => expect(cells).toBeGreaterThan(5 * calls.length))

type Answer = { status: number; headers: Record<string, unknown>; body: unknown }

/** Sends the request of one cell and checks what must hold for every visitor. */
async function ask(
  visitor: Guest,
  call: string,
  input: Record<string, unknown>,
  headers = {},
): Promise<Answer> {
  cells += 1
  const request = requestOf(routeOf.get(call) ?? '', input)
  const answer = await visitor.request({ ...request, headers: { ...request.headers, ...headers } })
  expect(answer.status, `${call}: no cell is a bug`).toBeLessThan(500)
  expect(answer.headers['access-control-allow-origin'], 'no other site may read the reply').toBeUndefined()
  expect(answer.headers['cache-control']).toBe('no-store')
  return answer
}

const otherSite = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }

function expectNoSecretsOf({ secrets }: Person, { body }: Answer) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
}

test.each(calls)('$call ($route) answers only visitors who may use it', async ({ call, route, row }) => {
  if (!row)
    return expect.fail(
      `${call} has no row in tests/matrix/call-rows.ts or the plugin's access-rows.test-support.ts`,
    )
  const isUnsafe = !route.startsWith('GET ')
  // A call that changes data gets a new customer; a call that only reads shares one.
  const isSpent = isUnsafe && (row.kind !== 'open' || call.startsWith('auth.'))
  const owner = isSpent ? await newPerson() : bystander
  const before = await fingerprintOf(world.db, owner.id)

  await strangers(call, row, owner, isSpent)
  if (isUnsafe) {
    const forged = await ask(owner.visitor, call, ownInput(row, owner), otherSite)
    expect(forged).toMatchObject({ status: 403, body: { status: 'error', code: 'FORBIDDEN' } })
    const old = { 'sec-fetch-site': undefined, origin: 'https://evil.example' }
    expect((await ask(owner.visitor, call, ownInput(row, owner), old)).status).toBe(403)
  }
  expect(await fingerprintOf(world.db, owner.id), 'a refusal changes none of the owner’s data').toBe(before)

  const own = await ask(owner.visitor, call, ownInput(row, owner), isUnsafe ? {} : otherSite)
  if (row.kind !== 'cart') expect(own, 'the owner').toMatchObject({ status: row.answers })
  expect(own.status, 'the owner is never refused as a stranger').not.toBe(403)
})

/** Checks the replies to every visitor but the owner. */
async function strangers(call: string, row: CallRow, owner: Person, isSpent: boolean) {
  const visitors = [guest, stranger.visitor]
  if (row.kind === 'open') {
    // The shared stranger must stay logged in for the other rows.
    const all = call === 'auth.logout' ? [guest, (await newPerson()).visitor] : visitors
    for (const visitor of all) {
      const answer = await ask(visitor, call, row.input)
      expect(answer.status).toBe(row.answers)
      expectNoSecretsOf(owner, answer)
    }
    return
  }
  if (row.kind === 'cart') {
    for (const visitor of visitors) expectNoSecretsOf(owner, await ask(visitor, call, row.input(owner)))
    return
  }
  if (row.kind === 'customer') {
    expect(await ask(guest, call, row.input(owner))).toMatchObject(notLoggedIn)
    // A customer call acts on the logged-in customer.
    const other = isSpent ? await newPerson() : stranger
    expectNoSecretsOf(owner, await ask(other.visitor, call, row.input(other)))
    return
  }
  if (!row.bearer) expect(await ask(guest, call, row.input(owner))).toMatchObject(notLoggedIn)
  const foreign = await ask(stranger.visitor, call, row.foreign(owner, stranger))
  const unknown = await ask(stranger.visitor, call, row.unknown(owner))
  const ownUnknown = await ask(owner.visitor, call, row.unknown(owner))
  for (const answer of [foreign, unknown, ownUnknown]) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expectNoSecretsOf(owner, answer)
  }
  expect(foreign.body, 'a foreign record looks like a missing one').toEqual(unknown.body)
  if (row.bearer) expect((await ask(guest, call, row.foreign(owner, stranger))).body).toEqual(unknown.body)
}

const notLoggedIn = {
  status: 401,
  body: { status: 'error', code: 'UNAUTHENTICATED', message: 'Please log in first' },
}

function ownInput(row: CallRow, owner: Person) {
  return row.kind === 'open' ? row.input : row.input(owner)
}

test('the table of calls has exactly one row for each call', () => {
  const rows = Object.entries(allRows).flatMap(([group, names]) =>
    Object.keys(names).map((name) => `${group}.${name}`),
  )
  expect(rows.toSorted()).toEqual(calls.map(({ call }) => call).toSorted())
})

/** A guest without a cart or a session. */
const newGuest = world.guest()

/** A page as the matrix writes it: 'page', 'none' (404) or the redirect target. */
async function visit(visitor: Guest, url: string): Promise<{ outcome: string; answer: Answer }> {
  cells += 1
  const answer = await visitor.request({ method: 'GET', url })
  const location = String(answer.headers.location ?? '')
  const outcome = { 200: 'page', 302: location, 404: 'none' }[answer.status] ?? String(answer.status)
  return { outcome, answer }
}

test.each(pageRoutes)('$path shows each visitor only their own data', async ({ screen }) => {
  const row = pageRows[screen as keyof typeof pageRows]
  const path = row.path(bystander)
  const leads = (outcome: string, expected: string) =>
    expected.startsWith('/')
      ? expect(outcome.slice(0, expected.length)).toBe(expected)
      : expect(outcome).toBe(expected)

  const ofGuest = await visit(newGuest, path)
  leads(ofGuest.outcome, row.guest)
  const ofOwner = await visit(bystander.visitor, path)
  leads(ofOwner.outcome, row.owner)
  const ofStranger = await visit(stranger.visitor, path)
  leads(ofStranger.outcome, row.foreign)
  // A token in the URL grants access to every visitor who has it.
  // The URL itself may repeat the values that it contains.
  const withoutUrlSecrets = {
    ...bystander,
    secrets: bystander.secrets.filter((secret) => !path.includes(secret)),
  }
  if (!row.wrongKey)
    for (const { answer } of [ofGuest, ofStranger]) expectNoSecretsOf(withoutUrlSecrets, answer)

  if (row.guest !== 'page' || row.wrongKey)
    for (const { answer } of [ofGuest, ofOwner, ofStranger])
      expect(answer.headers['cache-control'], 'a page of one visitor is not cached').toBe('private, no-store')

  const payload = `${path.split('?')[0]?.replace(/\/$/, '')}/_payload.json?test`
  expectNoSecretsOf(withoutUrlSecrets, (await visit(stranger.visitor, payload)).answer)

  if (row.wrongKey) {
    const { outcome, answer } = await visit(stranger.visitor, row.wrongKey.path(bystander, stranger))
    leads(outcome, row.wrongKey.answers)
    expectNoSecretsOf(bystander, answer)
  }
  if (row.unknown)
    for (const visitor of [newGuest, bystander.visitor])
      leads((await visit(visitor, row.unknown.path)).outcome, row.unknown.answers)

  cells += 1
  const forged = await bystander.visitor.request({ method: 'POST', url: path, headers: otherSite })
  expect([403, 405]).toContain(forged.status)
})

test('the table of pages has a row for each route', () => {
  expect(Object.keys(pageRows).toSorted()).toEqual(
    [...new Set(pageRoutes.map(({ screen }) => screen))].toSorted(),
  )
})
