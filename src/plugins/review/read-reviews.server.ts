import { sql } from 'kysely'
import type { z } from 'zod'
import { versionOf } from '#server/admin/resource-handlers.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { containing } from '#server/kernel/list-page.ts'
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
  const text = containing(q ?? '')
  const isFound = sql`(${status ?? null}::text is null or r.status = ${status ?? null})
    and (${stars ?? null}::integer is null or r.rating = ${stars ?? null})
    and (${q ?? ''} = '' or p.name ilike ${text} or r.author ilike ${text}
      or exists (select from jsonb_each_text(r.fields) entry where entry.value ilike ${text}))`
  const direction = sql.raw(order)
  const by = {
    waiting: sql`(r.status = 'pending') ${direction}, r.id ${direction}`,
    id: sql`r.id ${direction}`,
    rating: sql`r.rating ${direction}, r.id ${direction}`,
  }[sort]
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<
      Decided & { id: number; product: string; author: string; is_verified: boolean; created_at: Date }
    >`select r.id, p.name as product, r.author, r.is_verified, r.created_at, ${decided}
      from reviews r join products p on p.id = r.product_id where ${isFound}
      order by ${by} limit ${per_page} offset ${(page - 1) * per_page}`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total
      from reviews r join products p on p.id = r.product_id where ${isFound}`.execute(db),
  ])
  const total = counts[0]?.total ?? 0
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
    last_page: Math.max(1, Math.ceil(total / per_page)),
    per_page,
    total,
  }
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
