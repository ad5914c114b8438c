import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { orderNotPlaced } from './refusals.ts'

type Rating = { orderId: number; rating: number; comment: string }

/**
 * Stores the shopper's rating of the checkout, 1 to 5; the latest one counts. Callers check access. Spec §7,
 * decisions §4 (rate-experience).
 * @throws 409 ORDER_STATE while the order is not placed.
 */
export async function rateExperience(db: Db, { orderId, rating, comment }: Rating) {
  if (!(await keep.first(db, orderId, rating, comment))) throw orderNotPlaced()
}

const keep = prepared<{ rating: number }>(
  'rate experience',
  `insert into order_ratings (order_id, rating, comment)
  select id, $2::integer, $3::text from orders
  where id = $1::bigint and status not in ('pending_payment', 'payment_failed', 'cancelled')
  on conflict (order_id) do update set rating = excluded.rating, comment = excluded.comment, rated_at = now()
  returning rating`,
)
