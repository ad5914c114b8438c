import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { writeConfigurationValues } from '#server/content/storefront/configuration.ts'
import { serveSeo } from '#server/http/static/serve-seo.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { anonymousVisitor } from '#server/platform/kernel/context.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { installedPlugins } from '../../src/plugins/installed.server.ts'
import { planOf, type Statement, statementsOf } from '../resources/list-plans.ts'
import { fillLargeShop, growing, ROWS } from './fill-large-shop.ts'
import { rowsReadBy } from './rows-read.ts'

const shop = await openShop({
  seed: true,
  pages: true,
  plugins: installedPlugins,
  indexInMemory: true,
  extend: (app, _pipeline, services) => serveSeo(app, { services }),
})
const { db, changes, services } = shop

beforeAll(async () => {
  for (const { definition } of installedPlugins)
    await writePlugin(db, installedPlugins, { module_name: definition.module_name, is_active: true })
  await fillLargeShop(db)
  await noteChange(db, ['catalog', 'listing', 'storefront', 'settings', 'blog', 'plugins', 'redirects'])
  await changes.catchUp()
  const { total } = await services.catalogIndex.idRuns({ channelId: 1, productsPerRun: 1_000 })
  expect(total).toBeGreaterThan(ROWS)
}, 60_000)

const originals = {
  DateTimeFormat: Intl.DateTimeFormat,
  NumberFormat: Intl.NumberFormat,
  DisplayNames: Intl.DisplayNames,
}

/** What a visitor without a session may ask for, each kind once. */
const pages = [
  ...[
    '/',
    '/shop-online',
    '/shop-online?page=100',
    '/shop-online?sort=price_asc',
    '/shop-online?brand=large-7',
  ],
  ...['/shop-online?tag=large-7&price=10000-12000', '/product-category/ceramics', '/shop-online/ceramics'],
  ...['/collections', '/search?query=large%20mug', '/search?query=large%20mag', '/product/large-7'],
  ...['/blogs', '/blogs?page=100', '/blogs/large-7', '/blogs?search=4321', '/large/7', '/nothing-here'],
  ...[
    '/sitemap.xml',
    '/sitemap-1.xml',
    '/sitemap-pages.xml',
    '/sitemap-posts-1.xml',
    '/feeds/google.xml',
    '/blogs/feed.xml',
    '/robots.txt',
  ],
]
const calls: [method: 'GET' | 'POST', path: string, input?: object][] = [
  ['GET', '/api/storefront/all'],
  ['GET', '/api/storefront/initial-values'],
  ['GET', '/api/category/all'],
  ['POST', '/api/category/category-grid', { items: [], source: 'top' }],
  ['GET', '/api/tag/all'],
  ['GET', '/api/search/search?query=large%20mu'],
  ['POST', '/api/search/search-products', { query: 'mug' }],
  ['POST', '/api/shop/shop-online', {}],
  ['GET', '/api/product/filters/all/ceramics?type=category'],
  ['GET', '/api/product/single-product/large-9'],
  ['GET', '/api/product/single-product/large-9/related'],
  ['POST', '/api/product/product-grid', { items: [], source: 'newest' }],
]

/**
 * What may pass over all rows of a table: a process keeps the redirect rules in memory, and reads them again only when one
 * changes; posts are counted in an index.
 */
