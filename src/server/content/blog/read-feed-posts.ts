import type { Db } from '#server/platform/kernel/context.ts'
import { publishedAt, selectSummaries } from './to-summary.ts'

const MAX_IN_FEED = 20

export type FeedPost = {
  slug: string
  title: string
  excerpt: string
  author: string | null
  category: string | null
  cover_path: string | null
  published_at: Date
}

/** The newest published posts. */
export async function readFeedPosts(db: Db): Promise<FeedPost[]> {
  const rows = await selectSummaries(db)
    .orderBy('p.published_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(MAX_IN_FEED)
    .execute()
  return rows.map((row) => ({
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    author: row.author,
    category: row.category_name,
    cover_path: row.cover_path,
    published_at: publishedAt(row),
  }))
}
