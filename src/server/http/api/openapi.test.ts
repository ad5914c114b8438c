import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff, withApiKey } from '#harness/staff.ts'
import { installedPlugins } from '#plugins/installed.server.ts'
import { adminExamples } from './openapi-admin-examples.ts'
import { examples } from './openapi-examples.ts'

type FormSchema = {
  properties: Record<string, { format?: string; items?: { format: string } }>
  required: string[]
}
type Described = {
  operationId: string
  summary: string
  description: string
  'x-permission'?: string
  security: Record<string, string[]>[]
  parameters: { name: string; required: boolean }[]
  requestBody?: { content: Record<string, { example?: unknown; schema: FormSchema }> }
  responses: Record<string, { content?: Record<string, { examples?: object }> }>
}

const config = { storeUrl: 'https://shop.test' }
const shop = await openShop({ seed: 'small', plugins: installedPlugins, config })
const { body } = await shop.request({ method: 'GET', url: '/api/openapi.json' })
const document = body as {
  paths: Record<string, Record<string, Described>>
  components: { examples: Record<string, { value: object }> }
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
const owner = await signedInStaff(shop, 'owner')
const { key } = ok(await owner.admin.adminApiKeys.create({ name: 'ERP', permissions: ['orders.read'] }))
const program = withApiKey(shop, key)
const staffUrl = '/api/admin/openapi.json'
const staffDocument = (await program.request({ method: 'GET', url: staffUrl })).body as typeof document
const staffOperations = Object.values(staffDocument.paths).flatMap((methods) => Object.values(methods))
const staffOperationOf = (id: string) => staffOperations.find(({ operationId }) => operationId === id)
const operationOf = (id: string) => operations.find(({ operationId }) => operationId === id)

const folder = mkdtempSync(join(tmpdir(), 'vitrine-openapi-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The problems that the linter finds, each with its place in the document. */
function lint(linted: unknown, ...options: string[]): string[] {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(linted))
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/@redocly/cli/bin/cli.js',
      'lint',
      file,
      '--format=json',
      '--config=redocly.yaml',
      '--max-problems=1000',
      ...options,
    ],
    {
      encoding: 'utf8',
      // Neither counts its use nor looks for a newer version: the test needs no network.
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  if (!stdout.startsWith('{')) throw new Error(`The linter failed: ${stderr}`)
  const { problems } = JSON.parse(stdout) as {
    problems: { ruleId: string; message: string; location: { pointer?: string }[] }[]
  }
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`)
}

test('the linter finds nothing in the OpenAPI documents, examples included', () => {
  expect(lint(document)).toEqual([])
  // `orders/views/{id}` and `orders/{id}/pack` are the same to the rule, but ids are numbers.
  expect(lint(staffDocument, '--skip-rule=no-ambiguous-paths')).toEqual([])
})

test('every reference of both documents leads to something', () => {
  for (const whole of [document, staffDocument]) {
    const references = [...JSON.stringify(whole).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) =>
      String(path),
    )
    expect(references.length).toBeGreaterThan(100)
    for (const path of new Set(references)) {
      const found = path
        .split('/')
        .reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], whole)
      expect(found, path).toBeDefined()
    }
  }
})

test('the documents have every endpoint that a visitor, a session of staff or a key may call', () => {
  const calls = shop.pipeline.operations.map(({ group, name, path, endpoint }) => ({
    id: `${group}.${name}`,
    isOfBackOffice: path.startsWith('/api/admin/'),
    access: endpoint.access,
  }))
  const ofStaff = calls.filter(({ access }) => access === 'staff').map(({ id }) => id)
  expect(staffOperations.map(({ operationId }) => operationId).sort()).toEqual(ofStaff.sort())
  const ofShop = calls.filter(({ isOfBackOffice }) => !isOfBackOffice).map(({ id }) => id)
  expect(
    [...new Set(operations.map(({ operationId }) => operationId.replace(/Default$/, '')))].sort(),
  ).toEqual(ofShop.sort())
  const signIns = calls.filter(({ isOfBackOffice, access }) => isOfBackOffice && access !== 'staff')
  expect(
    signIns.every(({ id }) => id.startsWith('adminSession.by') || id === 'adminSession.passkeyOptions'),
  ).toBe(true)
  expect(ofStaff.length + ofShop.length + signIns.length).toBe(calls.length)
})

test('the document of the back office is for staff and keys, whatever they may do', async () => {
  for (const visitor of [shop.guest(), withApiKey(shop, `vk_${'x'.repeat(43)}`)])
    expect(await visitor.request({ method: 'GET', url: staffUrl })).toMatchObject({
      status: 401,
      body: { status: 'error', code: 'UNAUTHENTICATED' },
    })
  const stranger = await shop.guest().request({ method: 'GET', url: '/admin/api-docs' })
  expect([stranger.status, stranger.headers.location]).toEqual([302, '/admin/api-keys'])
  const page = await (await signedInStaff(shop, 'viewer')).request({ method: 'GET', url: '/admin/api-docs' })
  expect(page.status).toBe(200)
  expect(page.headers['cache-control']).toBe('no-store')
  expect(String(page.body)).toContain('/api/admin/orders/4501/ship')
  expect(String(page.body)).toContain('Bearer $KEY')
})

test('each operation of the back office names its permission, and what a key may not do', () => {
  for (const { group, name, endpoint } of shop.pipeline.operations) {
    const described = staffOperationOf(`${group}.${name}`)
    if (!described) continue
    expect(described['x-permission']).toBe(endpoint.permission)
    expect(described.security.at(-1)).toEqual({
      staffSession: endpoint.permission ? [endpoint.permission] : [],
    })
    expect(described.summary).toMatch(/^[A-Z‘“].{8,}[^.]$/)
  }
  expect(staffOperationOf('adminOrders.ship')).toMatchObject({
    security: [{ apiKey: ['orders.write'] }, { staffSession: ['orders.write'] }],
    description: expect.stringContaining('409 `STALE_RECORD`'),
  })
  for (const id of ['adminSession.addPasskey', 'adminStaff.add', 'adminServices.update'])
    expect(staffOperationOf(id)?.security, id).toHaveLength(1)
  expect(staffOperationOf('adminOrders.export')?.description).toContain('a key does not')
  expect(staffOperationOf('adminCustomers.erase')?.description).toContain('refused for a key (403)')
})

test('the examples of the back office are what its calls take and answer', () => {
  const documented = new Set(Object.keys(adminExamples).map((id) => id.split('.')[0]))
  expect(documented.size).toBe(8)
  for (const { group, name, parse, endpoint } of shop.pipeline.operations) {
    if (!documented.has(group)) continue
    const id = `${group}.${name}`
    const { request, reply } = adminExamples[id] ?? {}
    expect([id, parse.safeParse(request).error]).toEqual([id, undefined])
    const described = staffOperationOf(id)?.responses['200']?.content ?? {}
    if (endpoint.file) {
      expect([id, Object.keys(described)]).toEqual([id, [endpoint.file]])
      continue
    }
    expect([id, described['application/json']?.examples !== undefined]).toEqual([id, true])
    const sent = typeof reply === 'string' ? staffDocument.components.examples[reply]?.value : reply
    const data = z.strictObject({ status: z.literal('success'), data: endpoint.data }).safeParse(sent)
    expect([id, data.error && z.prettifyError(data.error)]).toEqual([id, undefined])
  }
})

test('the linter finds an example that does not match its schema', () => {
  const wrong = structuredClone(document)
  const add = wrong.paths['/api/cart/add-item']?.post?.requestBody?.content['application/json']
  Object.assign(add ?? {}, { example: { product_id: 'A' } })

  expect(lint(wrong)).toEqual([expect.stringMatching(/^no-invalid-media-type-examples: .*add-item/)])
})

test('each operation states who may call it', () => {
  expect(operationOf('account.get')?.security).toEqual([{ session: [] }])
  expect(operationOf('orders.cancel')?.security).toEqual([{ session: [] }, {}])
  expect(operationOf('cart.get')?.security).toEqual([])
  expect(operationOf('account.get')?.description).toContain('Requires the session of a logged-in customer')
  expect(operationOf('cart.addItem')?.description).toContain('`OUT_OF_STOCK`')
  expect(document.components).toMatchObject({
    securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' } },
  })
})

test('every example belongs to an operation, and the calls from cart to order have one', () => {
  for (const id of Object.keys(examples)) expect(operationOf(id), id).toBeDefined()
  for (const id of [
    'product.single',
    'cart.addItem',
    'cart.updateAddress',
    'checkout.placeOrder',
    'orders.get',
  ])
    expect(operationOf(id)?.responses['200']?.content?.['application/json']?.examples, id).toBeDefined()
})

test('an endpoint that takes files has a multipart body with its files and fields, and no other does', () => {
  const described = [...operations, ...staffOperations]
  for (const { group, name, endpoint } of shop.pipeline.operations) {
    const id = `${group}.${name}`
    const { takesFiles, mayTakeFiles, input } = endpoint
    const { requestBody, parameters } = described.find(({ operationId }) => operationId === id) ?? {}
    const form = requestBody?.content['multipart/form-data']?.schema
    expect([id, form !== undefined]).toEqual([id, Boolean(takesFiles ?? mayTakeFiles)])
    if (!form) continue
    for (const file of takesFiles ?? []) {
      expect([id, form.properties[file]?.format]).toEqual([id, 'binary'])
      expect([id, form.required]).toEqual([id, expect.arrayContaining([file])])
    }
    for (const file of mayTakeFiles ?? [])
      expect([id, form.properties[file]?.items?.format]).toEqual([id, 'binary'])
    expect([id, Boolean(requestBody?.content['application/json'])]).toEqual([id, !takesFiles])
    expect(parameters?.map((parameter) => parameter.name)).toContain('X-Requested-With')
    const fields = [...Object.keys(input.shape), ...(takesFiles ?? [])]
    const known = JSON.stringify([form, parameters])
    for (const field of fields) expect([id, field, known.includes(field)]).toEqual([id, field, true])
  }
  expect(Object.keys(operationOf('form.submit')?.requestBody?.content ?? {})).toHaveLength(2)
})

test('the calls of plugins that a client needs first have examples', () => {
  for (const id of [
    'pincode.check',
    'wishlist.add',
    'review.productReviews',
    'productCustomisation.uploadImage',
  ])
    expect(operationOf(id)?.responses['200']?.content?.['application/json']?.examples, id).toBeDefined()
})
