import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { CollectionValues } from '#contract/admin/catalog/collections.ts'
import { resetChangeLog } from '#harness/change-log.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { importInto } from '#server/catalog/importing/import-shop.test-support.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { changeProducts } from './change-products.ts'
import { createCollection } from './collections.ts'
import { areCollectionsDue, refreshCollections } from './refresh-collections.ts'
import { removeTag } from './tags.ts'

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

/** A category with one below it, a brand, a label, a tag and an attribute, and products that have them. */
async function ruleCatalog(word: string) {
  const add = async (path: string, values: Values) => {
    const { status, body } = await ask('POST', path, { values })
    expect(body).toMatchObject({ data: { id: expect.any(Number) } })
    expect(status).toBe(200)
    return body.data.id
  }
  const top = await add('categories', { name: `${word} top` })
  const below = await add('categories', { name: `${word} below`, parent_id: top })
  const brand = await add('brands', { name: `${word} brand` })
  const label = await add('labels', { name: `${word} label` })
  const tag = await add('tags', { name: `${word} tag` })
  const attribute = await add('attributes', { label: `${word} glaze`, values: [{ label: 'Ash' }] })
  const { id: value } = await shop.db
    .selectFrom('attribute_values')
    .select('id')
    .where('attribute_id', '=', attribute)
    .executeTakeFirstOrThrow()
  let made = 0
  const product = (name: string, values: Values = {}, variation: Values = {}) => {
    made += 1
    return add('products', {
      name: `${word} ${name}`,
      is_published: true,
      variations: [{ sku: `${word}-${made}`, selling_price: 50_000, initial_stock: 5, ...variation }],
      ...values,
    })
  }
  return { ...{ add, product, top, below, brand, label, tag, attribute, value }, name: `${word} ` }
}

const members = async (id: number) => {
  const rows = await shop.db
    .selectFrom('collection_products')
    .innerJoin('products', 'products.id', 'collection_products.product_id')
    .select('products.name')
    .where('collection_id', '=', id)
    .orderBy('by_rule')
    .orderBy('collection_products.position')
    .orderBy('products.id')
    .execute()
  return rows.map(({ name }) => name.replace(/^\S+ /, ''))
}

async function importText(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-structure-test-'))
  const file = join(folder, 'products.csv')
  await writeFile(file, text)
  const storeUrl = 'https://shop.example'
  const { db, services } = shop
  expect(await importInto(db, { file, files: services.files, storeUrl, isDryRun: false })).toMatchObject({
    products: { created: 1 },
  })
  await rm(folder, { recursive: true })
}

const listed = async (id: number, sort = 'default') => {
  await shop.services.changes.catchUp()
  const { body } = await shop.guest().request({
    method: 'POST',
    url: `/api/product/product-collection/${id}`,
    payload: JSON.stringify({ sort }),
    headers: { 'content-type': 'application/json' },
  })
  const { products } = (body as unknown as { data: { products: { data: { name: string }[] } } }).data
  return products.data.map(({ name }) => name.replace(/^\S+ /, ''))
}

test('each rule of a collection finds its products, alone, negated and combined', async () => {
  const { product, add, top, below, brand, label, tag, value, name } = await ruleCatalog('Tamarisk')
  await product('plain')
  await product('below', { category_id: below, brand_id: brand })
  await product('labelled', { labels: [label], tags: ['Tamarisk tag'], properties: [value] })
  await product('reduced', {}, { selling_price: 20_000, mrp: 30_000 })
  await product('gone', { published_at: '2020-01-01T00:00:00Z' }, { initial_stock: 0 })
  await product('draft 100%', { is_published: false, brand_id: brand })
  const all = ['plain', 'below', 'labelled', 'reduced', 'gone', 'draft 100%']
  const but = (...names: string[]) => all.filter((one) => !names.includes(one))
  const id = await add('collections', { name: 'Tamarisk rules', rules: null })
  const found = async (conditions: object[], match = 'all') => {
    const mine = { field: 'name', text: name }
    const rules = {
      match,
      conditions: match === 'all' ? [mine, ...conditions] : conditions,
      sort: 'name_asc',
    }
    const { status } = await change(`collections/${id}`, { rules })
    expect(status).toBe(200)
    return members(id)
  }
  const is = (field: string, ...values: number[]) => ({ field, values })
  const isNot = (field: string, ...values: number[]) => ({ field, operator: 'is_not', values })

  expect(await found([is('category', top)])).toEqual(['below'])
  expect(await found([isNot('category', top)])).toEqual(but('below'))
  expect(await found([is('brand', brand)])).toEqual(['below', 'draft 100%'])
  expect(await found([isNot('brand', brand, brand)])).toEqual(but('below', 'draft 100%'))
  for (const one of [is('label', label), is('tag', tag), is('attribute_value', value)])
    expect(await found([one])).toEqual(['labelled'])
  expect(await found([isNot('label', label), isNot('tag', tag), isNot('attribute_value', value)])).toEqual(
    but('labelled'),
  )
  expect(await found([{ field: 'price', operator: 'at_most', amount: 20_000 }])).toEqual(['reduced'])
  expect(await found([{ field: 'price', operator: 'at_least', amount: 20_001 }])).toEqual(but('reduced'))
  expect(await found([{ field: 'sale' }])).toEqual(['reduced'])
  expect(await found([{ field: 'stock', operator: 'sold_out' }])).toEqual(['gone'])
  expect(await found([{ field: 'published', days: 7 }])).toEqual(but('gone'))
  expect(await found([{ field: 'name', text: '100%' }])).toEqual(['draft 100%'])
  expect(await found([{ field: 'name', text: '_', operator: 'contains_not' }])).toEqual(all)
  expect(await found([is('brand', brand), is('label', label)], 'any')).toEqual([
    'below',
    'labelled',
    'draft 100%',
  ])
  expect(await found([is('brand', brand), is('label', label)])).toEqual([])

  expect((await change(`collections/${id}`, { rules: null })).status).toBe(200)
  expect(await members(id)).toEqual([])
})

