import { expect, test } from 'vitest'
import type { Declarations } from '#contract/admin/catalog/declarations.ts'
import type { Filters, Listing, Sort } from '#contract/catalog.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { serveSeo } from '#server/http/static/serve-seo.ts'
import { changeProducts } from './change-products.ts'
import { publishDueProducts } from './publish-due-products.ts'

const shop = await openShop({
  seed: true,
  pages: true,
  pageCache: true,
  extend: (app, _, services) => serveSeo(app, { services }),
})
const { admin } = await signedInStaff(shop, 'owner')
const { adminEconomicOperators, adminProducts } = admin

const maker = {
  name: 'Ostrava Kiln s.r.o.',
  address: '2 Kiln Lane\n702 00 Ostrava',
  country: 'CZ',
  electronic_address: 'hello@ostrava.example',
}
const { id: manufacturer_id } = ok(await adminEconomicOperators.create({ values: maker }))
const { id: importer_id } = ok(
  await adminEconomicOperators.create({
    values: { name: 'Pune Imports', address: '4 Mill Road', country: 'IN', electronic_address: '' },
  }),
)
const { group_id: id, slug } = ok(await shop.api.product.single({ id: 'banyan-fan-mug' }))

async function declare(declarations: Partial<Declarations> | undefined) {
  const { version, values } = ok(await adminProducts.get({ id }))
  const { declarations: before, ...others } = values
  return adminProducts.update({
    id,
    version,
    values: { ...others, ...(declarations && { declarations: { ...before, ...declarations } }) },
  })
}

const textOf = async (url: string) => String((await shop.request({ method: 'GET', url })).body)
const page = () => textOf(`/product/${slug}`)

test('what a product declares is on its page, in the API, in structured data and in the feed', async () => {
  expect(ok(await shop.api.product.single({ id: slug })).declarations).toBeUndefined()
  expect(await page()).not.toContain('Country of origin')

  ok(
    await declare({
      country_of_origin: 'CZ',
      manufacturer_id,
      importer_id,
      warnings: 'Not for <children>.',
      min_age: 14,
      best_before_months: 18,
      materials: 'Stoneware, glaze',
      passport_id: '0123456789',
      passport_url: 'https://passport.example/0123456789',
    }),
  )

  await expect.poll(page).toContain('From 14 years')
  const html = await page()
  for (const text of [
    'Not for &lt;children&gt;.',
    'From 14 years',
    'Czechia',
    '18 months from manufacture',
    'Ostrava Kiln s.r.o., 2 Kiln Lane, 702 00 Ostrava, Czechia, hello@ostrava.example',
    'Pune Imports, 4 Mill Road, India',
    '<a href="https://passport.example/0123456789">0123456789</a>',
  ])
    expect(html).toContain(text)
  const { declarations } = ok(await shop.api.product.single({ id: slug }))
  expect(declarations).toMatchObject({
    country_of_origin: 'CZ',
    manufacturer: maker,
    responsible_person: null,
  })

  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  const [thing] = JSON.parse(json)['@graph']
  expect(thing).toMatchObject({
    countryOfOrigin: { '@type': 'Country', name: 'CZ' },
    manufacturer: { '@type': 'Organization', name: maker.name, email: maker.electronic_address },
    audience: { suggestedMinAge: 14 },
    additionalProperty: expect.arrayContaining([
      { '@type': 'PropertyValue', name: 'Importer', value: 'Pune Imports, 4 Mill Road, India' },
    ]),
  })

  const feed = await textOf('/feeds/google.xml')
  const item = feed.split('<item>').find((text) => text.includes(`/product/${slug}`))
  expect(item).toContain(
    '<g:product_detail><g:attribute_name>Country of origin</g:attribute_name><g:attribute_value>Czechia</g:attribute_value></g:product_detail>',
  )
})

