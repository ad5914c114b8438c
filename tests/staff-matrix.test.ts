import { afterAll, beforeEach, expect, test } from 'vitest'
import { adminEndpoints } from '#contract/admin/endpoints.ts'
import {
  builtInRoles,
  isForKeys,
  type KeyPermission,
  keyPermissions,
  type Permission,
  permissions,
} from '#contract/admin/permissions.ts'
import { type AdminRoutes, adminRoutes } from '#contract/admin/routes.ts'
import type { Endpoint } from '#contract/define-endpoints.ts'
import { address } from '#harness/addresses.ts'
import type { Guest } from '#harness/guest.ts'
import { openShop } from '#harness/open-shop.ts'
import { withParcels } from '#harness/parcels.ts'
import { ok } from '#harness/reply.ts'
import { makeStaff, signedInStaff, withApiKey } from '#harness/staff.ts'
import type { EndpointGroup } from '#server/platform/kernel/plugin.ts'
import { activateAll, checkedPlugins, pluginAdminGroups, pluginStaffInputs } from './matrix/plugins.ts'
import { requestOf } from './matrix/world.ts'
import { catalogInputs } from './staff-matrix/catalog-inputs.ts'
import { contentInputs } from './staff-matrix/content-inputs.ts'
import { customersInputs } from './staff-matrix/customers-inputs.ts'
import { type Input, type InputsOf, standardInputOf } from './staff-matrix/inputs-of.ts'
import { marketingInputs } from './staff-matrix/marketing-inputs.ts'
import { settingsInputs } from './staff-matrix/settings-inputs.ts'

/**
 * Access control of every endpoint of the back office × {guest, customer, every role, wrong origin}. Complete by construction: the
 * inputs are typed by the routes, the roles come from the contract, and the expected answer from the endpoint's permission. Endpoints
 * of plugins are included while active.
 */
const world = await openShop({ seed: true, plugins: checkedPlugins })
await activateAll(world.db)
await world.changes.catchUp()
const shop = await withParcels(world)
const order = await shop.order()
const target = await makeStaff(world.db, 'viewer')

const id = order.order_id
const stale = { id, version: 'an-old-version' }

