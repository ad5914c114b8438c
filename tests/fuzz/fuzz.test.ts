import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Address } from '#contract/cart.ts'
import * as limits from '#contract/limits.ts'
import { register } from '#harness/customers.ts'
import type { Guest } from '#harness/guest.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { arbitraryInput, type KnownValues, type Schema } from './arbitrary-input.ts'
import { watchChanges } from './watch-changes.ts'

/**
 * Sends every call of the OpenAPI document valid and invalid inputs generated from its schema. Expects no 5xx, no undocumented
 * status, no accepted invalid body, and refusals in the envelope that change nothing. The gate sends 50 fixed inputs per call, `npm
 * run fuzz` 500 random ones.
 */
const isLong = process.env.npm_lifecycle_event === 'fuzz'
// The gate reports the first counterexample; the long run shrinks it.
const runs = isLong ? { numRuns: 500 } : { numRuns: 50, seed: 20_261_121, endOnFailure: true }

const shop = await openShop({ seed: true })

type Operation = {
  operationId: string
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  responses: Record<string, unknown>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const document = (await shop.request({ method: 'GET', url: '/api/openapi.json' })).body as Document
const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: operation.operationId,
    path,
    method,
    operation,
  })),
)
const judge = new Ajv2020({ strict: false, validateFormats: false })
judge.addSchema({ $id: 'api', components: document.components })

const known = await furnish()
const lookForChanges = await watchChanges(shop.pool)
let customer = await newCustomer()
const guest = await withCart(shop.guest())

test.each(calls)(
  '$name keeps to its document',
  async ({ path, method, operation }) => {
    const { parameters, requestBody } = operation
    const body = requestBody?.content['application/json'].schema
    const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
    const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
    const isAccepted = body && judge.compile(rooted(body))
    const inputs = fc.record({
      parameters: arbitraryInput(
        { type: 'object', properties, required },
        known,
        document.components.schemas,
      ),
      body: body ? arbitraryInput(body, known, document.components.schemas) : fc.constant(undefined),
      asCustomer: fc.boolean(),
      ip: fc.integer({ min: 1, max: 2 ** 24 - 2 }),
    })
    await stayCustomer()
    await lookForChanges()

    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        const who = input.asCustomer ? customer : guest
        const url = addressOf(path, parameters, input.parameters)
        const reply = await who.request({
          method: method as 'get',
          url,
          remoteAddress: `10.${input.ip >> 16}.${(input.ip >> 8) & 255}.${input.ip & 255}`,
          ...(input.body
            ? { payload: JSON.stringify(input.body), headers: { 'content-type': 'application/json' } }
            : {}),
        })
        const shown = `${reply.status} ${JSON.stringify(reply.body)}`.slice(0, 500)
        expect(reply.status, shown).toBeLessThan(500)
        // A path that matches no call gets the general 404.
        if (!isElsewhere(path, url))
          expect(Object.keys(operation.responses), shown).toContain(String(reply.status))
        if (reply.status === 200) {
          if (isAccepted) expect(isAccepted(asSent(input.body)) || onlyTrimmed(input.body), shown).toBe(true)
          // Discards these changes, so that the next call is not blamed for them.
          if (method !== 'get') await lookForChanges()
          return
        }
        expect(reply.body, shown).toMatchObject({
          status: 'error',
          code: expect.stringMatching(/^[A-Z_]+$/),
          message: expect.stringMatching(/\S/),
        })
        expect(await lookForChanges(), shown).toEqual([])
      }),
      runs,
    )
  },
  600_000,
)

/** Existing values by the document's field names: of the customer, another customer and the shop. */
async function furnish(): Promise<KnownValues> {
  const variations = await shop.db
    .selectFrom('variations')
    .select('id')
    .where('is_published', '=', true)
    .limit(5)
    .execute()
  const [country] = ok(await shop.api.settings.countries())
  const other = await newCustomer()
  const [foreign] = ok(await other.api.address.all())
  const slugs = await shop.db.selectFrom('products').select('slug').limit(3).execute()
  const products = variations.map(({ id }) => id)
  return {
    product_id: products,
    id: [1, 2, foreign?.id ?? 0, ...slugs.map(({ slug }) => slug)],
    address_id: [1, 2, foreign?.id ?? 0],
    item_id: [1, 2, 3],
    items: [products],
    country: [country?.id],
    country_id: [country?.id],
    state_id: [country?.states[0]?.id, null],
    postcode: ['560001', '12'],
    phone: ['9876543210'],
    input: ['9876543210'],
    email: ['asha@example.com'],
    shipping_method: ['standard'],
    payment_method: ['cod', 'test_gateway'],
    type: ['category', 'Shipping', 'phone'],
    order_id: [1],
  }
}

async function newCustomer(): Promise<Guest> {
  const fresh = shop.guest()
  await register(fresh)
  ok(await fresh.api.address.add(await anAddress()))
  return withCart(fresh)
}

/** Creates a new customer after a call that ended the session or changed the credentials. */
async function stayCustomer() {
  const reply = await customer.api.account.get()
  if (reply.status === 'error') customer = await newCustomer()
}

async function withCart(who: Guest): Promise<Guest> {
  const product = await shop.db
    .selectFrom('variations')
    .select('id')
    .where('stock', '>', 5)
    .where('is_published', '=', true)
    .executeTakeFirstOrThrow()
  ok(await who.api.cart.addItem({ product_id: product.id }))
  return who
}

async function anAddress() {
  const country = ok(await shop.api.settings.countries()).find(({ code }) => code === 'IN')
  return {
    first_name: 'Asha',
    last_name: 'Rao',
    phone: '9876543210',
    address_line_1: '12 MG Road',
    city: 'Bengaluru',
    postcode: '560001',
    country_id: country?.id ?? 0,
    state_id: country?.states[0]?.id ?? null,
  } satisfies Partial<Address>
}

/** Encodes parameters as a client does; objects and lists become JSON, which no call accepts. */
function addressOf(path: string, parameters: Operation['parameters'], given: Record<string, unknown>) {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const encoded = (value: unknown) => encodeURIComponent(text(value).toWellFormed())
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(given[name] ?? '0'))
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && given[parameter.name] !== undefined)
    .map(({ name }) => `${encodeURIComponent(name)}=${encoded(given[name])}`)
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}

/** An empty path parameter, or one longer than a URL may be. */
const isElsewhere = (path: string, url: string) =>
  path.includes('{') && (/\/(\?|$|\/)/.test(url) || url.length > limits.perPage.max * 5)

const rooted = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as Schema

const asSent = (body: unknown): unknown => JSON.parse(JSON.stringify(body))

/** The document limits the length of a text as sent; the shop trims it first. */
const onlyTrimmed = (body: unknown) => /"\s|\s"|\\[rnt]/.test(JSON.stringify(body))
