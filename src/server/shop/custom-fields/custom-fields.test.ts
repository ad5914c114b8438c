import { expect, test } from 'vitest'
import { type FieldDefinition as Definition, FieldDefinition } from '#contract/custom-fields.ts'
import { openShop } from '#harness/open-shop.ts'
import { makeProduct } from '#harness/products.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'

const shop = await openShop({ seed: true, pages: true })
const { db } = shop
const guest = shop.guest()
const staff = await signedInStaff(shop, 'manager')
const { adminCustomFields, adminProducts, adminCategories } = staff.admin

const define = async (given: Partial<Definition> & { key: string }) =>
  ok(await adminCustomFields.create({ values: FieldDefinition.parse({ label: given.key, ...given }) }))

async function newProduct(name: string) {
  const { product_id: variation } = await makeProduct(db, { name })
  return db
    .selectFrom('variations')
    .innerJoin('products', 'products.id', 'variations.product_id')
    .select(['products.id', 'products.slug'])
    .where('variations.id', '=', variation)
    .executeTakeFirstOrThrow()
}
const edit = async (id: number) => ok(await adminProducts.get({ id }))
async function save(id: number, custom: Record<string, unknown>) {
  const { version, values } = await edit(id)
  return adminProducts.update({ id, version, values: { ...values, custom } })
}

test('values are checked by their definitions, shown on the page by their switch, and stay where a save leaves them out', async () => {
  await define({
    key: 'fabric',
    label: 'Fabric',
    type: 'choice',
    is_several: true,
    shown: ['page'],
    choices: [
      { label: 'Irish linen', value: 'linen' },
      { label: 'Silk', value: '' },
    ],
  })
  await define({ key: 'code', label: 'Code', type: 'text', mask: 'AA-99', shown: ['api'] })
  await define({ key: 'secret', label: 'Supplier', type: 'text' })
  await define({ key: 'weight', label: 'Thread count', type: 'number', min: 1, max: 5_000, shown: ['page'] })
  await define({ key: 'since', label: 'Made since', type: 'date', shown: ['page'] })
  await define({ key: 'handmade', label: 'Handmade', type: 'boolean', shown: ['page'] })
  await define({
    key: 'goes_with',
    label: 'Goes with',
    type: 'reference',
    refers_to: 'product',
    is_several: true,
    shown: ['page'],
  })
  const other = await newProduct('Napkin <b>ring</b>')
  const { id, slug } = await newProduct('Linen napkin')

  const refused = {
    fabric: ['linen', 'wool'],
    code: 'A1-99',
    weight: 0,
    since: '2026-02-31',
    handmade: 'yes',
    goes_with: [999_999_999],
    unknown: 'x',
    constructor: 'x',
    secret: 'x'.repeat(10_240),
  }
  const { errors = {} } = (await save(id, refused)) as { errors?: Record<string, string[]> }
  expect(Object.keys(errors).sort()).toEqual([
    'values.custom.code',
    'values.custom.constructor',
    'values.custom.fabric.1',
    'values.custom.handmade',
    'values.custom.secret',
    'values.custom.since',
    'values.custom.unknown',
    'values.custom.weight',
  ])
  expect(await save(id, { goes_with: [999_999_999] })).toMatchObject({
    errors: { 'values.custom.goes_with': [expect.stringContaining('999999999')] },
  })

  const custom = {
    fabric: ['silk', 'linen'],
    code: 'BX-20',
    secret: '<img src=x onerror=alert(1)>',
    weight: 1_200,
    since: '1998-03-01',
    handmade: true,
    goes_with: [other.id],
  }
  expect(ok(await save(id, { ...custom, unused: undefined })).values.custom).toEqual(custom)
  // As a client that knows nothing of custom fields, and as the release before, whose statement names its columns.
  const { version, values } = await edit(id)
  const { custom: _, ...without } = values
  ok(await adminProducts.update({ id, version, values: { ...without, name: 'Linen napkin, large' } }))
  expect((await edit(id)).values.custom).toEqual(custom)

  await shop.changes.catchUp()
  const product = ok(await guest.api.product.single({ id: slug }))
  expect(product.custom_fields).toEqual([
    { key: 'fabric', label: 'Fabric', is_on_page: true, values: [{ text: 'Silk' }, { text: 'Irish linen' }] },
    { key: 'code', label: 'Code', is_on_page: false, values: [{ text: 'BX-20' }] },
    { key: 'weight', label: 'Thread count', is_on_page: true, values: [{ text: '1,200' }] },
    { key: 'since', label: 'Made since', is_on_page: true, values: [{ text: '1 Mar 1998' }] },
    { key: 'handmade', label: 'Handmade', is_on_page: true, values: [{ text: 'Yes' }] },
    {
      key: 'goes_with',
      label: 'Goes with',
      is_on_page: true,
      values: [{ text: 'Napkin <b>ring</b>', url: `/product/${other.slug}` }],
    },
  ])
  const page = String((await guest.request({ method: 'GET', url: `/product/${slug}` })).body)
  expect(page).toContain('Silk, Irish linen')
  expect(page).toContain(`<a href="/product/${other.slug}">Napkin &lt;b&gt;ring&lt;/b&gt;</a>`)
  expect(page).toContain('{"@type":"PropertyValue","name":"Handmade","value":"Yes"}')
  expect(page).not.toContain('BX-20')
  expect(page).not.toContain('onerror=alert')

  // What it links to is gone: nothing is shown, and the product can still be saved.
  const gone = await edit(other.id)
  ok(await adminProducts.remove({ id: other.id, version: gone.version }))
  await shop.changes.catchUp()
  expect(ok(await guest.api.product.single({ id: slug })).custom_fields?.map(({ key }) => key)).not.toContain(
    'goes_with',
  )
  ok(await save(id, { ...custom, weight: null }))
  ok(await adminProducts.duplicate({ id }))
  const plain = await newProduct('A product without fields')
  expect(ok(await guest.api.product.single({ id: plain.slug }))).not.toHaveProperty('custom_fields')
})

