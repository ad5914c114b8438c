import { sql } from 'kysely'
import type { Funnel } from '#contract/admin/reports.ts'
import { addDays, timeZoneOf } from '#contract/rules/time-zone.ts'
import { isSale } from '#server/commerce/buyers/order-sql.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { startOfDay } from '#server/platform/kernel/list-page.ts'
import type { Period } from './read-sums.ts'

/**
 * Carts that were made in a period (counted by the job `count-carts`), and the orders of the period: started, paid or on delivery, not
 * cancelled since, delivered. Read from the index of sales by day.
 */
export async function readFunnel(db: Db, { id, locale }: Channel, { from, to }: Period): Promise<Funnel> {
  const timeZone = timeZoneOf(locale)
  const { rows } = await sql<Funnel>`
    select (select coalesce(sum(carts), 0)::integer from cart_days
        where channel_id = ${id} and day between ${from}::date and ${to}::date) as carts,
      count(*)::integer as started,
      count(*) filter (where o.status not in ('pending_payment', 'payment_failed'))::integer as confirmed,
      count(*) filter (where ${isSale})::integer as remaining,
      count(*) filter (where o.status in ('delivered', 'refund_requested', 'refund_approved', 'refund_rejected', 'returned', 'refunded'))::integer
        as delivered
    from orders o
    where o.channel_id = ${id} and o.placed_at >= ${startOfDay(from, timeZone)} and o.placed_at < ${startOfDay(addDays(to, 1), timeZone)}`.execute(
    db,
  )
  if (!rows[0]) throw new Error('The funnel was not read')
  return rows[0]
}
