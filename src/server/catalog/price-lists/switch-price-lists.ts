import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Services, Tx } from '#server/platform/kernel/context.ts'
import { notePrices } from './note-prices.ts'

/** The schedule looks once a second: a run is there before the moment, and waits for it. */
const AHEAD_MS = 1_500

/** SQL: whether list l applies at a time. */
const isInEffect = (at: string) =>
  `(l.is_active and l.starts_at <= ${at} and (l.ends_at is null or l.ends_at > ${at}))`

const nextSwitch = prepared<{ ms: number | null }>(
  'time until next price list',
  `select (extract(epoch from case when l.is_shown then l.ends_at else l.starts_at end - now()) * 1000)::float8 as ms
  from price_lists l where l.is_shown <> ${isInEffect(`(now() + interval '${AHEAD_MS} milliseconds')`)}
  order by ms limit 1`,
)

/**
 * Notes that the prices of lists have begun or ended, so that indexes and cached pages of all processes follow; what is charged follows
 * the clock by itself. One transaction for each list; a list that is being edited is left to the next run.
 * @returns the number of lists
 */
export async function switchPriceLists({ db }: Pick<Services, 'db'>): Promise<number> {
  for (let count = 0; ; count++) if (!(await inTransaction(db, switchOne))) return count
}

async function switchOne(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ id: number; customer_group_id: number | null }>`
    update price_lists set is_shown = not is_shown where id = (
      select l.id from price_lists l where l.is_shown <> ${sql.raw(isInEffect('now()'))}
      order by l.id limit 1 for update skip locked)
    returning id, customer_group_id`.execute(tx)
  const [list] = rows
  if (!list) return false
  // Its customers' pages and carts follow the clock by themselves.
  if (list.customer_group_id !== null) return true
  const { rows: products } = await sql<{ id: number }>`
    select distinct v.product_id as id from price_list_items i join variations v on v.id = i.variation_id
    where i.price_list_id = ${list.id} order by id`.execute(tx)
  await notePrices(
    tx,
    products.map(({ id }) => id),
  )
  return true
}

export const switchPriceListsJob = defineJob<Services>({
  name: 'switch-price-lists',
  schedule: { every: 1, when: async ({ db }) => (await nextSwitch.first(db)) !== undefined },
  isUrgent: true,
  async run(_payload, services) {
    const next = await nextSwitch.first(services.db)
    if (next?.ms)
      await setTimeout(Math.max(0, next.ms), undefined, { signal: services.signal }).catch(() => {})
    await switchPriceLists(services)
  },
})
