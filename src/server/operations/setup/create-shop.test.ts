import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { installedPlugins } from '#plugins/installed.server.ts'
import { seedDemoShop } from '../seed/seed-demo-shop.ts'
import { createShop, type NewShop } from './create-shop.ts'

const config = { storeUrl: 'https://shop.example' }
const actor = { staffId: null, name: 'cli:tester', ip: '' }
const shop: NewShop = {
  name: 'Asha Crafts',
  country: 'IN',
  currency: 'INR',
  owner: 'Asha@crafts.example',
  state: 'Karnataka',
}

const { db } = await testDatabase()

const numberOf = async (table: string, of = db) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(table)}`.execute(of)
  return rows[0]?.n
}

test('two processes that create a shop at once create one, without products and people', async () => {
  const both = await Promise.all([
    createShop(db, config, actor, shop, installedPlugins),
    createShop(
      db,
      config,
      actor,
      { ...shop, name: 'Second', owner: 'second@crafts.example' },
      installedPlugins,
    ),
  ])

  expect(both.filter(Boolean)).toHaveLength(1)
  expect(both.find(Boolean)?.link.url).toMatch(/^https:\/\/shop\.example\/admin\/login\?token=/)
  expect(await numberOf('channels')).toBe(1)
  expect(await numberOf('staff')).toBe(1)
  for (const table of ['products', 'customers', 'orders', 'images', 'blog_posts', 'coupons'])
    expect(await numberOf(table), table).toBe(0)
})

test('another creation and the demo seed leave the shop as it is', async () => {
  const before = await numberOf('settings')

  expect(
    await createShop(db, config, actor, { ...shop, owner: 'third@crafts.example' }, installedPlugins),
  ).toBeUndefined()
  expect(await seedDemoShop(db)).toBe('other-shop')

  expect(await numberOf('settings')).toBe(before)
  expect(await numberOf('staff')).toBe(1)
  expect(await numberOf('products')).toBe(0)
})

test('a creation that fails leaves an empty database', async () => {
  const other = await testDatabase()

  await expect(
    createShop(other.db, config, actor, { ...shop, owner: 'nobody' }, installedPlugins),
  ).rejects.toMatchObject({
    httpStatus: 422,
  })

  for (const table of ['channels', 'countries', 'pages', 'settings', 'staff'])
    expect(await numberOf(table, other.db), table).toBe(0)
})

test('a shop in the United States adds tax at the checkout and writes dollars', async () => {
  const other = await testDatabase()
  await createShop(
    other.db,
    config,
    actor,
    { ...shop, country: 'US', currency: 'USD', state: 'Texas' },
    installedPlugins,
  )

  const channel = await other.db.selectFrom('channels').selectAll().executeTakeFirstOrThrow()

  expect(channel).toMatchObject({
    ...{ code: 'us', currency: 'USD', currency_symbol: '$', currency_decimals: 2 },
    ...{ locale: 'en-US', is_tax_included: false, is_default: true },
  })
})

test('a shop in Germany sells in euros with value added tax in its prices, to addresses without a state', async () => {
  const other = await testDatabase()
  await createShop(
    other.db,
    config,
    actor,
    { ...shop, country: 'DE', currency: 'EUR', state: '' },
    installedPlugins,
  )

  const channel = await other.db.selectFrom('channels').selectAll().executeTakeFirstOrThrow()
  const rates = await other.db.selectFrom('tax_rates').select(['name', 'rate_bp']).orderBy('id').execute()
  const fields = await other.db
    .selectFrom('address_fields')
    .select(['column_name', 'pattern'])
    .where('country_id', '=', channel.country_id)
    .execute()

  expect(channel).toMatchObject({
    ...{ code: 'de', currency: 'EUR', currency_symbol: '€', currency_decimals: 2 },
    ...{ locale: 'en-DE', is_tax_included: true },
  })
  expect(rates).toEqual([
    { name: 'VAT 19%', rate_bp: 1_900 },
    { name: 'VAT 7%', rate_bp: 700 },
    { name: 'No VAT', rate_bp: 0 },
  ])
  expect(fields).toContainEqual({ column_name: 'postcode', pattern: '^[0-9]{5}$' })
  expect(fields.map(({ column_name }) => column_name)).not.toContain('state_id')
})
