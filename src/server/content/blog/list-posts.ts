import { type RawBuilder, sql } from 'kysely'
import type { PostList } from '#contract/blog.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { searchWords, signsApart, typedWordsAndSigns } from '#server/platform/kernel/word-search.ts'
import { readSummaries, toSummaries } from './to-summary.ts'
import { visiblePosts } from './visible-posts.ts'

type ListRequest = {
  page: number
  perPage: number
  category?: string | null | undefined
  tag?: string | null | undefined
  search?: string | null | undefined
}

/**
 * A page of published posts. Without filters the newest featured post is the first of all. Decisions §4, blog/list.
 */
export async function listPosts(db: Db, request: ListRequest): Promise<PostList> {
  const { page, perPage } = request
  const [{ total }, rows, categories, tags] = await Promise.all([
    matchingPosts(db, request)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    readPage(db, request),
    countsOfCategories(db),
    countsOfTags(db),
  ])
  return {
    data: await toSummaries(db, rows),
    current_page: page,
    last_page: Math.max(1, Math.ceil(Number(total) / perPage)),
    per_page: perPage,
    total: Number(total),
    categories,
    tags,
  }
}

/** Ids first, in the order of an index: only the posts of the page are read and their words counted. */
async function readPage(db: Db, request: ListRequest) {
  const { page, perPage } = request
  const isFiltered = Boolean(request.category || request.tag || request.search)
  const first = isFiltered ? undefined : (await newestFeatured(db).executeTakeFirst())?.id
  const start = (page - 1) * perPage
  const others = await matchingPosts(db, request)
    .select('p.id')
    .$if(first !== undefined, (posts) => posts.where('p.id', '<>', first ?? 0))
    .orderBy('p.published_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(first !== undefined && page === 1 ? perPage - 1 : perPage)
    .offset(first === undefined ? start : Math.max(0, start - 1))
    .execute()
  return readSummaries(db, [
    ...(first !== undefined && page === 1 ? [first] : []),
    ...others.map(({ id }) => id),
  ])
}

function matchingPosts(db: Db, { category, tag, search }: ListRequest) {
  let posts = visiblePosts(db).leftJoin('blog_categories as c', 'c.id', 'p.category_id')
  if (category) posts = posts.where('c.slug', '=', category)
  if (tag) posts = posts.where(sql<boolean>`exists (${tagsOfPost(db).where('t.slug', '=', tag)})`)
  return search?.trim() ? posts.where(isFound(search)) : posts
}

const tagsOfPost = (db: Db) =>
  db
    .selectFrom('blog_post_tags as pt')
    .innerJoin('blog_tags as t', 't.id', 'pt.tag_id')
    .select('t.id')
    .whereRef('pt.post_id', '=', sql.ref('p.id'))

/** More words than anybody types would only cost time. */
const MAX_WORDS = 8

/** As the index `blog_posts_by_words` has it. The text of a post is a JSON array; more than 1 MB of words cannot be indexed. */
const postWords = searchWords(
  signsApart(
    `title || ' ' || excerpt || ' ' || left(regexp_replace(coalesce(body_text, ''), '\\\\[nrt"]', ' ', 'g'), 100000)`,
  ),
)
const nameWords = searchWords(signsApart('name'))

/**
 * SQL: each word begins one in the texts of post p, or in the name of its author, category or a tag. Found first, so that no
 * plan makes the words of every post again.
 */
function isFound(search: string): RawBuilder<boolean> {
  const words = typedWordsAndSigns(search).slice(0, MAX_WORDS)
  if (words.length === 0) return sql`false`
  const conditions = words.map((word) => {
    const query = sql`${`'${word}':*`}::tsquery`
    const named = (table: string) =>
      sql`array(select id from ${sql.table(table)} where ${nameWords} @@ ${query})`
    return sql`(${postWords} @@ ${query} or author_id = any(${named('blog_authors')})
      or category_id = any(${named('blog_categories')})
      or id = any(array(select post_id from blog_post_tags where tag_id = any(${named('blog_tags')}))))`
  })
  return sql`p.id in (
    with found as materialized (select id from blog_posts where ${sql.join(conditions, sql` and `)})
    select id from found)`
}

const newestFeatured = (db: Db) =>
  visiblePosts(db)
    .select('p.id')
    .where('p.is_featured', '=', true)
    .orderBy('p.published_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(1)

const countsOfCategories = (db: Db) =>
  visiblePosts(db)
    .innerJoin('blog_categories as c', 'c.id', 'p.category_id')
    .select(['c.name', 'c.slug', sql<number>`count(*)::int`.as('post_count')])
    .groupBy('c.id')
    .orderBy('c.position')
    .orderBy('c.name')
    .execute()

const countsOfTags = (db: Db) =>
  visiblePosts(db)
    .innerJoin('blog_post_tags as pt', 'pt.post_id', 'p.id')
    .innerJoin('blog_tags as t', 't.id', 'pt.tag_id')
    .select(['t.name', 't.slug', sql<number>`count(*)::int`.as('post_count')])
    .groupBy('t.id')
    .orderBy('t.name')
    .execute()
