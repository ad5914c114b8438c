import { sql } from 'kysely'
import { isDemoShop, noteDemo } from '#server/platform/db/note-seeded.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { type DemoCategory, type DemoFiles, readDemoFiles } from './demo-files.ts'
import { demoCustomer, demoOrders } from './demo-orders.ts'
import { mediaPathOf } from './seed-catalog.ts'

/**
 * Remembers all rows of the demo shop's files, found by what names them there: slug, code or path, and the id where the
 * files have one.
 */
export async function noteDemoFiles(tx: Tx, files: DemoFiles): Promise<void> {
  for (const { table, column, rows } of namesIn(files)) {
    const { rows: found } = await sql<{ id: number }>`
      select t.id from ${sql.table(table)} t
      join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as named (id integer, name text)
        on t.${sql.ref(column)} = named.name and (named.id is null or named.id = t.id)`.execute(tx)
    await noteDemo(
      tx,
      table,
      found.map(({ id }) => Number(id)),
    )
  }
}

type Named = { table: string; column: string; rows: { id?: number; name: string }[] }

function namesIn({ catalog, content, images }: DemoFiles): Named[] {
  const { posts } = content.blog
  const bySlug = (table: string, rows: readonly { id?: number; slug: string }[]): Named => ({
    ...{ table, column: 'slug' },
    rows: rows.map(({ id, slug }) => ({ ...(id !== undefined && { id }), name: slug })),
  })
  const named = (table: string, column: string, names: Iterable<string>): Named => ({
    ...{ table, column },
    rows: [...new Set(names)].map((name) => ({ name })),
  })
  const pages = ['', 'gift-guide', 'collections', content.faq.slug, ...content.pages.map(({ slug }) => slug)]
  return [
    bySlug('products', catalog.products),
    bySlug('brands', catalog.brands),
    bySlug('categories', flat(catalog.categories)),
    bySlug('collections', catalog.collections),
    bySlug('labels', catalog.labels),
    bySlug('tags', catalog.tags),
    named(
      'attributes',
      'code',
      [...catalog.attributes, ...catalog.variable_attributes].map(({ slug }) => slug),
    ),
    named('images', 'path', Object.keys(images).map(mediaPathOf)),
    named(
      'videos',
      'path',
      catalog.products.flatMap(({ video }) => (video ? [mediaPathOf(video.path)] : [])),
    ),
    bySlug('blog_posts', posts),
    named(
      'blog_authors',
      'name',
      posts.map(({ author }) => author),
    ),
    named(
      'blog_categories',
      'name',
      posts.map(({ category }) => category),
    ),
    named(
      'blog_tags',
      'slug',
      posts.flatMap(({ tags }) => tags),
    ),
    named(
      'coupons',
      'code',
      content.coupons.map(({ code }) => code),
    ),
    named(
      'promotions',
      'name',
      content.promotions.map(({ name }) => name),
    ),
    named(
      'price_lists',
      'name',
      content.price_lists.map(({ name }) => name),
    ),
    named('sliders', 'slug', ['home', 'gift-guide']),
    named('faqs', 'slug', [content.faq.slug]),
    named('pages', 'slug', pages),
  ]
}

const flat = (categories: DemoCategory[]): DemoCategory[] =>
  categories.flatMap((category) => [category, ...flat(category.children)])

/** Remembers the demo customer and their first orders: those are written before anyone can sign in. */
export async function noteDemoPeople(tx: Tx): Promise<void> {
  const customer = await tx
    .selectFrom('customers')
    .select('id')
    .where('email', '=', demoCustomer.email)
    .executeTakeFirst()
  if (!customer) return
  await noteDemo(tx, 'customers', [Number(customer.id)])
  const orders = await tx
    .selectFrom('orders')
    .select('id')
    .where('customer_id', '=', customer.id)
    .orderBy('id')
    .limit(demoOrders.length)
    .execute()
  await noteDemo(
    tx,
    'orders',
    orders.map(({ id }) => Number(id)),
  )
}

/** Remembers the demo data of a shop from a release that did not. */
export async function noteFormerDemo(db: Db): Promise<void> {
  if (!(await isDemoShop(db)) || (await hasDemoRecords(db))) return
  await db.transaction().execute(async (tx) => {
    await noteDemoFiles(tx, await readDemoFiles())
    await noteDemoPeople(tx)
    const gallery = await tx.selectFrom('pages').select('id').where('slug', '=', 'gallery').execute()
    await noteDemo(
      tx,
      'pages',
      gallery.map(({ id }) => id),
    )
  })
}

const hasDemoRecords = async (db: Db) =>
  Boolean(
    await db
      .selectFrom('seeded_records')
      .select('id')
      .where('source', '=', 'demo')
      .limit(1)
      .executeTakeFirst(),
  )
