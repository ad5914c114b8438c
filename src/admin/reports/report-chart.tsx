import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { columnValue, type ReportColumn, reportColumns } from '#contract/admin/report-names.ts'
import type { Report } from '#contract/admin/reports.ts'
import { useFormat } from '../parts/format.ts'
import { chartAxis, TimeChart } from '../parts/time-chart.tsx'
import css from './reports.module.css'

/** Rows that a chart of bars shows: more would be too narrow. */
const BARS = 10

type Props = {
  report: Pick<Report, 'report' | 'rows' | 'currency' | 'compared_with'>
  column: ReportColumn
  nameOf: (row: { key: string; label: string }) => string
}

/** A line over time, otherwise bars of the first rows. Hidden from screen readers, which have the same figures in the table. */
export default function ReportChart({
  report: { report, rows, currency, compared_with },
  column,
  nameOf,
}: Props) {
  const { label } = reportColumns[column]
  const isOverTime = report === 'days'
  const data = rows.slice(0, isOverTime ? undefined : BARS).map((row) => ({
    name: nameOf(row),
    value: columnValue(row.figures, column) ?? 0,
    previous: row.previous && (columnValue(row.previous, column) ?? 0),
  }))
  // Amounts of different currencies have no common scale.
  if (report === 'channel' || data.length < 2) return null
  const Chart = isOverTime ? TimeChart : Bars
  const height = isOverTime ? undefined : `${6 + data.length * (compared_with ? 2.6 : 1.9)}rem`
  return (
    <div className={css.chart} style={{ height }} aria-hidden="true">
      <p>{compared_with ? `${label}, and the compared period in grey` : label}</p>
      <ResponsiveContainer width="100%" height="100%">
        <Chart
          data={data}
          label={label}
          currency={currency}
          previousLabel={compared_with ? before : undefined}
        />
      </ResponsiveContainer>
    </div>
  )
}

type ChartProps = {
  data: { name: string; value: number; previous: number | null }[]
  label: string
  currency: string
  previousLabel: string | undefined
}
const before = 'Before'

function Bars({ data, label, currency, previousLabel, ...size }: ChartProps) {
  const { compact } = useFormat(currency)
  return (
    <BarChart
      {...size}
      data={data}
      layout="vertical"
      margin={{ top: 0, right: 26, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid horizontal={false} stroke="var(--color-border)" />
      <XAxis type="number" tickFormatter={compact} {...chartAxis} />
      <YAxis type="category" dataKey="name" width={150} {...chartAxis} tickFormatter={shortened} />
      <Tooltip formatter={(value, name) => [compact(Number(value)), name]} />
      <Bar name={label} dataKey="value" fill="var(--color-primary)" isAnimationActive={false} />
      {previousLabel && (
        <Bar
          name={previousLabel}
          dataKey="previous"
          fill="var(--color-border-strong)"
          isAnimationActive={false}
        />
      )}
    </BarChart>
  )
}

const shortened = (name: string) => (name.length > 22 ? `${name.slice(0, 21)}…` : name)
