import { sql } from 'kysely'
import type { z } from 'zod'
import { versionOf } from '#server/admin/record-version.ts'
import { matchingProducts } from '#server/catalog/products/editing/product-list.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { countAbout, lastPageOf, mostPaged } from '#server/platform/kernel/count-about.ts'
import { searchWords, toTsQuery } from '#server/platform/kernel/word-search.ts'
import type { ReviewRecord, ReviewRow, reviewAdminEndpoints } from './admin-contract.ts'
import { unknownReview } from './refusals.server.ts'
import type { FieldSetting } from './review-fields.ts'

type Query = z.output<typeof reviewAdminEndpoints.list.input>
type Status = ReviewRow['status']

/** What a moderator decides on. */
type Decided = {
  status: Status
  rating: number
  fields: Record<string, string>
  photos: string[]
  reply: string | null
}

/** Changes with what the customer wrote and with every decision. */
export const versionOfReview = ({ status, rating, fields, photos, reply }: Decided) =>
  versionOf({ status, rating, fields, photos, reply })

const decided = sql`r.status, r.rating, r.fields, r.reply,
  array(select f.path from review_photos f where f.review_id = r.id order by f.position, f.path) as photos`

const EXCERPT = 140

/** A page of the reviews in any state. */
export async function listAllReviews(
  db: Db,
  { page, per_page, sort, order, q, status, stars }: Query,
): Promise<{ data: ReviewRow[]; current_page: number; last_page: number; per_page: number; total: number }> {
  const { ids, total } = await findReviews(db, { page, per_page, sort, order, q, status, stars })
  const { rows: found } =
    ids.length === 0
      ? { rows: [] }
      : await sql<
          Decided & { id: number; product: string; author: string; is_verified: boolean; created_at: Date }
        >`select r.id, p.name as product, r.author, r.is_verified, r.created_at, ${decided}
          from reviews r join products p on p.id = r.product_id where r.id = any(${sql.val(ids)}::bigint[])`.execute(
          db,
        )
  const byId = new Map(found.map((row) => [row.id, row]))
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  return {
    data: rows.map(({ id, product, author, is_verified, created_at, ...review }) => ({
      ...{ id, product, author, is_verified, version: versionOfReview(review) },
      status: review.status,
      rating: review.rating,
      text: excerptOf(Object.values(review.fields).join(' – ')),
      photos: review.photos.length,
      has_reply: review.reply !== null,
      created_at: created_at.toISOString(),
    })),
    current_page: page,
    last_page: lastPageOf(total, per_page),
    per_page,
    total,
  }
}

/** The expression of the index `reviews_search`; line breaks and quotes of JSON are no words. */
const words = searchWords(`author || ' ' || regexp_replace(fields::text, '\\\\[nrt"]', ' ', 'g')`)

/** A search that finds more than this by texts, or more products, is too wide to page through. ADR 0044. */
const MAX_FOUND = 10_000
const MAX_PRODUCTS = 2_000

/** The ids of a page, and the total. The orders are those of indexes. */
async function findReviews(
  db: Db,
  { page, per_page, sort, order, q, status, stars }: Query,
): Promise<{ ids: number[]; total: number }> {
  const direction = sql.raw(order)
  const by = {
    waiting: sql`(status = 'pending') ${direction}, id ${direction}`,
    id: sql`id ${direction}`,
    rating: sql`rating ${direction}, id ${direction}`,
  }[sort]
  const offset = (page - 1) * per_page
  const conditions = [
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(stars === undefined ? [] : [sql`rating = ${stars}`]),
  ]
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const typed = q ? toTsQuery(q) : undefined
  if (typed !== undefined) {
    const columns = sql`id, status, rating`
    const { rows } = await sql<{ ids: number[]; total: number }>`
      with matching as materialized (
        (select ${columns} from reviews where ${words} @@ to_tsquery('simple', ${typed}) limit ${MAX_FOUND})
        union select r.* from ${matchingProducts(q ?? '', MAX_PRODUCTS)} p cross join lateral (
          select ${columns} from reviews where reviews.product_id = p.id offset 0
        ) r
      ), found as materialized (select * from matching ${where})
      select (select count(*)::integer from found) as total, (select coalesce(json_agg(id), '[]') from (
        select id from found order by ${by} limit ${per_page} offset ${offset}
      ) shown) as ids`.execute(db)
    return rows[0] ?? { ids: [], total: 0 }
  }
  const [{ rows }, total] = await Promise.all([
    offset >= mostPaged
      ? { rows: [] }
      : sql<{ id: number }>`select id from reviews ${where} order by ${by}
          limit ${per_page} offset ${offset}`.execute(db),
    countAbout(db, 'reviews', sql`select from reviews ${where}`),
  ])
  return { ids: rows.map(({ id }) => id), total }
}

const excerptOf = (text: string) => (text.length > EXCERPT ? `${text.slice(0, EXCERPT)} …` : text)

/**
 * One review, with the labels of its configured fields.
 * @throws 404 for an unknown review.
 */
export async function readReview(
  db: Db | Tx,
  id: number,
  fields: readonly Pick<FieldSetting, 'name' | 'label'>[],
): Promise<ReviewRecord> {
  const { rows } =
    await sql<Found>`select r.id, p.name as product, p.slug as product_slug, r.author, r.customer_id,
      r.is_verified, r.helpful_count, r.created_at, r.replied_at, ${decided}, o.id as order_id, o.order_no,
      ${sizes} as sizes
    from reviews r join products p on p.id = r.product_id
      left join order_items i on i.id = r.order_item_id left join orders o on o.id = i.order_id
    where r.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw unknownReview(id)
  const { status, rating, fields: texts, reply, photos, sizes: pictures, order_id, order_no, ...review } = row
  const { replied_at, created_at, ...shown } = review
  return {
    ...shown,
    version: versionOfReview({ status, rating, fields: texts, reply, photos }),
    status,
    rating,
    order: order_id === null || order_no === null ? null : { id: order_id, order_no },
    entries: Object.entries(texts).map(([name, text]) => ({
      label: fields.find((field) => field.name === name)?.label ?? name,
      text,
    })),
    photos: pictures,
    reply: reply === null || replied_at === null ? null : { text: reply, at: replied_at.toISOString() },
    created_at: created_at.toISOString(),
  }
}

type Found = Decided &
  Pick<
    ReviewRecord,
    'id' | 'product' | 'product_slug' | 'author' | 'customer_id' | 'is_verified' | 'helpful_count'
  > & {
    created_at: Date
    replied_at: Date | null
    order_id: number | null
    order_no: string | null
    sizes: ReviewRecord['photos']
  }

const sizes = sql`(select coalesce(json_agg(json_build_object('width', f.width, 'height', f.height)
  order by f.position, f.path), '[]') from review_photos f where f.review_id = r.id)`

export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from reviews where status = 'pending'`.execute(db)
  return rows[0]?.count ?? 0
}

/** What waits for staff, for the first screen of the back office. */
export const readReviewToDo = async (db: Db) => [
  {
    label: 'Reviews to approve',
    count: await countWaiting(db),
    path: `/reviews?${new URLSearchParams({ filter: JSON.stringify({ status: 'pending' }) })}`,
    permission: 'content.read' as const,
  },
]