/** A harmless valid input of each endpoint that needs one of its own; a missing one is a type error. Writes of orders carry an old version. */
const inputs: InputsOf<AdminRoutes> = {
  adminSession: {
    get: {},
    byLink: { token: 'x'.repeat(43) },
    byPassword: { email: 'nobody@shop.example', password: 'wrong password' },
    passkeyOptions: {},
    byPasskey: { response: { id: 'unknown' } },
    passkeys: {},
    startPasskey: {},
    addPasskey: { response: {} },
    removePasskey: { id: 999_999_999 },
    prove: { code: '000000' },
    startTotp: {},
    confirmTotp: { code: '000000' },
    setPassword: { password: 'a tall blue teapot' },
    signOut: {},
  },
  adminHome: {
    get: {},
    setup: {},
    sales: {},
    toDo: {},
    bestSellers: {},
    lowStock: {},
    missedSearches: {},
    layout: {},
    saveLayout: { cards: null, version: 'an-old-version' },
    hideSetup: { steps: ['logo'] },
  },
  adminReports: {
    get: { report: 'days', from: '2026-11-01', to: '2026-11-02' },
    export: { report: 'days', from: '2026-11-01', to: '2026-11-02' },
    funnel: { from: '2026-11-01', to: '2026-11-02' },
    storedValue: { from: '2026-11-01', to: '2026-11-02' },
    stock: {},
  },
  adminSearch: { find: { q: 'mug' } },
  adminOrders: {
    filters: {},
    saveView: { name: 'Mine', filter: {}, is_shared: false },
    removeView: { id: 999_999_999 },
    startReturn: { ...stale, items: [{ item_id: 1, quantity: 1, reason: 'other' }] },
    sendPaymentLink: stale,
    addReturnPhoto: { id: 999_999_999 },
    giveBack: { ...stale, amount: 1, reason: 'goodwill' },
    get: { id },
    bulk: { action: 'pack', ids: [999_999_999] },
    batch: {},
    invoice: { id },
    creditNote: { id, refund_no: 'RF-0' },
    phoneForm: {},
    demoCourier: { is_on: true },
    quote: { items: [] },
    create: { items: [] },
    confirmPayment: stale,
    pack: stale,
    markReady: stale,
    handOver: { ...stale, code: '000000' },
    ship: { ...stale, courier: 'X', waybill: 'MATRIX-001' },
    correctWaybill: { ...stale, waybill: 'MATRIX-001', courier: 'X' },
    scan: { ...stale, waybill: 'MATRIX-001', status: 'in_transit' },
    deliver: { ...stale, waybill: 'MATRIX-001' },
    cancel: { ...stale, reason: 'other' },
    refund: { ...stale, refund_no: 'RF-0', step: 'approve' },
    quoteChange: { id },
    change: { ...stale, idempotency_key: crypto.randomUUID(), expected_total: 1 },
    withdrawChange: stale,
    quoteExchange: { id, session: crypto.randomUUID() },
    exchange: {
      ...stale,
      session: crypto.randomUUID(),
      idempotency_key: crypto.randomUUID(),
      expected_total: 1,
    },
    markReviewed: stale,
    failedRefund: { ...stale, refund_id: 999_999_999, step: 'retry' },
    payBack: { ...stale, owed_id: 999_999_999, paid_on: '2026-11-24', reference: 'UTR 1' },
    payout: { ...stale, payout: { kind: 'upi', upi_id: 'asha@bank' } },
    addNote: { id, text: 'A note' },
    seeMentions: { id },
    tag: { id, add: ['Matrix'] },
    assign: { id, staff_id: null, from_id: 999_999_999 },
    organize: { ids: [999_999_999], add: ['Matrix'] },
    changeAddress: { ...stale, ...address },
    resend: { id, message_id: 999_999_999 },
  },
  adminCouriers: {
    get: {},
    rates: { id },
    book: { ...stale, courier: 'http_courier' },
    cancel: { id: 999_999_999 },
    labels: { ids: '999999999' },
    pickup: { courier: 'http_courier', date: '2026-11-30', key: crypto.randomUUID() },
  },
  adminStaff: {
    add: { email: 'no address', role: 'viewer' },
    update: { id: target.id, name: 'Another name' },
    link: { id: target.id },
  },
  adminApiKeys: { create: { name: '', permissions: [] }, remove: { id: 999_999_999 } },
  ...catalogInputs,
  ...contentInputs,
  ...customersInputs,
  ...marketingInputs,
  ...settingsInputs,
}

type ByName<Value> = Readonly<Record<string, Readonly<Record<string, Value>>>>
const allInputs: ByName<Input> = { ...inputs, ...pluginStaffInputs }
const groups: readonly Pick<EndpointGroup, 'name' | 'routes' | 'endpoints'>[] = [
  ...Object.entries(adminRoutes).map(([name, routes]) => ({
    name,
    routes,
    endpoints: (adminEndpoints as ByName<Endpoint>)[name] ?? {},
  })),
  ...pluginAdminGroups,
]
const calls = groups.flatMap(({ name: group, routes, endpoints }) =>
  Object.entries(routes).map(([name, route]) => {
    const endpoint = endpoints[name] as Endpoint
    const input = allInputs[group]?.[name] ?? standardInputOf(name, endpoint)
    return { call: `${group}.${name}`, route, endpoint, input }
  }),
)

