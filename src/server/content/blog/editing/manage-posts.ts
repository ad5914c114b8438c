import { sql } from 'kysely'
import {
  type BlogPostRow,
  type BlogPostState,
  type BlogPostValues,
  StoredBlocks,
} from '#contract/admin/content/blog-posts.ts'
import { requireProducts } from '#server/catalog/products/editing/catalog-names.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { makeSlug } from '#server/platform/text/make-slug.ts'
import { requireFreeSlug } from '#server/platform/text/require-free-slug.ts'
import { BLOG_TAG } from '../visible-posts.ts'

type Query = ListQuery<'published_at' | 'id' | 'title'> & {
  status?: BlogPostState | undefined
}

export async function listPostRecords(db: Db, query: Query): Promise<{ rows: BlogPostRow[]; total: number }> {
  const { q, status, sort } = query
  const { rows, total } = await listPage(
    db
      .selectFrom('blog_posts')
      .$if(Boolean(q), (found) => found.where('title', 'ilike', containing(q ?? '')))
      .$if(status !== undefined, (found) => found.where('status', '=', status ?? 'draft')),
    query,
    {
      column: `blog_posts.${sort}`,
      id: 'blog_posts.id',
      select: (found) =>
        found.select([
          'blog_posts.id',
          'title',
          'blog_posts.slug',
          'status',
          'published_at',
          nameOf('blog_authors', 'author_id').as('author'),
          nameOf('blog_categories', 'category_id').as('category'),
        ]),
    },
  )
  return {
    rows: rows.map(({ published_at, ...row }) => ({
      ...row,
      published_at: published_at?.toISOString() ?? null,
    })),
    total,
  }
}

const nameOf = (table: 'blog_authors' | 'blog_categories', column: 'author_id' | 'category_id') =>
  sql<string>`coalesce((select n.name from ${sql.table(table)} n where n.id = blog_posts.${sql.ref(column)}), '')`

export async function readPostValues(db: Db | Tx, id: number): Promise<BlogPostValues | undefined> {
  const row = await db
    .selectFrom('blog_posts')
    .select([
      'title',
      'slug',
      'excerpt',
      'body',
      'cover_path',
      'cover_alt',
      'status',
      'published_at',
      'is_featured',
      'meta_title',
      'meta_description',
      nameOf('blog_authors', 'author_id').as('author'),
      nameOf('blog_categories', 'category_id').as('category'),
      sql<string[]>`array(select t.name from blog_post_tags p join blog_tags t on t.id = p.tag_id
        where p.post_id = blog_posts.id order by t.name)`.as('tags'),
      sql<number[]>`array(select product_id from blog_post_products
        where post_id = blog_posts.id order by position, product_id)`.as('products'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { cover_path, cover_alt, status, published_at, body, meta_title, meta_description, ...values } = row
  return {
    ...values,
    body: StoredBlocks.parse(withoutNulls(body)),
    cover: cover_path === null ? null : { path: cover_path, alt: cover_alt },
    is_published: status !== 'draft',
    published_at: published_at?.toISOString() ?? null,
    meta_title: meta_title ?? '',
    meta_description: meta_description ?? '',
  }
}

/** Imported blocks have null for what they lack. */
const withoutNulls = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (_, value: unknown) => (value === null ? undefined : value))

/** @throws 422 for a taken address, unknown pictures and products. */
export async function createPost(tx: Tx, values: BlogPostValues): Promise<number> {
  const { id } = await tx
    .insertInto('blog_posts')
    .values(await rowOf(tx, values, 0))
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeBelonging(tx, id, values)
  return id
}

/** @throws 422 as for a new one. */
export async function updatePost(tx: Tx, id: number, values: BlogPostValues) {
  await tx
    .updateTable('blog_posts')
    .set({ ...(await rowOf(tx, values, id)), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  await writeBelonging(tx, id, values)
}

export async function removePost(tx: Tx, id: number) {
  await tx.deleteFrom('blog_posts').where('id', '=', id).execute()
  await noteChange(tx, [BLOG_TAG])
}

async function rowOf(tx: Tx, values: BlogPostValues, id: number) {
  const { title, slug: typed, excerpt, body, cover, author, category, is_published, published_at } = values
  const slug = await requireFreeSlug(tx, 'blog_posts', { id, name: title, slug: typed })
  await requirePictures(tx, values)
  const date = published_at === null ? null : new Date(published_at)
  const from = date ?? (is_published ? new Date() : null)
  return {
    ...{ title, slug, excerpt, body: json(body) },
    cover_path: cover?.path || null,
    cover_alt: cover?.alt ?? '',
    author_id: await idOfName(tx, 'blog_authors', author),
    category_id: await idOfName(tx, 'blog_categories', category),
    status: !is_published
      ? ('draft' as const)
      : from && from > new Date()
        ? ('scheduled' as const)
        : ('published' as const),
    published_at: from,
    is_featured: values.is_featured,
    meta_title: values.meta_title || null,
    meta_description: values.meta_description || null,
  }
}

async function requirePictures(tx: Tx, { cover, body }: BlogPostValues) {
  const used = [
    ...(cover?.path ? [['values.cover.path', cover.path] as const] : []),
    ...body.flatMap((block, at) =>
      block.type === 'image' ? [[`values.body.${at}.image.path`, block.image.path] as const] : [],
    ),
  ]
  if (used.length === 0) return
  const rows = await tx
    .selectFrom('images')
    .select('path')
    .where(
      'path',
      'in',
      used.map(([, path]) => path),
    )
    .execute()
  const known = new Set(rows.map(({ path }) => path))
  const missing = used.filter(([, path]) => !known.has(path))
  if (missing.length > 0)
    throw invalid(
      Object.fromEntries(
        missing.map(([field]) => [field, ['The media library has no picture with this path']]),
      ),
    )
}

/** The author, category or tag of a name, which is added when it is new. */
async function idOfName(
  tx: Tx,
  table: 'blog_authors' | 'blog_categories' | 'blog_tags',
  name: string,
): Promise<number | null> {
  if (name === '') return null
  const slug = makeSlug(name)
  const { id } = await tx
    .insertInto(table)
    .values({ slug, name })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ slug }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function writeBelonging(tx: Tx, post_id: number, { tags, products }: BlogPostValues) {
  await requireProducts(tx, products)
  await tx.deleteFrom('blog_post_tags').where('post_id', '=', post_id).execute()
  await tx.deleteFrom('blog_post_products').where('post_id', '=', post_id).execute()
  const ids = new Set<number>()
  for (const name of tags) {
    const id = await idOfName(tx, 'blog_tags', name)
    if (id !== null) ids.add(id)
  }
  if (ids.size > 0)
    await tx
      .insertInto('blog_post_tags')
      .values([...ids].map((tag_id) => ({ post_id, tag_id })))
      .execute()
  const rows = [...new Set(products)].map((product_id, position) => ({ post_id, product_id, position }))
  if (rows.length > 0) await tx.insertInto('blog_post_products').values(rows).execute()
  await noteChange(tx, [BLOG_TAG])
}
