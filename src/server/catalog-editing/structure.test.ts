import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'

const shop = await openShop({ seed: true })
const owner = await signedInStaff(shop, 'owner')

type Body = {
  code?: string
  errors?: object
  data: { id: number; version: string; values: Values; data: Row[] }
}
type Values = { [name: string]: unknown }
type Row = { id: number; name: string; path: string; depth: number; products: number }

async function ask(method: string, path: string, payload?: object) {
  const { status, body } = await owner.request({
    method: method as 'GET',
    url: `/api/admin/${path}`,
    ...(payload && { payload: JSON.stringify(payload), headers: { 'content-type': 'application/json' } }),
  })
  return { status, body: body as Body }
}

const read = async (path: string) => (await ask('GET', path)).body.data
async function change(path: string, values: Values) {
  const record = await read(path)
  return ask('PUT', path, { version: record.version, values: { ...record.values, ...values } })
}
const remove = async (path: string) => ask('DELETE', path, { version: (await read(path)).version })

test('categories are listed as a tree, and a category takes those below it along', async () => {
  const { data: rows } = await read('categories?per_page=100')
  const at = rows.findIndex(({ id }) => id === 10)
  const end = rows.findIndex(({ depth }, position) => position > at && depth === 0)
  const all_products = rows.slice(at, end).reduce((sum, { products }) => sum + Number(products), 0)
  expect(all_products).toBeGreaterThan(0)
  expect(rows[at]).toMatchObject({ path: 'ceramics', depth: 0, products: 0, all_products })
  expect(rows[at + 1]).toMatchObject({ path: expect.stringMatching(/^ceramics\//), depth: 1 })

  expect((await change('categories/10', { slug: 'clay' })).status).toBe(200)
  const { data: renamed } = await read('categories?per_page=100')
  expect(renamed.find(({ id }) => id === 11)?.path).toMatch(/^clay\//)
  const moved = await change('categories/11', { parent_id: 20 })
  expect(moved.status).toBe(200)
  expect((await read('categories?per_page=100')).data.find(({ id }) => id === 11)?.path).toMatch(
    /^textiles\//,
  )
})

test('a category cannot be put below itself', async () => {
  for (const parent_id of [30, 31])
    expect(await change('categories/30', { parent_id })).toMatchObject({
      status: 422,
      body: { errors: { 'values.parent_id': [expect.stringContaining('below this category')] } },
    })
})

test('a category moves in the tree with all below it, and the order of its siblings is saved', async () => {
  const tree = () => owner.admin.adminCategories.tree().then(ok)
  const { version, rows } = await tree()
  const idsBelow = (list: typeof rows, parent: number | null) =>
    list.filter(({ parent_id }) => parent_id === parent).map(({ id }) => id)
  const [first, second] = idsBelow(rows, 40) as [number, number]
  const move = (input: { id: number; parent_id: number | null; before_id: number | null }, of = version) =>
    owner.admin.adminCategories.move({ version: of, ...input })
  const stored = () => shop.db.selectFrom('change_log').select('id').orderBy('id').execute()

  const before = await stored()
  const swapped = ok(await move({ id: second, parent_id: 40, before_id: first }))
  expect(idsBelow(swapped.rows, 40).slice(0, 2)).toEqual([second, first])
  expect((await stored()).length).toBeGreaterThan(before.length)

  expect(await move({ id: first, parent_id: null, before_id: null })).toMatchObject({
    code: 'STALE_RECORD',
    data: { version: swapped.version },
  })
  for (const parent_id of [40, first])
    expect(await move({ id: 40, parent_id, before_id: null }, swapped.version)).toMatchObject({
      code: 'CATEGORY_CYCLE',
    })
  expect(await move({ id: first, parent_id: null, before_id: second }, swapped.version)).toMatchObject({
    errors: { before_id: [expect.any(String)] },
  })

  const nested = ok(await move({ id: 40, parent_id: 30, before_id: null }, swapped.version))
  const parentPath = nested.rows.find(({ id }) => id === 30)?.path
  for (const id of [40, first])
    expect(nested.rows.find((row) => row.id === id)?.path.startsWith(`${parentPath}/`)).toBe(true)
  const logged = await shop.db
    .selectFrom('audit_log')
    .select(['record_id', 'before', 'after'])
    .where('action', '=', 'category.move')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(logged).toMatchObject({ record_id: '40', before: { parent_id: null }, after: { parent_id: 30 } })
})

test.each([
  ['a category with others below it', 'categories/40'],
  ['a category with products', 'categories/12'],
  ['a label on products', 'labels/1'],
  ['a tag of products', 'tags/1'],
  ['an attribute of products', 'attributes/1'],
])('%s cannot be deleted', async (_, path) => {
  expect(await remove(path)).toMatchObject({
    status: 409,
    body: {
      code: 'IN_USE',
      data: { count: expect.any(Number), names: expect.arrayContaining([expect.any(String)]) },
    },
  })
})

test('a value that products have stays, and other values of the attribute can change', async () => {
  const { values } = await read('attributes/1')
  const list = values.values as { label: string }[]

  expect(await change('attributes/1', { values: list.slice(1) })).toMatchObject({
    status: 409,
    body: { code: 'IN_USE' },
  })
  const renamed = await change('attributes/1', {
    values: [...list.slice(1), { ...list[0], label: 'Renamed' }, { label: 'New one' }],
  })
  expect(renamed.status).toBe(200)
  expect((renamed.body.data.values.values as { label: string }[]).map(({ label }) => label)).toEqual([
    ...list.slice(1).map(({ label }) => label),
    'Renamed',
    'New one',
  ])
})

test('a renamed label shows on its product at once', async () => {
  const { slug } = await shop.db
    .selectFrom('product_labels')
    .innerJoin('products', 'products.id', 'product_labels.product_id')
    .select('products.slug')
    .where('label_id', '=', 1)
    .where('is_published', '=', true)
    .executeTakeFirstOrThrow()
  const page = () => shop.guest().request({ method: 'GET', url: `/api/product/single-product/${slug}` })
  expect(JSON.stringify((await page()).body)).not.toContain('Straight from the kiln')

  expect((await change('labels/1', { name: 'Straight from the kiln' })).status).toBe(200)
  await shop.services.changes.catchUp()

  expect(JSON.stringify((await page()).body)).toContain('Straight from the kiln')
})
