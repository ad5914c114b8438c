import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'

const shop = await openShop({ seed: true })
const post = (url: string, payload: unknown, headers: Record<string, string | undefined> = {}) =>
  shop.request({
    method: 'POST',
    url,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': 'application/json', ...headers },
  })

test('an unknown endpoint is a 404 envelope, never a page', async () => {
  expect(await shop.request({ method: 'GET', url: '/api/nope' })).toMatchObject({
    status: 404,
    body: { status: 'error', code: 'NOT_FOUND' },
  })
})

test('broken JSON, another content type and a body that is too large have different errors', async () => {
  expect(await post('/api/settings/get', '{"keys":')).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST' },
  })
  expect(await post('/api/settings/get', 'keys=a', { 'content-type': 'text/plain' })).toMatchObject({
    status: 415,
    body: { code: 'BAD_REQUEST' },
  })
  expect(await post('/api/settings/get', { keys: ['x'.repeat(300_000)] })).toMatchObject({
    status: 413,
    body: { code: 'BAD_REQUEST' },
  })
})

test('a body with a prototype-polluting key is refused', async () => {
  expect(await post('/api/settings/get', '{"keys":[],"__proto__":{"a":1}}')).toMatchObject({ status: 400 })
})

test('a field may have the name of a property of Object.prototype', async () => {
  expect(await post('/api/cart/add-item', { product_id: 1, constructor: 1 })).toMatchObject({
    status: 422,
    body: { errors: { constructor: ['This field is not known'] } },
  })
})

test('a text that the database cannot store is refused at its field', async () => {
  for (const text of ['a\u0000b', '\ud800'])
    expect(await post('/api/cart/coupons/apply', { code: text })).toMatchObject({
      status: 422,
      body: { errors: { code: ['This field is not valid'] } },
    })
})

test('a body that is not an object is refused', async () => {
  expect(await post('/api/settings/get', '[1]')).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
})

test('unknown fields are refused on writes, by name', async () => {
  const reply = await post('/api/cart/add-item', { product_id: 1, price: 1 })
  expect(reply).toMatchObject({
    status: 422,
    body: {
      code: 'VALIDATION',
      message: 'The given data was invalid.',
      errors: { price: ['This field is not known'] },
    },
  })
})

test('field errors have the messages of the specification', async () => {
  const { body } = await post('/api/cart/add-item', { product_id: 'x' })
  expect(body).toMatchObject({ errors: { product_id: ['The value must be numeric'] } })
  expect(await post('/api/cart/add-item', {})).toMatchObject({
    body: { errors: { product_id: ['This field is required'] } },
  })
})

test('a number below an exclusive minimum names the smallest allowed one', async () => {
  expect(await post('/api/cart/add-item', { product_id: 0 })).toMatchObject({
    body: { errors: { product_id: ['The value must be at least 1'] } },
  })
})

test('a cross-site write is refused and changes nothing', async () => {
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
    { 'sec-fetch-site': undefined },
  ])
    expect(await post('/api/cart/add-item', { product_id: 1 }, headers)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
  expect(await shop.db.selectFrom('carts').selectAll().execute()).toEqual([])
})

test('a browser without Sec-Fetch-Site may write when its Origin is the store', async () => {
  const reply = await post(
    '/api/settings/get',
    { keys: ['store_name'] },
    { 'sec-fetch-site': undefined, origin: 'https://shop.example.com' },
  )
  expect(reply).toMatchObject({
    status: 200,
    body: { status: 'success', data: { store_name: 'Kiln & Loom' } },
  })
})

test('keys may come as a comma list and as repeated keys[]', async () => {
  for (const query of ['keys=store_name,enable_refund', 'keys[]=store_name&keys[]=enable_refund'])
    expect(
      await shop.request({ method: 'GET', url: `/api/storefront/initial-values?${query}` }),
    ).toMatchObject({ body: { data: { settings: { store_name: 'Kiln & Loom', enable_refund: true } } } })
})

test('API replies are never cached', async () => {
  const { headers } = await shop.request({ method: 'GET', url: '/api/storefront/all' })
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
})

test('a path parameter cannot be repeated in the body', async () => {
  expect(await post('/api/shop/shop-online', { id: 'other' })).toMatchObject({ status: 400 })
})

test('the OpenAPI document describes every endpoint, and its page needs no network', async () => {
  const { body } = await shop.request({ method: 'GET', url: '/api/openapi.json' })
  const { openapi, paths } = body as { openapi: string; paths: Record<string, Record<string, unknown>> }
  expect(openapi).toBe('3.1.0')
  for (const { method, path } of shop.pipeline.operations) {
    // The back office is its own client.
    if (path.startsWith('/api/admin/')) continue
    const documented = path.replace(/:(\w+)\??/g, '{$1}')
    expect(paths[documented]?.[method.toLowerCase()], `${method} ${path}`).toBeDefined()
  }
  const docs = await shop.request({ method: 'GET', url: '/api/docs' })
  expect(docs.status).toBe(200)
  expect(String(docs.body)).toContain('/api/cart/add-item')
  expect(String(docs.body)).not.toMatch(/<script|https?:\/\/(?!shop\.example)/)
})