test('a definition is refused with a reserved or taken key, a contradiction, and where stored values would not fit', async () => {
  const definition = (given: object) => ({
    ...FieldDefinition.parse({ label: 'Field', key: 'field' }),
    ...given,
  })
  const create = (given: object) => adminCustomFields.create({ values: definition(given) })
  for (const key of ['__proto__', 'constructor', 'Size', '1st', ''])
    expect(await create({ key }), key).toMatchObject({ errors: { 'values.key': expect.any(Array) } })
  const { id, version, values } = ok(await create({ key: 'grade', type: 'text' }))
  expect(await create({ key: 'grade' })).toMatchObject({
    errors: { 'values.key': ['"Field" already has this key'] },
  })
  expect(await create({ key: 'a', type: 'choice' })).toMatchObject({
    errors: { 'values.choices': [expect.any(String)] },
  })
  expect(await create({ key: 'b', type: 'text', is_filterable: true })).toMatchObject({ code: 'VALIDATION' })
  expect(await create({ key: 'c', type: 'reference' })).toMatchObject({
    errors: { 'values.refers_to': ['Please choose'] },
  })
  expect(await create({ key: 'd', min: 9, max: 2 })).toMatchObject({
    errors: { 'values.max': [expect.any(String)] },
  })

  const product = await newProduct('Graded bowl')
  ok(await save(product.id, { grade: 'first' }))
  expect(
    await adminCustomFields.update({ id, version, values: { ...values, type: 'number' } }),
  ).toMatchObject({ errors: { 'values.type': ['One value does not fit: Graded bowl ("first")'] } })
  expect(await adminCustomFields.update({ id, version, values: { ...values, key: 'rank' } })).toMatchObject({
    errors: { 'values.key': [expect.any(String)] },
  })
  const renamed = ok(await adminCustomFields.update({ id, version, values: { ...values, label: 'Grade' } }))
  // The other editor began with the version from before.
  expect(await adminCustomFields.update({ id, version, values })).toMatchObject({ code: 'STALE_RECORD' })

  expect(await adminCustomFields.remove({ id, version: renamed.version })).toMatchObject({ code: 'IN_USE' })
  expect((await edit(product.id)).values.custom).toEqual({ grade: 'first' })
  expect(ok(await adminCustomFields.usage({ id }))).toEqual({ count: 1, names: ['Graded bowl'] })
  expect(await adminCustomFields.clear({ id, count: 0 })).toMatchObject({ code: 'STALE_RECORD' })
  ok(await adminCustomFields.clear({ id, count: 1 }))
  expect((await edit(product.id)).values.custom).toEqual({})
  ok(await adminCustomFields.remove({ id, version: renamed.version }))
})

