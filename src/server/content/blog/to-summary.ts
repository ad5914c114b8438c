import { sql } from 'kysely'
import type { PostSummary } from '#contract/blog.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { type ImageRow, imageOf, readImages } from '#server/platform/media/to-image.ts'
import { postUrl, visiblePosts } from './visible-posts.ts'

type NameAndSlug = { name: string; slug: string }

/** Visible posts with the columns of a summary. */
export const selectSummaries = (db: Db) =>
  visiblePosts(db)
    .leftJoin('blog_authors as a', 'a.id', 'p.author_id')
    .leftJoin('blog_categories as c', 'c.id', 'p.category_id')
    .select(['p.id', 'p.slug', 'p.title', 'p.excerpt', 'p.cover_path', 'p.cover_alt', 'p.published_at'])
    .select(['p.is_featured', 'a.name as author', 'c.name as category_name', 'c.slug as category_slug'])
    .select(sql<number>`regexp_count(p.body_text, '[[:alnum:]]+')`.as('word_count'))
    .select(
      sql<NameAndSlug[]>`coalesce((
        select jsonb_agg(jsonb_build_object('name', t.name, 'slug', t.slug) order by t.name)
        from blog_post_tags pt join blog_tags t on t.id = pt.tag_id where pt.post_id = p.id), '[]')`.as(
        'tags',
      ),
    )

export type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectSummaries>['execute']>>[number]

/** The visible posts of these ids, in their order. */
export async function readSummaries(db: Db, ids: readonly number[]): Promise<SummaryRow[]> {
  if (ids.length === 0) return []
  const rows = await selectSummaries(db).where('p.id', 'in', ids).execute()
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

export async function toSummaries(db: Db, rows: readonly SummaryRow[]): Promise<PostSummary[]> {
  const images = await readImages(
    db,
    rows.flatMap(({ cover_path }) => cover_path ?? []),
  )
  return rows.map((row) => toSummary(row, images))
}

export const toSummary = (row: SummaryRow, images: Map<string, ImageRow>): PostSummary => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  excerpt: row.excerpt,
  image: imageOf(row.cover_path, images, row.cover_alt),
  author: row.author ?? '',
  published_at: publishedAt(row).toISOString(),
  category:
    row.category_name && row.category_slug ? { name: row.category_name, slug: row.category_slug } : null,
  tags: row.tags,
  reading_minutes: readingMinutes(row.word_count),
  url: postUrl(row.slug),
  is_featured: row.is_featured,
})

/** Visible posts have a date: the column is only null in drafts. */
export function publishedAt({ slug, published_at }: Pick<SummaryRow, 'slug' | 'published_at'>): Date {
  if (!published_at) throw new Error(`The post ${slug} is visible without a date`)
  return published_at
}

const WORDS_PER_MINUTE = 200

export const readingMinutes = (words: number) => Math.max(1, Math.round(words / WORDS_PER_MINUTE))
