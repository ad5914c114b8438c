import { sql } from 'kysely'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Db } from '#server/platform/kernel/context.ts'

/** Longer than a transaction may take: a cart with a lower id cannot appear later. ADR 0044. */
const SETTLED = sql`interval '5 minutes'`

/** Adds the carts since the last run to the day on which they were made. Ordered carts are retained for a day, so none is missed. */
export async function countCarts(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('count carts'))`.execute(tx)
    const channels = await tx.selectFrom('channels').select(['id', 'locale']).execute()
    for (const { id, locale } of channels)
      await sql`
        insert into cart_days (channel_id, day, carts, last_cart_id)
        select c.channel_id, (c.created_at at time zone ${timeZoneOf(locale)})::date, count(*), max(c.id)
        from carts c
        where c.channel_id = ${id} and c.created_at < now() - ${SETTLED}
          and c.id > coalesce((select max(last_cart_id) from cart_days where channel_id = ${id}), 0)
        group by 1, 2
        on conflict (channel_id, day) do update
          set carts = cart_days.carts + excluded.carts, last_cart_id = excluded.last_cart_id`.execute(tx)
  })
}

export const countCartsJob = defineJob({
  name: 'count-carts',
  schedule: { every: 3_600 },
  run: (_, { db }) => countCarts(db),
})
