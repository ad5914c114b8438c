import { sql } from 'kysely'
import type { ReportName } from '#contract/admin/report-names.ts'
import type { Figures } from '#contract/admin/reports.ts'
import { addDays, daysBetween } from '#contract/rules/time-zone.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import {
  daysAsIso,
  factsOf,
  figureNames,
  type Piece,
  REPORTS_VERSION,
  type ReportChannel,
  sources,
} from './figures.ts'
import { monthOf, nextMonth } from './stored-months.ts'

/** The first and the last day. */
export type Period = { from: string; to: string }
export type Sum = { key: string; label: string; figures: Figures }

/**
 * The figures of a report in a period by key, exact to the order: of stored months, where nothing changed since they were stored, and
 * of the orders themselves in all other days. One snapshot, so that no order is in both or in neither.
 */
export const readSums = (
  db: Db,
  channel: ReportChannel,
  report: Exclude<ReportName, 'channel'>,
  period: Period,
): Promise<Sum[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Without it the sums of many keys are sorted on disk, which takes twice as long.
      await sql`set local work_mem = '64MB'`.execute(tx)
      await daysAsIso.execute(tx)
      const { months, pieces } = divide(report, period, await cleanMonths(tx, channel, period))
      const names = sql.join(figureNames.map((name) => sql.ref(name)))
      // Reports of orders have no figures of lines.
      const isOfOrders = sources[report].by === 'order'
      const sums = figureNames.map((name) =>
        isOfOrders && ofLines.has(name)
          ? sql`0::bigint as ${sql.ref(name)}`
          : sql`sum_bigint(${sql.ref(name)}) as ${sql.ref(name)}`,
      )
      const { rows } = await sql<{ key: string; label: string } & Figures>`
        select key, max(label) as label, ${sql.join(sums)} from (
          select key, label, ${names} from report_sums
          where channel_id = ${channel.id} and report = ${report} and month = any(${months}::date[])
            ${report === 'days' ? sql`and key between ${period.from} and ${period.to}` : sql``}
          ${sql.join(
            pieces.map(
              (piece) =>
                sql`union all select key, label, ${names} from ${factsOf(report, channel, piece)} facts`,
            ),
            sql` `,
          )}
        ) facts group by key`.execute(tx)
      return rows
        .map(({ key, label, ...figures }) => ({ key, label, figures }))
        .filter(({ figures }) => figureNames.some((name) => figures[name] !== 0))
    })

/** Figures that only lines have. */
const ofLines: ReadonlySet<keyof Figures> = new Set(['items', 'returned', 'returned_tax', 'cost', 'costed'])

/** The stored months of a period in which nothing changed since they were stored. */
async function cleanMonths(
  tx: Tx,
  { id, timeZone }: ReportChannel,
  { from, to }: Period,
): Promise<Set<string>> {
  const { rows } = await sql<{ month: string }>`
    select to_char(month, 'YYYY-MM-DD') as month from report_months
    where channel_id = ${id} and time_zone = ${timeZone} and version >= ${REPORTS_VERSION} and month between ${monthOf(from)}::date and ${to}::date
      and month not in (select date_trunc('month', at at time zone ${timeZone})::date from report_marks where channel_id = ${id})`.execute(
    tx,
  )
  return new Set(rows.map(({ month }) => month))
}

/**
 * Divides a period into stored months and days that are read from orders. Of a stored month that is mostly in the period, the days
 * that are not are subtracted.
 */
export function divide(report: ReportName, { from, to }: Period, clean: ReadonlySet<string>) {
  const end = addDays(to, 1)
  const months: string[] = []
  const pieces: Piece[] = []
  for (let month = monthOf(from); month < end; month = nextMonth(month)) {
    const next = nextMonth(month)
    const inside = { from: month < from ? from : month, until: next < end ? next : end }
    const outside = [
      { from: month, until: inside.from },
      { from: inside.until, until: next },
    ].filter((days) => days.from < days.until)
    const missing = outside.reduce((days, { from, until }) => days + daysBetween(from, until), 0)
    if (clean.has(month) && (report === 'days' || missing < daysBetween(inside.from, inside.until))) {
      months.push(month)
      if (report !== 'days') pieces.push(...outside.map((days) => ({ ...days, sign: -1 as const })))
      continue
    }
    const last = pieces.at(-1)
    if (last?.sign === 1 && last.until === inside.from) last.until = inside.until
    else pieces.push({ ...inside, sign: 1 })
  }
  return { months, pieces }
}
