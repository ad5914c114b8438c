import { type Comparison, columnValue, type ReportName, reports } from '#contract/admin/report-names.ts'
import type { Figures, Report, ReportRow } from '#contract/admin/reports.ts'
import { addDays, daysBetween, timeZoneOf } from '#contract/rules/time-zone.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { readChannels } from '#server/shop/channels/read-channel.ts'
import { figureNames } from './figures.ts'
import { type Period, readSums, type Sum } from './read-sums.ts'

/** Rows that the screen shows of products, towns and the like. */
const SHOWN = 100
/** A longer period is shown by month. */
const MOST_DAYS_BY_DAY = 92

export type ReportRequest = Period & { report: ReportName; compare: Comparison }

/**
 * A report of a channel over a period, its last day included, with the period before (as many days) or the same days a year before.
 * @param most rows that are returned; rows over time are all returned
 */
export async function readReport(
  db: Db,
  channel: Channel,
  { report, compare, from, to }: ReportRequest,
  most = SHOWN,
): Promise<Report> {
  const period = { from, to }
  const compared_with = periodBefore(period, compare)
  const rowsOf = report === 'channel' ? channelRows(db) : keyedRows(db, channel, report, period)
  const [now, before] = await Promise.all([rowsOf(period), compared_with ? rowsOf(compared_with) : null])
  const byKey = new Map(before?.map((row) => [row.key, row]))
  const known = new Set(now.map(({ key }) => key))
  const gone = report === 'days' ? [] : (before ?? []).filter(({ key }) => !known.has(key))
  const rows = [...now, ...gone.map((row) => ({ ...row, figures: nothing }))].map((row, at): ReportRow => {
    // The n-th day of one period is beside that of the other; other rows are by their key.
    const previous = report === 'days' ? before?.[at] : byKey.get(row.key)
    return { ...row, previous: before ? (previous?.figures ?? nothing) : null }
  })
  const rank = ({ figures }: ReportRow) => columnValue(figures, reports[report].chart) ?? 0
  if (report !== 'days') rows.sort((a, b) => rank(b) - rank(a) || (a.key < b.key ? -1 : 1))
  // An order with several promotions is in several rows.
  const isAddedUp = report !== 'promotion' && rows.every(({ currency }) => currency === rows[0]?.currency)
  return {
    report,
    channel: channel.code,
    currency: channel.currency,
    time_zone: timeZoneOf(channel.locale),
    period,
    compared_with,
    total: isAddedUp ? totalOf(now) : null,
    previous_total: before && isAddedUp ? totalOf(before) : null,
    rows: report === 'days' ? rows : rows.slice(0, most),
    row_count: rows.length,
  }
}

type Row = Omit<ReportRow, 'previous'>

const keyedRows =
  (db: Db, channel: Channel, report: Exclude<ReportName, 'channel'>, shown: Period) =>
  async (period: Period): Promise<Row[]> => {
    const sums = await readSums(db, zoned(channel), report, period)
    const rows = report === 'days' ? overTime(sums, period, daysOf(shown) > MOST_DAYS_BY_DAY) : sums
    return rows.map((row) => ({ ...row, currency: channel.currency }))
  }

/** A row for each channel that sells, and for the default one. */
const channelRows =
  (db: Db) =>
  async (period: Period): Promise<Row[]> => {
    const channels = await readChannels(db)
    return Promise.all(
      channels.map(async (channel) => ({
        key: channel.code,
        label: channel.name,
        figures: totalOf(await readSums(db, zoned(channel), 'days', period)),
        currency: channel.currency,
      })),
    )
  }

const zoned = ({ id, locale }: Channel) => ({ id, timeZone: timeZoneOf(locale) })

/** A row for each day or each month of the period, also of those without a sale. */
function overTime(sums: readonly Sum[], { from, to }: Period, isByMonth: boolean): Sum[] {
  const keyOf = (day: string) => (isByMonth ? day.slice(0, 7) : day)
  const byKey = Map.groupBy(sums, ({ key }) => keyOf(key))
  const keys = new Set<string>()
  for (let day = from; day <= to; day = addDays(day, 1)) keys.add(keyOf(day))
  return [...keys].map((key) => ({ key, label: '', figures: totalOf(byKey.get(key) ?? []) }))
}

const nothing: Figures = {
  ...{ orders: 0, items: 0, gross: 0, discount: 0, charges: 0, tax: 0, sales: 0 },
  ...{ refunds: 0, returned: 0, returned_tax: 0, cost: 0, costed: 0 },
}

export function totalOf(rows: readonly Pick<Sum, 'figures'>[]): Figures {
  const total = { ...nothing }
  for (const { figures } of rows) for (const name of figureNames) total[name] += figures[name]
  return total
}

const daysOf = ({ from, to }: Period) => daysBetween(from, to) + 1

/** Null: nothing is compared. The 29th of February is compared with the 28th. */
export function periodBefore(period: Period, compare: Comparison): Period | null {
  if (compare === 'none') return null
  if (compare === 'previous') {
    const to = addDays(period.from, -1)
    return { from: addDays(to, 1 - daysOf(period)), to }
  }
  return { from: yearBefore(period.from), to: yearBefore(period.to) }
}

function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0')
  return day.endsWith('-02-29') ? `${year}-02-28` : `${year}${day.slice(4)}`
}
