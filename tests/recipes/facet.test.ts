import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { copySources } from './source-copy.ts'

const descriptor = `  {
    key: 'edition',
    label: 'Edition',
    isSearched: true,
    isShownWhenChosen: false,
    values: sql\`select id, name, slug, 0 as position from editions\`,
    products: sql\`select id as product_id, edition_id as value_id from products where edition_id is not null\`,
  },
`

/** Existing files that a facet of a new column changes, besides those that \`npm run schema\` writes and those that show and edit it. */
const changed = {
  'src/server/catalog/catalog-index/facets/product-facets.ts': [["  {\n    key: 'rating'", descriptor]],
  'src/contract/rules/facet-groups.ts': [["'label', 'tag'", "'edition', "]],
  'src/contract/catalog.ts': [['  label: Values.optional(),', '  edition: Values.optional(),\n']],
} as const

const { evaluate, remove } = copySources({
  added: {
    'src/edition-recipe.ts': `import pino from 'pino'
import { listingQuery, readListingUrl } from '#features/listing/listing-url.ts'
import { createMemoryCatalogIndex } from '#server/catalog/catalog-index/memory-catalog-index.ts'
import { createSqlCatalogIndex } from '#server/catalog/catalog-index/sql/sql-catalog-index.ts'
import { openDatabase } from '#server/platform/db/open.ts'

/** What a listing at an address answers in memory and in SQL: the total, the facet, and its address. */
export async function listings(connection, search) {
  const { db, close } = openDatabase(connection)
  const { id: channelId } = await db.selectFrom('channels').select('id').executeTakeFirstOrThrow()
  const { filters } = readListingUrl(new URLSearchParams(search), 2)
  const memory = await createMemoryCatalogIndex({ db, changes: { subscribe: () => () => {} }, log: pino({ level: 'silent' }) })
  await memory.ready(channelId)
  const query = { channelId, scope: { kind: 'shop' }, filters, sort: 'default', page: 1, perPage: 24 }
  const answers = await Promise.all([memory, createSqlCatalogIndex(db)].map((index) => index.listing(query)))
  const found = await memory.suggest({ channelId, query: 'matte', limit: 5 })
  await memory.stop()
  await close()
  return {
    address: listingQuery({ filters }, 2),
    foundByWord: found.total,
    totals: answers.map(({ total }) => total),
    facets: answers.map(({ facets }) => facets.find(({ key }) => key === 'edition')),
  }
}`,
  },
  changed,
})
afterAll(remove)

test('a facet of a new column changes three files: both indexes count it, filter and search by it', async () => {
  const { pool, connection } = await testDatabase({ seed: true })
  await pool.query(`create table editions (id integer primary key, name text not null, slug text not null);
    insert into editions values (1, 'Matte', 'matte'), (2, 'Limited', 'limited');
    alter table products add column edition_id integer references editions;
    update products set edition_id = 1 where id in (select id from products where is_published order by id limit 3);
    update products set edition_id = 2 where id in (select id from products where is_published order by id desc limit 5)`)

  const answer = evaluate(
    './src/edition-recipe.ts',
    `await module.listings(${JSON.stringify(connection)}, 'edition=matte')`,
  )

  expect(Object.keys(changed)).toHaveLength(3)
  const facet = {
    key: 'edition',
    type: 'edition',
    display: 'checkbox',
    label: 'Edition',
    options: [
      { value: 'limited', label: 'Limited', count: 5, color: null, image: null },
      { value: 'matte', label: 'Matte', count: 3, color: null, image: null },
    ],
  }
  expect(answer).toEqual({
    address: '?edition=matte',
    foundByWord: 3,
    totals: [3, 3],
    facets: [facet, facet],
  })
})