test('a collection by rules starts with chosen products, leaves out others, and has its own order', async () => {
  const { product, add, name } = await ruleCatalog('Juniper')
  const cheap = await product('cheap', {}, { selling_price: 10_000 })
  await product('dear', {}, { selling_price: 90_000 })
  await product('middle')
  const draft = await product('draft', { is_published: false })
  const out = await product('out')
  const rules = {
    conditions: [{ field: 'name', text: name }],
    sort: 'price_desc',
    excluded: [out],
  }
  const preview = await ask('POST', 'collections/preview', { rules, products: [cheap] })
  expect(preview.body).toMatchObject({ status: 'success' })
  expect(preview.body.data).toMatchObject({
    ...{ total: 4, drafts: 1 },
    first: [{ id: cheap }, { name: 'Juniper dear' }, { name: 'Juniper middle' }, { is_published: false }],
  })
  const id = await add('collections', { name: 'Juniper', rules, products: [cheap] })
  expect(await listed(id)).toEqual(['cheap', 'dear', 'middle'])
  expect(await listed(id, 'price_asc')).toEqual(['cheap', 'middle', 'dear'])
  const record = await read(`collections/${id}`)
  expect(record.values).toMatchObject({ products: [cheap], rules: { sort: 'price_desc', excluded: [out] } })
  expect((await read('collections?q=juniper')).data).toMatchObject([{ products: 4, has_rules: true }])

  // Members by rule are not part of the record, so that a form that is open keeps its version.
  await change(`products/${draft}`, { name: 'Renamed' })
  await refreshCollections(shop.services)
  expect(await members(id)).toEqual(['cheap', 'dear', 'middle'])
  expect((await read(`collections/${id}`)).version).toBe(record.version)
})

test('products enter and leave collections by rules when they change, by any way', async () => {
  const { product, add, top, below, brand, name } = await ruleCatalog('Larch')
  const mine = { field: 'name', text: name }
  const collection = (title: string, condition: object) =>
    add('collections', { name: `Larch ${title}`, rules: { conditions: [mine, condition] } })
  const cheap = await collection('cheap', { field: 'price', amount: 40_000 })
  const inTop = await collection('top', { field: 'category', values: [top] })
  const branded = await collection('branded', { field: 'brand', values: [brand] })
  const soldOut = await collection('sold out', { field: 'stock', operator: 'sold_out' })
  const recent = await collection('recent', { field: 'published', days: 30 })
  const refresh = async () => {
    expect(await areCollectionsDue(shop.db)).toBe(true)
    await refreshCollections(shop.services)
    await refreshCollections(shop.services)
    expect(await areCollectionsDue(shop.db)).toBe(false)
  }
  const one = await product('one')
  const two = await product('two', { category_id: below })
  await refresh()
  expect(await members(inTop)).toEqual(['two'])
  expect(await members(recent)).toEqual(['one', 'two'])
  expect(await listed(cheap)).toEqual([])

  await shop.db.deleteFrom('change_log').execute()
  const batch = ok(
    await owner.admin.adminProductBatches.create({ action: { type: 'price', percent: -50 }, ids: [one] }),
  )
  await changeProducts(shop.services, batch.id)
  await refresh()
  expect(await listed(cheap)).toEqual(['one'])
  const noted = await shop.db
    .selectFrom('change_log')
    .select('tag')
    .where('tag', 'like', 'collection:%')
    .execute()
  expect(noted).toEqual([{ tag: `collection:${cheap}` }])
  const undone = ok(await owner.admin.adminProductBatches.undo({ id: batch.id }))
  await changeProducts(shop.services, undone.id)

  const moved = await change(`categories/${below}`, { parent_id: null })
  expect(moved.status).toBe(200)
  const { variations } = (await read(`products/${two}`)).values as { variations: { id: number }[] }
  ok(
    await owner.admin.adminProducts.adjustStock({
      ...{ id: two, reason: 'lost' },
      changes: variations.map(({ id }) => ({ variation_id: id, by: -5 })),
    }),
  )
  await importText(`slug,name,sku,price,stock,brand,collections
larch-three,Larch three,LARCH-3,600.00,0,Larch brand,Larch branded|Larch cheap`)
  await refresh()
  expect(await members(cheap)).toEqual([])
  expect(await members(inTop)).toEqual([])
  expect(await members(soldOut)).toEqual(['two', 'three'])
  expect(await members(branded)).toEqual(['three'])

  // Time alone: nothing is noted.
  await shop.db
    .updateTable('products')
    .set({ published_at: new Date('2020-01-01') })
    .where('id', '=', one)
    .execute()
  await refreshCollections(shop.services)
  expect(await members(recent)).toEqual(['one', 'two', 'three'])
  await sql`update collection_refresh set timed_at = now() - interval '1 hour'`.execute(shop.db)
  await refresh()
  expect(await members(recent)).toEqual(['two', 'three'])

  // A log that does not reach back to the last run.
  await resetChangeLog(shop.db)
  await shop.db.updateTable('products').set({ brand_id: brand }).where('id', '=', one).execute()
  await refresh()
  expect(await members(branded)).toEqual(['one', 'three'])
  ok(await owner.admin.adminProducts.remove({ id: one, version: (await read(`products/${one}`)).version }))
  await refresh()
  expect(await members(branded)).toEqual(['three'])
})

