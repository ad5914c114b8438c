import {
  columnValue,
  type ReportColumn,
  type ReportName,
  reportColumns,
  rowName,
} from '#contract/admin/report-names.ts'
import type { Figures } from '#contract/admin/reports.ts'
import { money } from '#contract/money.ts'
import { dayText } from '#contract/rules/day-text.ts'
import { dateFormatter } from '#contract/rules/time-zone.ts'
import { useFormat } from '../parts/format.ts'
import { useSession } from '../session-context.ts'

/** `+12 %`; empty where there is nothing to compare with. */
export function changeOf(now: number | null, before: number | null): string {
  if (now === null || before === null || before <= 0 || now === before) return ''
  const percent = Math.round(((now - before) / before) * 100)
  return percent === 0 ? '' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)}\u00a0%`
}

/** The value of a column as text: an amount, a number, or a dash where it is not known. */
export function useColumnText(currency: string) {
  const { money: amountText, count } = useFormat(currency)
  return (column: ReportColumn, figures: Figures) => {
    const value = columnValue(figures, column)
    if (value === null) return '–'
    return reportColumns[column].isAmount ? amountText(money(value, currency)) : count(value)
  }
}

/** Days and months in the language of the shop. */
export function useRowName(report: ReportName) {
  const { locale } = useSession().session.shop
  return (row: { key: string; label: string }) => {
    if (report !== 'days') return rowName(report, row)
    if (row.key.length > 7) return dayText(row.key, locale, 'UTC')
    return dateFormatter(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${row.key}-01`),
    )
  }
}
