import { sql } from 'kysely'
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

/** For the sitemap, newest first. */
export async function readPostSlugs(db: Db): Promise<string[]> {
  const rows = await visiblePosts(db)
    .select('p.slug')
    .orderBy('p.published_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute()
  return rows.map(({ slug }) => slug)
}
