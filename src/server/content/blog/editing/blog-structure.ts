import { type RawBuilder, sql } from 'kysely'
import type {
  BlogAuthorValues,
  BlogCategoryValues,
  BlogTagValues,
  BlogTermRow,
} from '#contract/admin/content/blog-structure.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { requireFreeSlug } from '#server/platform/text/require-free-slug.ts'
import { BLOG_TAG } from '../visible-posts.ts'
import { hasPosts } from './refusals.ts'

type Query = ListQuery<'name' | 'id' | 'posts'>
type Terms = { rows: BlogTermRow[]; total: number }
type Table = 'blog_authors' | 'blog_categories' | 'blog_tags'

const postsOf: Readonly<Record<Table, RawBuilder<number>>> = {
  blog_authors: sql`(select count(*) from blog_posts p where p.author_id = blog_authors.id)::integer`,
  blog_categories: sql`(select count(*) from blog_posts p where p.category_id = blog_categories.id)::integer`,
  blog_tags: sql`(select count(*) from blog_post_tags p where p.tag_id = blog_tags.id)::integer`,
}

function listTerms(db: Db, table: Table, query: Query): Promise<Terms> {
  const { q, sort } = query
  return listPage(
    db.selectFrom(table).$if(Boolean(q), (found) => found.where('name', 'ilike', containing(q ?? ''))),
    query,
    {
      column: sort === 'posts' ? 'posts' : `${table}.${sort}`,
      id: `${table}.id`,
      select: (found) => found.select([`${table}.id`, 'name', 'slug', postsOf[table].as('posts')]),
    },
  )
}

export const listBlogAuthors = (db: Db, query: Query) => listTerms(db, 'blog_authors', query)
export const listBlogCategories = (db: Db, query: Query) => listTerms(db, 'blog_categories', query)
export const listBlogTags = (db: Db, query: Query) => listTerms(db, 'blog_tags', query)

export const readBlogAuthor = (db: Db | Tx, id: number): Promise<BlogAuthorValues | undefined> =>
  db.selectFrom('blog_authors').select(['name', 'slug', 'bio']).where('id', '=', id).executeTakeFirst()

export const readBlogCategory = (db: Db | Tx, id: number): Promise<BlogCategoryValues | undefined> =>
  db
    .selectFrom('blog_categories')
    .select(['name', 'slug', 'position'])
    .where('id', '=', id)
    .executeTakeFirst()

export const readBlogTag = (db: Db | Tx, id: number): Promise<BlogTagValues | undefined> =>
  db.selectFrom('blog_tags').select(['name', 'slug']).where('id', '=', id).executeTakeFirst()

export async function createBlogAuthor(tx: Tx, { bio, ...values }: BlogAuthorValues): Promise<number> {
  const slug = await requireFreeSlug(tx, 'blog_authors', { ...values, id: 0 })
  const row = { name: values.name, slug, bio }
  const { id } = await tx.insertInto('blog_authors').values(row).returning('id').executeTakeFirstOrThrow()
  await noteChange(tx, [BLOG_TAG])
  return id
}

export async function updateBlogAuthor(tx: Tx, id: number, { bio, ...values }: BlogAuthorValues) {
  const slug = await requireFreeSlug(tx, 'blog_authors', { ...values, id })
  await tx.updateTable('blog_authors').set({ name: values.name, slug, bio }).where('id', '=', id).execute()
  await noteChange(tx, [BLOG_TAG])
}

/** @throws 409 IN_USE while posts name the author. */
export async function removeBlogAuthor(tx: Tx, id: number, { name }: BlogAuthorValues) {
  const posts = await postsWith(tx, 'author_id', id)
  if (posts) throw hasPosts(name, posts)
  await tx.deleteFrom('blog_authors').where('id', '=', id).execute()
  await noteChange(tx, [BLOG_TAG])
}

export async function createBlogCategory(tx: Tx, values: BlogCategoryValues): Promise<number> {
  const slug = await requireFreeSlug(tx, 'blog_categories', { ...values, id: 0 })
  const row = { name: values.name, slug, position: values.position }
  const { id } = await tx.insertInto('blog_categories').values(row).returning('id').executeTakeFirstOrThrow()
  await noteChange(tx, [BLOG_TAG])
  return id
}

export async function updateBlogCategory(tx: Tx, id: number, values: BlogCategoryValues) {
  const slug = await requireFreeSlug(tx, 'blog_categories', { ...values, id })
  const row = { name: values.name, slug, position: values.position }
  await tx.updateTable('blog_categories').set(row).where('id', '=', id).execute()
  await noteChange(tx, [BLOG_TAG])
}

/** @throws 409 IN_USE while posts are in it. */
export async function removeBlogCategory(tx: Tx, id: number, { name }: BlogCategoryValues) {
  const posts = await postsWith(tx, 'category_id', id)
  if (posts) throw hasPosts(name, posts)
  await tx.deleteFrom('blog_categories').where('id', '=', id).execute()
  await noteChange(tx, [BLOG_TAG])
}

export async function createBlogTag(tx: Tx, values: BlogTagValues): Promise<number> {
  const slug = await requireFreeSlug(tx, 'blog_tags', { ...values, id: 0 })
  const row = { name: values.name, slug }
  const { id } = await tx.insertInto('blog_tags').values(row).returning('id').executeTakeFirstOrThrow()
  await noteChange(tx, [BLOG_TAG])
  return id
}

export async function updateBlogTag(tx: Tx, id: number, values: BlogTagValues) {
  const slug = await requireFreeSlug(tx, 'blog_tags', { ...values, id })
  await tx.updateTable('blog_tags').set({ name: values.name, slug }).where('id', '=', id).execute()
  await noteChange(tx, [BLOG_TAG])
}

/** Posts lose it. */
export async function removeBlogTag(tx: Tx, id: number) {
  await tx.deleteFrom('blog_tags').where('id', '=', id).execute()
  await noteChange(tx, [BLOG_TAG])
}

/** How many posts have it, with the titles of the first ones. */
async function postsWith(tx: Tx, column: 'author_id' | 'category_id', id: number) {
  const rows = await tx
    .selectFrom('blog_posts')
    .select(['title', sql<number>`count(*) over ()::integer`.as('count')])
    .where(column, '=', id)
    .orderBy('id')
    .limit(5)
    .execute()
  const [first] = rows
  return first && { count: first.count, names: rows.map(({ title }) => title) }
}
