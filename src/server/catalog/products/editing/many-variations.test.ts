import { brotliCompressSync } from 'node:zlib'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { MAX_VARIATIONS } from '#contract/admin/catalog/products.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'

const shop = await openShop({ seed: true, pages: true })
const staff = await signedInStaff(shop, 'manager')
const { adminProducts } = staff.admin

const WEIGHTS = 20
const variation = (at: number) => ({
  sku: `YARN-${at}`,
  options: [
    { name: 'Shade', value: `Shade ${Math.floor(at / WEIGHTS) + 1}` },
    { name: 'Weight', value: `${((at % WEIGHTS) + 1) * 50} g` },
  ],
  selling_price: 40_000 + at,
  mrp: 90_000,
  cost: 12_000,
  weight_g: 50,
  barcode: '4006381333931',
  initial_stock: at % 7,
})
const yarn = (count: number) => ({
  name: 'Merino Yarn',
  is_published: true,
  variations: Array.from({ length: count }, (_, at) => variation(at)),
})
const { id, values } = ok(await adminProducts.create({ values: yarn(MAX_VARIATIONS) }))
const record = async () => ok(await adminProducts.get({ id }))

/** As many as a call sends, whatever the product's size. */
async function statementsOf(work: () => Promise<unknown>) {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.length
  } finally {
    query.mockRestore()
  }
}

const compressed = (text: string) => brotliCompressSync(text).length
const textOf = async (url: string) => String((await shop.request({ method: 'GET', url })).body)

test('a product of 2,000 variations is stored as it was sent, in its order', async () => {
  const sent = yarn(MAX_VARIATIONS).variations
  expect(values.variations).toHaveLength(MAX_VARIATIONS)
  expect(
    values.variations.map(({ sku, selling_price, mrp, cost }) => ({ sku, selling_price, mrp, cost })),
  ).toEqual(sent.map(({ sku, selling_price, mrp, cost }) => ({ sku, selling_price, mrp, cost })))
  expect(new Set(values.variations.map(({ options }) => options.join())).size).toBe(MAX_VARIATIONS)
  expect(values.variations.filter(({ is_default }) => is_default)).toHaveLength(1)
  const { variations } = ok(await adminProducts.stock({ id }))
  expect(variations.map(({ stock }) => stock)).toEqual(sent.map(({ initial_stock }) => initial_stock))
})

test('one more variation is refused', async () => {
  const refused = await adminProducts.create({ values: { ...yarn(MAX_VARIATIONS + 1), name: 'Too many' } })
  expect(refused).toMatchObject({ code: 'VALIDATION', errors: { 'values.variations': expect.anything() } })
})

test('a save sends as many statements for 2,000 variations as for a few, and exchanges SKUs, the default and the order', async () => {
  const before = await record()
  const changed = before.values.variations
    .map((one, at, all) => ({
      ...one,
      sku: all[(at + 1) % all.length]?.sku ?? '',
      selling_price: one.selling_price + 100,
      is_default: at === 7,
    }))
    .toReversed()
  const save = () =>
    adminProducts.update({ ...before, values: { ...before.values, variations: changed } }).then(ok)
  expect(await statementsOf(save)).toBeLessThan(60)
  expect((await record()).values.variations).toEqual(changed)
})

test('a change of one variation of 2,000 writes its row alone, also into the audit log', async () => {
  const before = await record()
  const rowsBefore = await rowVersions()
  const [first, ...others] = before.values.variations
  const next = [{ ...first!, barcode: '96385074' }, ...others]
  ok(await adminProducts.update({ ...before, values: { ...before.values, variations: next } }))

  const rows = await rowVersions()
  expect([...rows].filter(([row, xmin]) => rowsBefore.get(row) !== xmin).map(([row]) => row)).toEqual([
    first!.id,
  ])
  const entry = await shop.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(entry.before).toEqual({ variations: [first] })
  expect(entry.after).toEqual({ variations: [next[0]] })
})

/** PostgreSQL writes another version of a row with each update. */
const rowVersions = async () => {
  const { rows } = await shop.pool.query<{ id: number; xmin: string }>(
    'select id, xmin::text from variations where product_id = $1 order by id',
    [id],
  )
  return new Map(rows.map((row) => [row.id, row.xmin]))
}

