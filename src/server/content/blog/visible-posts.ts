import { sql } from 'kysely'
import type { IdRuns } from '#server/platform/kernel/catalog-index.ts'
import type { Db } from '#server/platform/kernel/context.ts'

/** The cache tag of every list of posts and of every post: each shows neighbours or related posts. */
export const BLOG_TAG = 'blog'

export const postUrl = (slug: string) => `/blogs/${encodeURIComponent(slug)}`

/**
 * The posts that visitors may see. Every read of posts for visitors starts here, so that drafts and posts scheduled for later
 * cannot leak.
 */
export const visiblePosts = (db: Db) =>
  db
    .selectFrom('blog_posts as p')
    .where('p.status', '<>', 'draft')
    .where('p.published_at', '<=', sql<Date>`now()`)

export const isVisiblePost = async (db: Db, slug: string): Promise<boolean> =>
  (await visiblePosts(db).select('p.id').where('p.slug', '=', slug).executeTakeFirst()) !== undefined

/** For the sitemap: the next posts after an id. */
export const readPostSlugs = (db: Db, after: number, size: number): Promise<{ id: number; slug: string }[]> =>
  visiblePosts(db).select(['p.id', 'p.slug']).where('p.id', '>', after).orderBy('p.id').limit(size).execute()

/** The first id of each `postsPerRun` posts, and how many there are. */
export async function readPostRuns(db: Db, postsPerRun: number): Promise<IdRuns> {
  const numbered = visiblePosts(db).select([
    'p.id',
    sql<number>`row_number() over (order by p.id)`.as('n'),
    sql<number>`(count(*) over ())::int`.as('total'),
  ])
  const rows = await db
    .selectFrom(numbered.as('numbered'))
    .select(['id', 'total'])
    .where(sql<boolean>`(n - 1) % ${postsPerRun}::int = 0`)
    .orderBy('id')
    .execute()
  return { firstIds: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}