test('the country of origin is a filter and a sort order of listings and searches that have one', async () => {
  const search = async (filters: Filters, sort?: Sort) =>
    ok(await shop.api.search.products({ query: 'mug', filters, ...(sort && { sort }) }))
  const facetOf = ({ facets }: Listing) => facets.find(({ key }) => key === 'country_of_origin')?.options

  await expect
    .poll(async () => facetOf(await search({})))
    .toEqual([{ value: 'cz', label: 'Czechia', count: 1, color: null, image: null }])
  const found = await search({ country_of_origin: ['cz'] })
  expect(found.products.data.map((product) => product.slug)).toEqual([slug])
  expect(found.sort.options).toContainEqual({ value: 'origin_asc', label: 'Country of origin' })
  expect((await search({}, 'origin_asc')).products.data[0]?.slug).toBe(slug)
  expect((await search({ country_of_origin: ['constructor', 'de'] })).products.total).toBe(0)

  const lamps = ok(await shop.api.search.products({ query: 'lamp' }))
  expect(facetOf(lamps)).toBeUndefined()
  expect(lamps.sort.options.map(({ value }) => value)).not.toContain('origin_asc')
  const html = await textOf('/shop-online?country_of_origin=cz&sort=origin_asc')
  expect(html).toContain('Czechia')
  expect(html).toContain(`/product/${slug}`)
})

test('a changed manufacturer is on the cached pages of its products, and cannot be removed while it has some', async () => {
  const { version, values } = ok(await adminEconomicOperators.get({ id: manufacturer_id }))
  ok(
    await adminEconomicOperators.update({
      id: manufacturer_id,
      version,
      values: { ...values, address: '9 New Street' },
    }),
  )
  await expect.poll(page).toContain('Ostrava Kiln s.r.o., 9 New Street, Czechia')

  const record = ok(await adminEconomicOperators.get({ id: manufacturer_id }))
  expect(await adminEconomicOperators.remove({ id: manufacturer_id, version: record.version })).toMatchObject(
    {
      code: 'IN_USE',
      message: expect.stringContaining('Banyan'),
    },
  )
})

test('a save without declarations leaves them, a copy has them, and nothing declared is no row', async () => {
  ok(await declare(undefined))
  const copy = ok(await adminProducts.duplicate({ id }))
  for (const product of [id, copy.id])
    expect(ok(await adminProducts.get({ id: product })).values.declarations).toMatchObject({
      manufacturer_id,
      min_age: 14,
      care: '',
    })

  ok(
    await declare({
      ...{ country_of_origin: '', manufacturer_id: null, importer_id: null, warnings: '', min_age: null },
      ...{ best_before_months: null, materials: '', passport_id: '', passport_url: '' },
    }),
  )
  const rows = await shop.db.selectFrom('product_declarations').select('product_id').execute()
  expect(rows).toEqual([{ product_id: copy.id }])
})

test('the list finds the products that declare too little for the European Union and for India', async () => {
  const makeOperator = async (name: string, country: string, electronic_address: string) =>
    ok(
      await adminEconomicOperators.create({
        values: { name, address: '1 Lane', country, electronic_address },
      }),
    ).id
  const inUnion = { id: await makeOperator('A', 'DE', 'a@a.example'), isUnion: true, isReachable: true }
  const silent = { id: await makeOperator('B', 'FR', ''), isUnion: true, isReachable: false }
  const outside = {
    id: await makeOperator('C', 'IN', 'https://c.example'),
    isUnion: false,
    isReachable: true,
  }
  const some = [null, inUnion, silent, outside]
  const { id: product_id } = await shop.db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', 'moon-vase')
    .executeTakeFirstOrThrow()
  const isFound = async (undeclared: 'eu' | 'in') =>
    ok(await adminProducts.list({ undeclared, q: 'moon vase' })).data.some(
      ({ id: found }) => found === product_id,
    )

  expect([await isFound('eu'), await isFound('in')]).toEqual([true, true])
  for (const origin of ['', 'IN', 'CZ'])
    for (const manufacturer of some)
      for (const importer of some)
        for (const responsible of [null, inUnion, outside]) {
          const values = {
            ...{ product_id, country_of_origin: origin, manufacturer_id: manufacturer?.id ?? null },
            ...{ importer_id: importer?.id ?? null, responsible_person_id: responsible?.id ?? null },
          }
          await shop.db
            .insertInto('product_declarations')
            .values(values)
            .onConflict((conflict) => conflict.column('product_id').doUpdateSet(values))
            .execute()
          const answersInUnion = [manufacturer, importer, responsible].some(
            (one) => one?.isUnion && one.isReachable,
          )
          const isDeclaredEu = Boolean(manufacturer?.isReachable && answersInUnion)
          const maker = origin === 'IN' ? (manufacturer ?? importer) : importer
          expect([await isFound('eu'), await isFound('in')], JSON.stringify(values)).toEqual([
            !isDeclaredEu,
            !(origin && maker),
          ])
        }
})