const customer = await world.customer(
  (
    await world.db
      .insertInto('customers')
      .values({ first_name: 'Asha' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id,
)
beforeEach(() => world.db.deleteFrom('rate_limits').execute())

const composed = new Map<Permission, Promise<[only: Guest, others: Guest]>>()

/** Staff with two composed roles: one has this permission alone, the other every permission but this. */
function composedRoles(permission: Permission) {
  const make = async (name: string, chosen: readonly Permission[]) => {
    const code = `${name}_${permission.replace('.', '_')}`
    await world.db
      .insertInto('staff_roles')
      .values({ code, name: code, permissions: [...chosen] })
      .execute()
    return signedInStaff(world, code)
  }
  const made =
    composed.get(permission) ??
    Promise.all([
      make('only', [permission]),
      make(
        'others',
        permissions.filter((one) => one !== permission),
      ),
    ])
  composed.set(permission, made)
  return made
}

let keys = 0

/** A program with a key that has these permissions. */
async function withKey(chosen: readonly KeyPermission[]): Promise<Guest> {
  const staff = await signedInStaff(world, 'owner')
  const { key } = ok(
    await staff.admin.adminApiKeys.create({ name: `Key ${++keys}`, permissions: [...chosen] }),
  )
  return withApiKey(world, key)
}
const keyWithAll = await withKey(keyPermissions)
const keyWithoutAny = await withKey(['home.read'])

let cells = 0
afterAll(() => expect(cells).toBeGreaterThan(10 * calls.length))

async function ask(visitor: Guest, route: string, input: Input, headers: Record<string, string> = {}) {
  cells += 1
  const request = requestOf(route, input)
  const answer = await visitor.request({ ...request, headers: { ...request.headers, ...headers } })
  expect(answer.status, 'no cell is a bug').toBeLessThan(500)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  return answer
}

test('every endpoint below /api/admin is in this matrix, with an input', () => {
  const served = world.pipeline.operations.filter(({ path }) => path.startsWith('/api/admin/'))
  expect(served.map(({ group, name }) => `${group}.${name}`).sort()).toEqual(
    calls.map(({ call }) => call).sort(),
  )
  expect(
    calls.filter(({ input }) => input === undefined).map(({ call }) => call),
    'add one to tests/staff-matrix, or to `staffInputs` in the access-rows.test-support.ts of the plugin',
  ).toEqual([])
})

test('every endpoint of the back office is for staff, except those that sign in', () => {
  const open = calls.filter(({ endpoint }) => endpoint.access !== 'staff').map(({ call }) => call)
  expect(open.sort()).toEqual(
    ['byLink', 'byPasskey', 'byPassword', 'passkeyOptions'].map((name) => `adminSession.${name}`),
  )
  const free = calls.filter(({ endpoint }) => endpoint.access === 'staff' && !endpoint.permission)
  // The search answers each role with the kinds of records that it may read: `search.test.ts`.
  expect(free.every(({ call }) => call.startsWith('adminSession.') || call === 'adminSearch.find')).toBe(true)
  expect(calls.every(({ route }) => route.split(' ')[1]?.startsWith('/api/admin/'))).toBe(true)
})

test.each(calls)(
  '$call ($route) answers only roles with its permission',
  async ({ route, endpoint, input = {} }) => {
    if (endpoint.access !== 'staff') return
    for (const visitor of [world.guest(), customer])
      expect(await ask(visitor, route, input)).toMatchObject({
        status: 401,
        body: { status: 'error', code: 'UNAUTHENTICATED' },
      })
    expect(
      (await ask(world.guest(), route, { nonsense: 1, id: 'x' })).status,
      'before the input is read',
    ).toBe(401)
    for (const [role, rolePermissions] of Object.entries(builtInRoles)) {
      const staff = await signedInStaff(world, role)
      const isAllowed =
        !endpoint.permission || (rolePermissions as readonly string[]).includes(endpoint.permission)
      if (!route.startsWith('GET ')) {
        const forged = await ask(staff, route, input, {
          'sec-fetch-site': 'cross-site',
          origin: 'https://evil.example',
        })
        expect([role, forged.status]).toEqual([role, 403])
      }
      const { status, body } = await ask(staff, route, input)
      if (isAllowed) expect([role, status]).not.toEqual([role, 403])
      else expect([role, status, (body as { code: string }).code]).toEqual([role, 403, 'FORBIDDEN'])
    }
    const isForPeople = endpoint.notForKeys || (endpoint.permission && !isForKeys(endpoint.permission))
    const byKey = await ask(keyWithAll, route, input)
    if (isForPeople) expect([byKey.status, (byKey.body as { code: string }).code]).toEqual([403, 'FORBIDDEN'])
    else if (!endpoint.credentialRefusals?.includes('PROOF_REQUIRED'))
      expect([401, 403], 'a key with every permission').not.toContain(byKey.status)
    if (endpoint.permission && endpoint.permission !== 'home.read')
      expect((await ask(keyWithoutAny, route, input)).status, 'a key without the permission').toBe(403)
    if (!endpoint.permission) return
    const [only, others] = await composedRoles(endpoint.permission)
    expect((await ask(only, route, input)).status, 'a role with this permission alone').not.toBe(403)
    expect((await ask(others, route, input)).status, 'a role with every other permission').toBe(403)
  },
)

test('a refused order action of this matrix has changed nothing', async () => {
  expect((await order.read()).status).toBe('placed')
})