test('another order of the variations is in the audit log by their ids', async () => {
  const before = await record()
  const moved = before.values.variations.toReversed()
  ok(await adminProducts.update({ ...before, values: { ...before.values, variations: moved } }))
  const { after } = await shop.db
    .selectFrom('audit_log')
    .select('after')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(after).toEqual({ variations: moved.map((one) => ({ id: one.id })) })
})

test('the stock of 2,000 variations is changed in a few statements, and of none when one is short', async () => {
  const { variations } = ok(await adminProducts.stock({ id }))
  const by = (pieces: number) => variations.map((one) => ({ variation_id: one.id, by: pieces }))
  const adjust = () => adminProducts.adjustStock({ id, reason: 'received', changes: by(3) }).then(ok)
  expect(await statementsOf(adjust)).toBeLessThan(20)
  const after = ok(await adminProducts.stock({ id })).variations
  expect(after.map(({ stock }) => stock)).toEqual(variations.map(({ stock }) => stock + 3))

  const refused = await adminProducts.adjustStock({ id, reason: 'lost', changes: by(-4) })
  expect(refused).toMatchObject({ code: 'STOCK_TOO_LOW' })
  expect(ok(await adminProducts.stock({ id })).variations).toEqual(after)
})

test('a large body is read for staff alone', async () => {
  const payload = JSON.stringify({ values: yarn(MAX_VARIATIONS) })
  expect(payload.length).toBeGreaterThan(256 * 1024)
  const send = (url: string) =>
    shop.guest().request({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } })
  expect(await send('/api/admin/products')).toMatchObject({ status: 401 })
  expect(await send('/api/cart/add-item')).toMatchObject({ status: 413 })
})

test('removing most variations names the first of those that an order has', async () => {
  const { values: present, ...ref } = await record()
  const guest = shop.guest()
  const removed = present.variations.slice(1)
  ok(await guest.api.cart.addItem({ product_id: removed[0]!.id! }))
  const left = { ...present, variations: present.variations.slice(0, 1) }
  const refused = await adminProducts.update({ ...ref, values: left })
  expect(refused).toMatchObject({
    code: 'IN_USE',
    message: expect.stringMatching(/ and 1996 more is used by a cart$/),
  })
})

test('the page of 2,000 variations lists 100 of them for search engines, and its document and data stay within their limits', async () => {
  const html = await textOf('/product/merino-yarn')
  const [boot = ''] = /<script type="application\/json" id="boot">.*?<\/script>/s.exec(html) ?? []
  const document = html.replace(boot, '')
  expect(variantsOf(document)).toHaveLength(100)
  // The lists of both options: 100 shades and 20 weights.
  expect(document.match(/<option /g)?.length).toBeGreaterThanOrEqual(100)
  expect(compressed(document)).toBeLessThan(8_000)
  expect(compressed(boot)).toBeLessThan(24_000)

  const chosen = await textOf('/product/merino-yarn?sku=YARN-1500')
  expect(variantsOf(chosen)[0]?.sku).toBe('YARN-1500')
})

function variantsOf(html: string) {
  const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  const [group] = (JSON.parse(json) as { '@graph': { hasVariant: { sku: string }[] }[] })['@graph']
  return group?.hasVariant ?? []
}

test('a save that names a variation twice is refused with the reason, and changes nothing', async () => {
  const made = ok(
    await adminProducts.create({
      values: { ...yarn(0), name: 'Silk', variations: [silk('A', 10_000), silk('B', 20_000)] },
    }),
  )
  const [first, second] = made.values.variations
  const refused = await adminProducts.update({
    ...{ id: made.id, version: made.version },
    values: { ...made.values, variations: [first!, { ...second!, id: first!.id }] },
  })
  expect(refused).toMatchObject({
    code: 'VALIDATION',
    errors: { 'values.variations': ['Each variation may be named once'] },
  })
  expect(ok(await adminProducts.get({ id: made.id })).values).toEqual(made.values)
})

const silk = (size: string, selling_price: number) => ({
  sku: `SILK-${size}`,
  options: [{ name: 'Silk size', value: size }],
  selling_price,
})
