import {
  columnValue,
  type ReportColumn,
  type ReportName,
  reportColumns,
  reports,
} from '#contract/admin/report-names.ts'
import type { Figures, Report } from '#contract/admin/reports.ts'
import { money } from '#contract/money.ts'
import { dayText } from '#contract/rules/day-text.ts'
import { api } from '../api.ts'
import { NotLoaded } from '../parts/failure.tsx'
import { useFormat } from '../parts/format.ts'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import type { ReportState } from './periods.ts'
import ReportChart from './report-chart.tsx'
import { changeOf, useColumnText, useRowName } from './report-parts.tsx'
import css from './reports.module.css'

/** A report whose rows have names: its totals, a chart of the first rows, and the table. */
export default function KeyedReport({ state }: { state: ReportState & { report: ReportName } }) {
  const { data, error, refetch, isPlaceholderData } = useAnswer(
    queryKeys.report(state),
    (signal) => api.adminReports.get(state, signal),
    { placeholderData: (former) => former },
  )
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  // Columns and rows belong together: the former answer may be of another report.
  if (data?.report !== state.report) return <p role="status">Loading the report …</p>
  return <ShownReport report={data} isStale={isPlaceholderData} />
}

function ShownReport({ report, isStale }: { report: Report; isStale: boolean }) {
  const { locale } = useSession().session.shop
  const { count } = useFormat()
  const { label, about, chart } = reports[report.report]
  const nameOf = useRowName(report.report)
  const { rows, row_count, compared_with, period } = report
  const rangeText = ({ from, to }: { from: string; to: string }) =>
    (from === to ? [from] : [from, to]).map((day) => dayText(day, locale, 'UTC')).join(' – ')
  const isEmpty = rows.every(
    ({ figures, previous }) => isNothing(figures) && (!previous || isNothing(previous)),
  )
  return (
    <section className={css.report} aria-busy={isStale || undefined}>
      <h2>{label}</h2>
      <p className={screen.help}>{about}</p>
      <p className={css.period}>
        {rangeText(period)}
        {compared_with && <span>, and in small figures {rangeText(compared_with)}</span>}
      </p>
      {isEmpty ? (
        <p className={screen.empty}>No orders and no refunds in these days.</p>
      ) : (
        <>
          <Tiles report={report} />
          <ReportChart report={report} column={chart} nameOf={nameOf} />
          <ReportTable report={report} nameOf={nameOf} />
          {row_count > rows.length && (
            <p className={screen.help}>
              The first {count(rows.length)} of {count(row_count)} rows. The total is of all of them, and the
              CSV file has them all.
            </p>
          )}
        </>
      )}
    </section>
  )
}

const isNothing = (figures: Figures) => Object.values(figures).every((value) => value === 0)

const tiles = [
  'orders',
  'sales',
  'refunds',
  'returned',
  'net',
  'margin',
  'taxable',
  'tax_due',
  'tax',
] as const

/** The most important totals. */
function Tiles({ report: { report, total, previous_total, currency } }: { report: Report }) {
  const text = useColumnText(currency)
  const { money: amountText } = useFormat()
  if (!total) return null
  const columns: readonly ReportColumn[] = reports[report].columns
  const shown = tiles.filter(
    (column) =>
      columns.includes(column) &&
      (column !== 'tax' || !(columns.includes('net') || columns.includes('tax_due'))),
  )
  return (
    <dl className={css.tiles}>
      {shown.map((column) => (
        <div key={column}>
          <dt>{reportColumns[column].label}</dt>
          <dd>{text(column, total)}</dd>
          {column === 'margin' && columnValue(total, 'margin') !== null && (
            <dd className={css.change}>
              of {amountText(money(total.costed, currency))} without tax, of items whose cost is known
            </dd>
          )}
          {previous_total && (
            <dd className={css.change}>
              {[
                `${text(column, previous_total)} before`,
                changeOf(columnValue(total, column), columnValue(previous_total, column)),
              ]
                .filter(Boolean)
                .join(', ')}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

type TableProps = { report: Report; nameOf: (row: { key: string; label: string }) => string }

/** All rows with the total below. Where it is wider than the screen, it scrolls, and the names of the rows stay. */
function ReportTable({ report: { report, rows, total, previous_total, currency }, nameOf }: TableProps) {
  const { label, columns, row } = reports[report]
  const isByMonth = report === 'days' && rows[0]?.key.length === 7
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard.
    <section className={css.scroll} tabIndex={0} aria-label={`${label} as a table`}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{isByMonth ? 'Month' : row}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {reportColumns[column].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, ...one }) => (
            <tr key={key}>
              <th scope="row">
                {nameOf({ key, ...one })}
                {report === 'variation' && one.label && <small>{key}</small>}
              </th>
              {columns.map((column) => (
                <Cell key={column} column={column} {...one} />
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {columns.map((column) => (
                <Cell
                  key={column}
                  column={column}
                  figures={total}
                  previous={previous_total}
                  currency={currency}
                />
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

type CellProps = { column: ReportColumn; figures: Figures; previous: Figures | null; currency: string }

function Cell({ column, figures, previous, currency }: CellProps) {
  const text = useColumnText(currency)
  if (!previous) return <td>{text(column, figures)}</td>
  const change = changeOf(columnValue(figures, column), columnValue(previous, column))
  return (
    <td>
      {text(column, figures)}
      <small>{[text(column, previous), change].filter(Boolean).join(', ')}</small>
    </td>
  )
}
