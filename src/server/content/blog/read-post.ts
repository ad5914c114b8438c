import { sql } from 'kysely'
import type { Post } from '#contract/blog.ts'
import { type CardOptions, cardsFor } from '#server/catalog/products/read-cards.ts'
import type { ReplyCache } from '#server/platform/changes/remember.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { notFound } from '#server/platform/kernel/errors.ts'
import { imageOf, readImages } from '#server/platform/media/to-image.ts'
import { imagePathsOf, type StoredBlock, toBody } from './to-body.ts'
import {
  publishedAt,
  readSummaries,
  type SummaryRow,
  selectSummaries,
  toSummaries,
  toSummary,
} from './to-summary.ts'
import { postUrl, visiblePosts } from './visible-posts.ts'

type PostOptions = CardOptions & ReplyCache

/**
 * A published post with its text, the products it mentions, related posts and neighbours. Decisions §4, blog/post.
 * @throws 404 when it is unknown, a draft, or scheduled for later.
 */
export async function readPost(db: Db, slug: string, options: PostOptions): Promise<Post> {
  const row = await selectSummaries(db)
    .select([
      'p.body',
      'p.updated_at',
      'p.meta_title',
      'p.meta_description',
      'p.social_image_path',
      'p.category_id',
    ])
    .select('a.bio as author_bio')
    .where('p.slug', '=', slug)
    .executeTakeFirst()
  if (!row) throw notFound('Post not found')

  const stored = row.body as unknown as StoredBlock[]
  const paths = [row.cover_path, row.social_image_path, ...imagePathsOf(stored)].filter(
    (path) => path !== null,
  )
  const [images, products, related, previous, next] = await Promise.all([
    readImages(db, paths),
    readProducts(db, row.id, options),
    readRelated(db, row),
    readNeighbor(db, row, 'previous'),
    readNeighbor(db, row, 'next'),
  ])
  const social = row.social_image_path ?? row.cover_path
  return {
    ...toSummary(row, images),
    updated_at: row.updated_at.toISOString(),
    word_count: row.word_count,
    author_bio: row.author_bio ?? '',
    body: toBody(stored, images),
    products,
    related,
    previous,
    next,
    meta: {
      meta_title: row.meta_title ?? row.title,
      meta_description: row.meta_description ?? row.excerpt,
    },
    social_sharing_image: imageOf(social, images, social === row.cover_path ? row.cover_alt : undefined),
  }
}

/** Cards of the products on sale, with current price and stock. */
async function readProducts(db: Db, postId: number, options: PostOptions) {
  const rows = await db
    .selectFrom('blog_post_products')
    .select('product_id')
    .where('post_id', '=', postId)
    .orderBy('position')
    .orderBy('product_id')
    .execute()
  const ids = rows.map(({ product_id }) => product_id)
  // `listing`: a product that is not on sale now may return.
  if (ids.length > 0) options.tag('listing', ...ids.map((id) => `product:${id}`))
  return cardsFor(db, options, ids)
}

const MAX_RELATED = 3

/** Older posts are related only when an editor chose them: comparing all would read the whole blog for each post. */
const MAX_COMPARED = 500

/** Posts chosen by an editor first, then those that share the category or the most tags, then the newest. */
async function readRelated(db: Db, post: { id: number; category_id: number | null }) {
  const chosen = await visiblePosts(db)
    .innerJoin('blog_post_related as r', 'r.related_id', 'p.id')
    .select('p.id')
    .where('r.post_id', '=', post.id)
    .orderBy('r.position')
    .orderBy('p.published_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(MAX_RELATED)
    .execute()
  const others = chosen.length < MAX_RELATED ? await readMostAlike(db, post) : []
  const ids = new Set([...chosen, ...others].map(({ id }) => id))
  return toSummaries(db, await readSummaries(db, [...ids].slice(0, MAX_RELATED)))
}

function readMostAlike(db: Db, { id, category_id }: { id: number; category_id: number | null }) {
  const newest = visiblePosts(db)
    .select(['p.id', 'p.category_id', 'p.published_at'])
    .where('p.id', '<>', id)
    .orderBy('p.published_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(MAX_COMPARED)
  return (
    db
      .selectFrom(newest.as('p'))
      .select('p.id')
      .orderBy(
        sql`(case when p.category_id = ${category_id} then 1 else 0 end) + (
        select count(*) from blog_post_tags mine join blog_post_tags theirs on theirs.tag_id = mine.tag_id
        where mine.post_id = ${id} and theirs.post_id = p.id)`,
        'desc',
      )
      .orderBy('p.published_at', 'desc')
      .orderBy('p.id', 'desc')
      // The posts chosen by an editor may be among them.
      .limit(MAX_RELATED * 2)
      .execute()
  )
}

async function readNeighbor(
  db: Db,
  row: Pick<SummaryRow, 'id' | 'slug' | 'published_at'>,
  side: 'previous' | 'next',
) {
  const [comparison, order] = side === 'previous' ? (['<', 'desc'] as const) : (['>', 'asc'] as const)
  const neighbor = await visiblePosts(db)
    .select(['p.title', 'p.slug'])
    .where((eb) => eb(eb.refTuple('p.published_at', 'p.id'), comparison, eb.tuple(publishedAt(row), row.id)))
    .orderBy('p.published_at', order)
    .orderBy('p.id', order)
    .limit(1)
    .executeTakeFirst()
  return neighbor ? { ...neighbor, url: postUrl(neighbor.slug) } : null
}
