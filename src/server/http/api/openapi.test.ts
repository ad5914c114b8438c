import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { installedPlugins } from '#plugins/installed.server.ts'
import { openApiDocument } from './openapi.ts'
import { examples } from './openapi-examples.ts'

type FormSchema = {
  properties: Record<string, { format?: string; items?: { format: string } }>
  required: string[]
}
type Described = {
  operationId: string
  description: string
  security: Record<string, string[]>[]
  parameters: { name: string; required: boolean }[]
  requestBody?: { content: Record<string, { example?: unknown; schema: FormSchema }> }
  responses: Record<string, { content?: Record<string, { examples?: object }> }>
}

const config = { storeUrl: 'https://shop.test' }
const shop = await openShop({ plugins: installedPlugins, config })
const { body } = await shop.request({ method: 'GET', url: '/api/openapi.json' })
const document = body as { paths: Record<string, Record<string, Described>>; components: object }
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
/** With those of the back office, which the published document leaves out. */
const whole = openApiDocument(shop.pipeline.operations, config.storeUrl) as typeof document
const operationOf = (id: string) => operations.find(({ operationId }) => operationId === id)

const folder = mkdtempSync(join(tmpdir(), 'vitrine-openapi-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The problems that the linter finds, each with its place in the document. */
function lint(linted: unknown): string[] {
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

test('the linter finds nothing in the OpenAPI document, examples included', () => {
  expect(lint(document)).toEqual([])
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
  const described = Object.values(whole.paths).flatMap((methods) => Object.values(methods))
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
