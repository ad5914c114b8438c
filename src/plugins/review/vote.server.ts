import { sql } from 'kysely'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { type SigningSecrets, signFor } from '#server/platform/config/sign-for.ts'
import type { Db, Visitor } from '#server/platform/kernel/context.ts'
import { addressKey, requireToken } from '#server/platform/limits/rate-limit.ts'
import { reviewsTag } from './list-reviews.server.ts'
import { reviewNotFound } from './refusals.server.ts'

/**
 * Counts a helpful vote, once per visitor: a customer, or an IP address, which is stored as a keyed hash only. A second vote
 * changes nothing.
 *
 * @throws 404 for a review that is not published; 429.
 */
export async function voteHelpful(
  db: Db,
  id: number,
  { config, visitor }: { config: SigningSecrets; visitor: Visitor },
): Promise<{ id: number; helpful_count: number }> {
  const address = addressKey(visitor.ip)
  await requireToken(db, `review vote ip ${address}`, { most: 30, seconds: 3_600 })
  const voter =
    visitor.customerId === null
      ? `address ${signFor(config, 'review vote', address)}`
      : `customer ${visitor.customerId}`
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ product_id: number; customer_id: number | null; helpful_count: number }>`
      select product_id, customer_id, helpful_count from reviews
      where id = ${id} and status = 'published' for update`.execute(tx)
    const [review] = rows
    if (!review) throw reviewNotFound()
    const isOwn = visitor.customerId !== null && review.customer_id === visitor.customerId
    const { rows: votes } = isOwn
      ? { rows: [] }
      : await sql`insert into review_votes (review_id, voter) values (${id}, ${voter})
          on conflict do nothing returning review_id`.execute(tx)
    if (votes.length === 0) return { id, helpful_count: review.helpful_count }
    await sql`update reviews set helpful_count = helpful_count + 1 where id = ${id}`.execute(tx)
    await noteChange(tx, [reviewsTag(review.product_id)])
    return { id, helpful_count: review.helpful_count + 1 }
  })
}
