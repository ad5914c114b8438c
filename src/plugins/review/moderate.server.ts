import { sql } from 'kysely'
import { lastActor } from '#server/admin/record-version.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Services, Tx } from '#server/platform/kernel/context.ts'
import { ShopError } from '#server/platform/kernel/errors.ts'
import { reviewsTag } from './list-reviews.server.ts'
import { hidePhotos, showPhotos } from './photos.server.ts'
import { readReview, versionOfReview } from './read-reviews.server.ts'
import { staleReview, unknownReview } from './refusals.server.ts'
import type { FieldSetting } from './review-fields.ts'

type ModerationServices = Pick<Services, 'db' | 'files'>

/** Who decides, for the audit log. With `expected` only on the version of the review that they saw. */
export type Moderator = {
  actor: Actor
  expected?: { version: string; fields: readonly FieldSetting[] }
}

/**
 * Shows a review in the shop. Its photos get their public files first, so that no page refers to a missing one.
 * @throws 404 for an unknown review; 409 STALE_RECORD with the present review.
 */
export async function publishReview(
  { db, files }: ModerationServices,
  id: number,
  by: Moderator,
): Promise<void> {
  await decide(db, id, by, 'publish', async (tx, review) => {
    await showPhotos(files, review.photos)
    await setStatus(tx, review, 'published')
    return { status: 'published' }
  })
}

/**
 * Takes a review out of the shop, or keeps it out, with its photos.
 * @throws 404 for an unknown review; 409 STALE_RECORD with the present review.
 */
export async function rejectReview(
  { db, files }: ModerationServices,
  id: number,
  by: Moderator,
): Promise<void> {
  const { photos } = await decide(db, id, by, 'reject', async (tx, review) => {
    await setStatus(tx, review, 'rejected')
    return { status: 'rejected' }
  })
  await hidePhotos(files, photos)
}

/**
 * Sets the shop's reply; an empty text deletes it.
 * @throws 404 for an unknown review; 409 STALE_RECORD with the present review.
 */
export async function replyToReview(
  { db }: Pick<Services, 'db'>,
  id: number,
  text: string,
  by: Moderator,
): Promise<void> {
  const reply = text.trim() === '' ? null : text.trim()
  await decide(db, id, by, 'reply', async (tx, { product_id }) => {
    await sql`update reviews set reply = ${reply}, replied_at = case when ${reply}::text is null then null else now() end
      where id = ${id}`.execute(tx)
    await noteChange(tx, [reviewsTag(product_id)])
    return { reply }
  })
}

export type ModerationResult = { id: number; code: string | null; message: string }

/** Decides on reviews one after the other, each in its own transaction: a refused one does not stop the others. */
export async function moderateReviews(
  services: ModerationServices,
  { action, reviews }: { action: 'publish' | 'reject'; reviews: readonly { id: number; version: string }[] },
  { actor, fields }: { actor: Actor; fields: readonly FieldSetting[] },
): Promise<ModerationResult[]> {
  const results: ModerationResult[] = []
  for (const { id, version } of reviews) {
    try {
      const by = { actor, expected: { version, fields } }
      await (action === 'publish' ? publishReview : rejectReview)(services, id, by)
      results.push({ id, code: null, message: action === 'publish' ? 'Published' : 'Rejected' })
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      results.push({ id, code: error.code, message: error.message })
    }
  }
  return results
}

/** Locks the review, compares its version, and writes the decision with its entry in the audit log. */
async function decide(
  db: Db,
  id: number,
  { actor, expected }: Moderator,
  action: string,
  work: (tx: Tx, review: LockedReview) => Promise<Partial<Pick<LockedReview, 'status' | 'reply'>>>,
): Promise<LockedReview> {
  return db.transaction().execute(async (tx) => {
    const review = await lockReview(tx, id)
    if (expected && expected.version !== versionOfReview(review))
      throw staleReview(await lastActor(tx, 'review', id), await readReview(tx, id, expected.fields))
    const { status, reply } = review
    const after = await work(tx, review)
    await writeAudit(tx, actor, {
      action: `review.${action}`,
      record: { type: 'review', id: String(id) },
      before: { status, reply },
      after: { status, reply, ...after },
    })
    return review
  })
}

export type ReviewRow = {
  id: number
  status: 'pending' | 'published' | 'rejected'
  product: string
  author: string
  rating: number
  fields: Record<string, string>
  photos: string[]
  reply: string | null
  created_at: Date
}

/** Reviews for the moderation, oldest first; of one state with `status`. */
export async function readReviews(
  { db }: Pick<Services, 'db'>,
  { status, limit = 50 }: { status?: string | undefined; limit?: number },
): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select r.id, r.status, p.name as product, r.author, r.rating, r.fields, r.reply, r.created_at,
      array(select f.path from review_photos f where f.review_id = r.id order by f.position) as photos
    from reviews r join products p on p.id = r.product_id
    where ${status ?? null}::text is null or r.status = ${status ?? null}
    order by r.id limit ${limit}`.execute(db)
  return rows
}

type LockedReview = {
  id: number
  product_id: number
  status: ReviewRow['status']
  rating: number
  fields: Record<string, string>
  reply: string | null
  photos: string[]
}

async function lockReview(tx: Tx, id: number): Promise<LockedReview> {
  await sql`select from reviews where id = ${id} for update`.execute(tx)
  // A statement of its own: one that waited for the lock would see the photos from before.
  const { rows } = await sql<LockedReview>`select r.id, r.product_id, r.status, r.rating, r.fields, r.reply,
      array(select f.path from review_photos f where f.review_id = r.id order by f.position, f.path) as photos
    from reviews r where r.id = ${id}`.execute(tx)
  const [review] = rows
  if (!review) throw unknownReview(id)
  return review
}

async function setStatus(tx: Tx, { id, product_id }: { id: number; product_id: number }, status: string) {
  await sql`update reviews set status = ${status}, updated_at = now() where id = ${id}`.execute(tx)
  await updateRatings(tx, [product_id])
}

/** Recomputes the ratings of products for cards, sorting and structured data, and drops the pages that show them. */
export async function updateRatings(tx: Tx, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return
  // Locked first: two reviews of one product are published at the same time with the counts of both.
  await sql`select from products where id = any(${sql.val(productIds)}::integer[]) order by id for update`.execute(
    tx,
  )
  await sql`update products p set rating_average = c.average, rating_count = c.count
    from (
      select q.id, round(avg(r.rating), 1) as average, count(r.id)::integer as count
      from products q left join reviews r on r.product_id = q.id and r.status = 'published'
      where q.id = any(${sql.val(productIds)}::integer[]) group by q.id
    ) c
    where p.id = c.id and (p.rating_average, p.rating_count) is distinct from (c.average, c.count)`.execute(
    tx,
  )
  await noteChange(
    tx,
    productIds.flatMap((id) => [`product:${id}`, 'listing', reviewsTag(id)]),
  )
}
