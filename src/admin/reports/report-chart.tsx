import { ResponsiveContainer } from 'recharts'
import { columnValue, type ReportColumn, reportColumns } from '#contract/admin/report-names.ts'
import type { Report } from '#contract/admin/reports.ts'
import { useFormat } from '../parts/format.ts'
import { TimeChart } from '../parts/time-chart.tsx'
import css from './reports.module.css'

/** Rows that are shown as bars: more say less than the table. */
const BARS = 10

type Props = {
  report: Pick<Report, 'report' | 'rows' | 'currency' | 'compared_with'>
  column: ReportColumn
  nameOf: (row: { key: string; label: string }) => string
  /** Inside a card, which has a frame. */
  look?: 'bare'
}

/** A line over time, otherwise bars of the first rows. Hidden from screen readers, which have the same figures in the table. */
export default function ReportChart({
  report: { report, rows, currency, compared_with },
  column,
  nameOf,
  look,
}: Props) {
  const { label } = reportColumns[column]
  const isOverTime = report === 'days'
  const data = rows.slice(0, isOverTime ? undefined : BARS).map((row) => ({
    key: row.key,
    name: nameOf(row),
    value: columnValue(row.figures, column) ?? 0,
    previous: row.previous && (columnValue(row.previous, column) ?? 0),
  }))
  // Amounts of different currencies have no common scale.
  if (report === 'channel' || data.length < 2) return null
  return (
    <div className={css.chart} data-look={look} data-over-time={isOverTime || undefined} aria-hidden="true">
      <p>{compared_with ? `${label}, and the compared period in grey` : label}</p>
      {isOverTime ? (
        <ResponsiveContainer width="100%" height="100%">
          <TimeChart
            data={data}
            label={label}
            currency={currency}
            previousLabel={compared_with ? 'Before' : undefined}
          />
        </ResponsiveContainer>
      ) : (
        <Bars data={data} currency={currency} />
      )}
    </div>
  )
}

type BarProps = {
  data: readonly { key: string; name: string; value: number; previous: number | null }[]
  currency: string
}

/** Names above their bars, so that they have the whole width; negative amounts have the colour of errors. */
function Bars({ data, currency }: BarProps) {
  const { compact } = useFormat(currency)
  const most = Math.max(
    1,
    ...data.flatMap(({ value, previous }) => [Math.abs(value), Math.abs(previous ?? 0)]),
  )
  const partOf = (value: number) => ({
    style: { '--part': Math.abs(value) / most },
    'data-negative': value < 0 || undefined,
  })
  return (
    <ol className={css.bars}>
      {data.map(({ key, name, value, previous }) => (
        <li key={key}>
          <span>{name}</span>
          <span>{compact(value)}</span>
          <span className={css.bar} {...partOf(value)} />
          {previous !== null && <span className={css.bar} data-previous {...partOf(previous)} />}
        </li>
      ))}
    </ol>
  )
}
