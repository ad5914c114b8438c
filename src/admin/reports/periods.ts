import {
  type Comparison,
  comparisons,
  otherReports,
  type Period,
  periods,
  type ReportName,
  reports,
} from '#contract/admin/report-names.ts'
import { keyOf, keysOf } from '#contract/rules/own-value.ts'
import { addDays } from '#contract/rules/time-zone.ts'

export type Range = { from: string; to: string }

/** The first and the last day of a period, seen from today. */
export function rangeOf(period: Period, today: string): Range {
  const back = (days: number) => ({ from: addDays(today, 1 - days), to: today })
  const month = `${today.slice(0, 7)}-01`
  const year = Number(today.slice(0, 4))
  const beforeMonth = addDays(month, -1)
  const quarter = quarterOf(today)
  const beforeQuarter = addDays(quarter, -1)
  switch (period) {
    case 'today':
      return back(1)
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'week':
      return back(7)
    case 'month':
      return back(30)
    case 'quarter':
      return back(90)
    case 'this_month':
      return { from: month, to: today }
    case 'last_month':
      return { from: `${beforeMonth.slice(0, 7)}-01`, to: beforeMonth }
    case 'this_quarter':
      return { from: quarter, to: today }
    case 'last_quarter':
      return { from: quarterOf(beforeQuarter), to: beforeQuarter }
    case 'this_year':
      return { from: `${year}-01-01`, to: today }
    case 'last_year':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }
    case 'year':
      return back(365)
  }
}

/** The first day of its quarter. */
const quarterOf = (day: string) =>
  `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`

/** The period with these days; undefined for any other days. */
export const periodOf = ({ from, to }: Range, today: string): Period | undefined =>
  keysOf(periods).find((period) => {
    const range = rangeOf(period, today)
    return range.from === from && range.to === to
  })

export type ReportState = Range & {
  report: ReportName | keyof typeof otherReports
  compare: Comparison
  channel?: string
}

/** Undefined for a name of no report. */
export const readReportName = (name: string) => keyOf(reports, name) ?? keyOf(otherReports, name)

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** Reads the address of the screen. What is no report, day or comparison in it is left out: anyone can write an address. */
export function readReportState(query: URLSearchParams, today: string): ReportState {
  const [from, to] = [query.get('from'), query.get('to')]
  const channel = query.get('channel')
  return {
    report: readReportName(query.get('report') ?? '') ?? 'days',
    ...(isDay(from) && isDay(to) ? { from, to } : rangeOf('month', today)),
    compare: keyOf(comparisons, query.get('compare') ?? '') ?? 'previous',
    ...(channel && { channel }),
  }
}
