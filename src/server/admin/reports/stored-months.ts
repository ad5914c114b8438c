import { sql } from 'kysely'
import { keysOf } from '#contract/rules/own-value.ts'
import { addDays, dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { daysAsIso, factsOf, figureNames, REPORTS_VERSION, type ReportChannel, sources } from './figures.ts'

/** A month is stored once this many days have passed since its end: the triggers of orders note no change of the present month. */
const SETTLED_DAYS = 2

/** The first day of the month of a day. */
export const monthOf = (day: string) => `${day.slice(0, 7)}-01`
/** The first day of the month after it. */
export const nextMonth = (month: string) => monthOf(addDays(month, 31))

/**
 * Stores the sums of each past month of each channel that are not stored yet, after it has dropped those of months in which something
 * changed since. One process at a time: the sums are calculated after the marks were taken, so that none is of before a change
 * whose mark is gone. ADR 0044.
 */
export async function storeMonths(db: Db, signal?: AbortSignal): Promise<void> {
  const channels = await db.selectFrom('channels').select(['id', 'locale']).execute()
  for (const { id, locale } of channels) {
    const channel = { id, timeZone: timeZoneOf(locale) }
    await alone(db, (tx) => dropChanged(tx, channel))
    for (const month of await missingMonths(db, channel)) {
      if (signal?.aborted) return
      await alone(db, (tx) => storeMonth(tx, channel, month))
    }
  }
}

/** Drops everything that is stored, so that the next `storeMonths` makes it again. */
export const dropMonths = (db: Db) =>
  alone(db, async (tx) => void (await tx.deleteFrom('report_months').execute()))

const alone = (db: Db, work: (tx: Tx) => Promise<void>) =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('report months'))`.execute(tx)
    await work(tx)
  })

async function dropChanged(tx: Tx, { id, timeZone }: ReportChannel) {
  await sql`
    with taken as (delete from report_marks where channel_id = ${id} returning at)
    delete from report_months where channel_id = ${id} and (time_zone <> ${timeZone} or version < ${REPORTS_VERSION}
      or month in (select date_trunc('month', at at time zone ${timeZone})::date from taken))`.execute(tx)
}

/** Past months since the first order, the newest first. */
async function missingMonths(db: Db, { id, timeZone }: ReportChannel): Promise<string[]> {
  const before = monthOf(addDays(dayIn(new Date(), timeZone), -SETTLED_DAYS))
  const { rows } = await sql<{ month: string }>`
    select to_char(month, 'YYYY-MM-DD') as month
    from generate_series(
      date_trunc('month', (select min(placed_at) from orders where channel_id = ${id}) at time zone ${timeZone}),
      ${before}::date::timestamp - interval '1 month', interval '1 month') month
    where not exists (select from report_months m where m.channel_id = ${id} and m.month = month.month::date)
    order by 1 desc`.execute(db)
  return rows.map(({ month }) => month)
}

async function storeMonth(tx: Tx, channel: ReportChannel, month: string) {
  const { id, timeZone } = channel
  const stored = await tx
    .insertInto('report_months')
    .values({ channel_id: id, month: sql`${month}::date`, time_zone: timeZone, version: REPORTS_VERSION })
    .onConflict((oc) => oc.doNothing())
    .returning('channel_id')
    .executeTakeFirst()
  // Another process has stored it.
  if (!stored) return
  await daysAsIso.execute(tx)
  const piece = { from: month, until: nextMonth(month), sign: 1 } as const
  for (const report of keysOf(sources))
    await sql`
      insert into report_sums (channel_id, month, report, key, label, ${sql.join(figureNames.map((name) => sql.ref(name)))})
      select ${id}, ${month}::date, ${report}, key, max(label), ${sql.join(figureNames.map((name) => sql`sum(${sql.ref(name)})`))}
      from ${factsOf(report, channel, piece)} facts group by key`.execute(tx)
}

export const storeReportMonthsJob = defineJob({
  name: 'store-report-months',
  schedule: { every: 600 },
  run: (_, { db, signal }) => storeMonths(db, signal),
})