const mayReadAll = (table: string, { text }: Statement) =>
  table === 'redirects' ||
  (table === 'blog_posts' &&
    /^\s*select (count\(|"id", "total" from)/.test(text) &&
    !/tsquery|ilike/.test(text))

async function readsTooMuch(name: string, work: () => Promise<unknown>): Promise<string[]> {
  const statements = await statementsOf(work)
  const problems = await Promise.all(statements.map((statement) => problemsOf(name, statement)))
  return problems.flat()
}

async function problemsOf(name: string, statement: Statement): Promise<string[]> {
  const plan = await planOf(db, statement)
  const read = plan ? [...rowsReadBy(plan)] : []
  return read.flatMap(([table, rows]) =>
    growing.has(table) && rows > ROWS / 2 && !mayReadAll(table, statement)
      ? `${name}: ${Math.round(rows)} rows of ${table} by ${statement.text.slice(0, 200)}`
      : [],
  )
}

test.each(pages)('%s reads no table as a whole', async (path) => {
  await noteChange(db, ['listing', 'storefront', 'product:1', 'blog'])
  await changes.catchUp()
  let status = 0
  const problems = await readsTooMuch(path, async () => {
    status = (await shop.request({ method: 'GET', url: path })).status
  })

  expect(problems).toEqual([])
  expect([200, 301, 302, 404]).toContain(status)
})

test.each(pages)('%s, made again, creates no formatter of dates or amounts', async (path) => {
  const open = async () => {
    await noteChange(db, ['listing', 'storefront', 'product:1', 'blog'])
    await changes.catchUp()
    return shop.request({ method: 'GET', url: path })
  }
  await open()
  const created: string[] = []
  const counted = (['DateTimeFormat', 'NumberFormat', 'DisplayNames'] as const).map((name) =>
    vi.spyOn(Intl, name).mockImplementation((...args: unknown[]) => {
      created.push(`${name}(${JSON.stringify(args)})`)
      return Reflect.construct(originals[name], args)
    }),
  )
  try {
    await open()
  } finally {
    for (const spy of counted) spy.mockRestore()
  }
  expect(created).toEqual([])
})

test('documents are equal exactly when what they were made of is', async () => {
  const { openPages } = await import('../../src/entry-server.tsx')
  const made = openPages(
    { build: 'test', entry: '/entry.js', head: () => '' },
    { origin: 'http://localhost' },
  )
  const paths = pages.filter((path) => !/xml|txt/.test(path))
  const renderAll = () =>
    Promise.all(
      paths.map(async (url) => {
        const api = shop.pipeline.openApi(anonymousVisitor, { isForEveryone: true })
        const request = {
          url,
          api,
          cookies: {},
          isBot: false,
          mode: 'production',
          isBootApart: true,
        } as const
        return made.document({ ...request, share: (_name, load) => load(api) })
      }),
    )
  const changed: [about: string, change: () => Promise<unknown>, tags: string[]][] = [
    ['nothing', async () => undefined, ['listing', 'storefront']],
    [
      'the name of a product',
      () => sql`update products set name = name || ' II' where slug = 'large-7'`.execute(db),
      ['catalog', 'listing'],
    ],
    [
      'the notice',
      () => writeConfigurationValues(services, { store_notice_message: 'Closed on Sunday' }),
      ['storefront'],
    ],
    ['a link of a menu', () => sql`update menu_items set label = label || '!'`.execute(db), ['menus']],
  ]
  let before = await renderAll()
  for (const [about, change, tags] of changed) {
    await change()
    await noteChange(db, tags)
    await changes.catchUp()
    const after = await renderAll()
    const different = paths.filter((_, at) => before[at]?.body !== after[at]?.body)
    expect(
      paths.filter((_, at) => before[at]?.inputs !== after[at]?.inputs),
      about,
    ).toEqual(different)
    expect(different.length > 0, about).toBe(about !== 'nothing')
    before = after
  }
})

test.each(['/sitemap-1.xml', '/sitemap-posts-1.xml'])(
  '%s lists no more than is made quickly',
  async (url) => {
    const { body } = await shop.request({ method: 'GET', url })
    expect(String(body).split('<loc>')).toHaveLength(1_001)
  },
)

test('the place of a new product is read without reading the others', async () => {
  const plan = await planOf(db, { text: 'select max("position") as "last" from "products"', values: [] })
  expect(plan && rowsReadBy(plan).get('products')).toBe(1)
})

test.each(calls)('%s %s reads no table as a whole', async (method, url, input) => {
  await noteChange(db, ['listing', 'storefront', 'product:1', 'blog'])
  await changes.catchUp()
  let status = 0
  const problems = await readsTooMuch(url, async () => {
    const payload = input && {
      payload: JSON.stringify(input),
      headers: { 'content-type': 'application/json' },
    }
    status = (await shop.request({ method, url, ...payload })).status
  })

  expect(problems).toEqual([])
  expect(status).toBe(200)
})