test('what the rules of a collection name cannot be deleted, and must exist', async () => {
  const { add, top, below, brand, label, tag, attribute, value } = await ruleCatalog('Rowan')
  const is = (field: string, ...values: number[]) => ({ field, values })
  const conditions = [
    ...[is('category', below), is('brand', brand), is('label', label), is('tag', tag)],
    is('attribute_value', value),
  ]
  const id = await add('collections', { name: 'Rowan', rules: { conditions } })
  const used = ['categories/', 'brands/', 'labels/', 'tags/', 'attributes/']
  const paths = [below, brand, label, tag, attribute].map((one, at) => `${used[at]}${one}`)
  for (const path of paths)
    expect(await remove(path)).toMatchObject({
      status: 409,
      body: { code: 'IN_USE', data: { names: ['the collection Rowan'] } },
    })
  expect(await change(`attributes/${attribute}`, { values: [] })).toMatchObject({ status: 409 })
  const missing = [is('brand', brand), is('tag', tag, 999_999_999)]
  expect(await change(`collections/${id}`, { rules: { conditions: missing } })).toMatchObject({
    status: 422,
    body: { errors: { 'values.rules.conditions.1.values': [expect.stringContaining('no longer exists')] } },
  })
  expect(await change(`collections/${id}`, { rules: { conditions: [] } })).toMatchObject({
    status: 422,
    body: { errors: { 'values.rules.conditions': ['Please add a rule'] } },
  })
  expect((await remove(`collections/${id}`)).status).toBe(200)
  for (const path of [...paths, `categories/${top}`]) expect((await remove(path)).status).toBe(200)
})

test('a record is not deleted while the rules of a collection that name it are saved, nor named while it is deleted', async () => {
  const { brand, tag } = await ruleCatalog('Hazel')
  const rules = (field: string, value: number) => ({ conditions: [{ field, values: [value] }] })
  const { version: brandVersion } = await read(`brands/${brand}`)
  /** Sends the request while the transaction is open, and ends it when the request waits for it or has been answered. */
  const during = async (work: (tx: Tx) => Promise<unknown>, send: () => ReturnType<typeof ask>) => {
    let reply: ReturnType<typeof ask> | undefined
    let isAnswered = false
    await shop.db.transaction().execute(async (tx) => {
      await work(tx)
      reply = send()
      void reply.then(() => {
        isAnswered = true
      })
      await vi.waitFor(async () => expect(isAnswered || (await isWaiting())).toBe(true), { timeout: 100_000 })
    })
    return reply
  }

  expect(
    await during(
      (tx) => createCollection(tx, CollectionValues.parse({ name: 'Hazel', rules: rules('brand', brand) })),
      () => ask('DELETE', `brands/${brand}`, { version: brandVersion }),
    ),
  ).toMatchObject({ status: 409, body: { code: 'IN_USE', data: { names: ['the collection Hazel'] } } })
  expect((await ask('GET', `brands/${brand}`)).status).toBe(200)

  const values = { name: 'Hazel nuts', rules: rules('tag', tag) }
  expect(
    await during(
      (tx) => removeTag(tx, tag, { name: 'Hazel', slug: 'hazel' }),
      () => ask('POST', 'collections', { values }),
    ),
  ).toMatchObject({
    status: 422,
    body: { errors: { 'values.rules.conditions.0.values': [expect.any(String)] } },
  })
})

/** Whether a statement of this database waits for a lock. */
async function isWaiting() {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.db)
  return (rows[0]?.n ?? 0) > 0
}