test('variations, categories, customers and orders have fields of their own, and a second editor gets the stored values', async () => {
  const shade = await define({
    owner: 'variation',
    key: 'shade',
    label: 'Shade',
    shown: ['api'],
    is_required: true,
  })
  await define({ owner: 'category', key: 'motto', label: 'Motto' })
  await define({ owner: 'customer', key: 'size', label: 'Size', type: 'number' })
  const { id, slug } = await newProduct('Shaded lamp')
  const { version, values } = await edit(id)
  const [only] = values.variations
  if (!only) throw new Error('A product has a variation')
  const write = (custom: Record<string, unknown>) =>
    adminProducts.update({ id, version, values: { ...values, variations: [{ ...only, custom }] } })
  expect(await write({ shade: '' })).toMatchObject({
    errors: { 'values.variations.0.custom.shade': [expect.any(String)] },
  })
  expect(ok(await write({ shade: 'Oat' })).values.variations[0]?.custom).toEqual({ shade: 'Oat' })
  await shop.changes.catchUp()
  expect(ok(await guest.api.product.single({ id: slug })).custom_fields).toMatchObject([{ key: 'shade' }])
  ok(
    await adminCustomFields.update({
      id: shade.id,
      version: shade.version,
      values: { ...shade.values, is_required: false },
    }),
  )

  const category = ok(await adminCategories.create({ values: { name: 'Mottos', custom: { motto: 'Slow' } } }))
  expect(ok(await adminCategories.get({ id: category.id })).values.custom).toEqual({ motto: 'Slow' })

  const customer = ok(
    await staff.admin.adminCustomers.create({
      first_name: 'Asha',
      last_name: '',
      email: 'asha@fields.example',
      phone: '',
    }),
  )
  const read = ok(await adminCustomFields.ofCustomer({ id: customer.id }))
  expect(read).toMatchObject({ values: {}, fields: [{ key: 'size' }] })
  const first = { id: customer.id, version: read.version, values: { size: 42 } }
  expect(ok(await adminCustomFields.saveCustomer(first)).values).toEqual({ size: 42 })
  expect(await adminCustomFields.saveCustomer({ ...first, values: { size: 40 } })).toMatchObject({
    code: 'STALE_RECORD',
    data: { values: { size: 42 } },
  })
  expect(await adminCustomFields.saveCustomer({ ...first, id: 999_999_999 })).toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a filter of listings counts its choices, and a definition that is no filter any more leaves the listing', async () => {
  const field = await define({
    key: 'glaze',
    label: 'Glaze',
    type: 'choice',
    is_filterable: true,
    choices: [
      { label: 'Matte', value: 'matte' },
      { label: 'Gloss', value: 'gloss' },
    ],
  })
  const { id } = await newProduct('Glazed jug')
  ok(await save(id, { glaze: 'matte' }))
  await shop.changes.catchUp()
  const listed = async (filters: object) =>
    ok(await guest.api.shop.listing({ id: 'shop-online', page: 1, perPage: 24, sort: 'default', filters }))
  const { facets } = await listed({})
  expect(facets.find(({ key }) => key === 'field--glaze')).toMatchObject({
    type: 'attribute',
    label: 'Glaze',
    options: [{ value: 'matte', label: 'Matte', count: 1 }],
  })
  const page = String((await guest.request({ method: 'GET', url: '/shop-online?field--glaze=matte' })).body)
  expect(page).toContain('Glazed jug')
  expect((await listed({ attribute: { 'field--glaze': ['matte'] } })).products.total).toBe(1)

  ok(
    await adminCustomFields.update({
      id: field.id,
      version: field.version,
      values: { ...field.values, is_filterable: false },
    }),
  )
  await shop.changes.catchUp()
  await expect.poll(async () => (await listed({})).facets.map(({ key }) => key)).not.toContain('field--glaze')
})
