import { sql } from 'kysely'
import type { Db } from '#server/platform/kernel/context.ts'

/** Unsent messages by channel, and the age in seconds of the oldest. */
export async function readOutboxCounts(db: Db) {
  return db
    .selectFrom('outbox')
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .groupBy('channel')
    .select(['channel', sql<number>`count(*)::int`.as('count')])
    .select(sql<number>`extract(epoch from now() - min(created_at))::float8`.as('oldest_seconds'))
    .execute()
}

export async function readOrderCounts(db: Db) {
  return db
    .selectFrom('orders')
    .groupBy('status')
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .execute()
}