test('a channel that asks for declarations refuses what would be published without them, on every way', async () => {
  const channel = await shop.db
    .selectFrom('channels')
    .select('id')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow()
  async function ask(requires_declarations: boolean) {
    const { version, values } = ok(await admin.adminChannels.get({ id: channel.id }))
    ok(
      await admin.adminChannels.update({
        id: channel.id,
        version,
        values: { ...values, requires_declarations },
      }),
    )
    expect(ok(await admin.adminChannels.get({ id: channel.id })).values).toMatchObject({
      requires_declarations,
    })
  }
  const { group_id: jug } = ok(await shop.api.product.single({ id: 'milk-jug' }))
  const { group_id: mug } = ok(await shop.api.product.single({ id: 'everyday-speckled-mug' }))
  const save = async (product: number, more: object) => {
    const { version, values } = ok(await adminProducts.get({ id: product }))
    return adminProducts.update({ id: product, version, values: { ...values, ...more } })
  }
  const isPublished = async () => ok(await adminProducts.get({ id: jug })).values.is_published
  const errors = { 'values.declarations.country_of_origin': [expect.stringContaining('country of origin')] }
  const declared = { country_of_origin: 'IN', manufacturer_id }
  const { declarations: nothing } = ok(await adminProducts.get({ id: jug })).values

  await ask(true)
  ok(await save(mug, { short_description: 'On sale already.' }))
  ok(await adminProducts.setPublished({ id: jug, is_published: false }))
  expect(await adminProducts.setPublished({ id: jug, is_published: true })).toMatchObject({
    code: 'DECLARATIONS_MISSING',
  })
  expect(await save(jug, { is_published: true })).toMatchObject({ errors })
  const publish_at = new Date(Date.now() + 60_000).toISOString()
  expect(await save(jug, { publish_at })).toMatchObject({ errors })
  const batch = ok(await admin.adminProductBatches.create({ action: { type: 'publish' }, ids: [jug] }))
  await changeProducts(shop.services, batch.id)
  expect(ok(await admin.adminProductBatches.get({ id: batch.id }))).toMatchObject({
    refusals: [{ id: jug, message: expect.stringContaining('without declarations') }],
  })

  ok(await save(jug, { publish_at, declarations: { ...nothing, ...declared } }))
  const later = new Date(Date.now() + 120_000)
  await shop.db.deleteFrom('product_declarations').where('product_id', '=', jug).execute()
  await publishDueProducts(shop.services, later)
  expect(await isPublished()).toBe(false)
  await shop.db
    .insertInto('product_declarations')
    .values({ product_id: jug, ...declared })
    .execute()
  await publishDueProducts(shop.services, later)
  expect(await isPublished()).toBe(true)
  expect(await save(jug, { declarations: nothing }), 'on sale with them').toMatchObject({ errors })
  await ask(false)
  ok(await save(jug, { declarations: nothing }))
})

test.each([
  [{ manufacturer_id: 2_000_000 }, 'values.declarations.manufacturer_id'],
  [{ min_age: 100 }, 'values.declarations.min_age'],
  [{ warnings: 'x'.repeat(10_240) }, 'values.declarations.warnings'],
  [{ passport_url: 'javascript:alert(1)' }, 'values.declarations.passport_url'],
] as const)('a declaration that is not valid is refused at its field: %o', async (part, field) => {
  expect(await declare(part)).toMatchObject({ code: 'VALIDATION', errors: { [field]: [expect.any(String)] } })
})

test('two manufacturers cannot have one name, in any case', async () => {
  expect(
    await adminEconomicOperators.create({ values: { ...maker, name: maker.name.toUpperCase() } }),
  ).toMatchObject({ code: 'VALIDATION', errors: { 'values.name': [expect.any(String)] } })
})

test('declared care replaces a specification of the same name', async () => {
  const rows = async () => [...(await page()).matchAll(/>Care<.*?>([^<]{3,})</gs)].map(([, value]) => value)
  expect(await rows()).toEqual([expect.stringContaining('ishwasher')])
  ok(await declare({ care: 'Wipe with a damp cloth' }))
  await expect.poll(rows).toEqual(['Wipe with a damp cloth'])
  ok(await declare({ care: '' }))
  await expect.poll(rows).toEqual([expect.stringContaining('ishwasher')])
})
