import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { Home } from '#contract/admin/home.ts'
import { useFormat } from '../parts/format.ts'
import css from './home-screen.module.css'

/** Sales per day beside those of the 30 days before; the same figures follow as a table. */
export default function SalesChart({ days, currency }: { days: Home['days']; currency: string }) {
  const { day, compact } = useFormat(currency)
  return (
    <>
      <div className={css.chart} aria-hidden="true">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart
            data={days}
            margin={{ top: 8, right: 26, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--color-border)" />
            <XAxis
              dataKey="day"
              tickFormatter={day}
              tickLine={false}
              axisLine={false}
              minTickGap={40}
              fontSize={12}
              stroke="var(--text-muted)"
            />
            <YAxis
              tickFormatter={compact}
              tickLine={false}
              axisLine={false}
              width={52}
              fontSize={12}
              stroke="var(--text-muted)"
            />
            <Tooltip
              labelFormatter={(label) => day(String(label))}
              formatter={(value, name) => [compact(Number(value)), name]}
            />
            <Area
              name="Sales"
              dataKey="sales"
              stroke="var(--color-primary)"
              fill="var(--color-primary)"
              fillOpacity={0.12}
              strokeWidth={2}
              isAnimationActive={false}
            />
            <Line
              name="30 days before"
              dataKey="previous"
              stroke="var(--color-border-strong)"
              strokeDasharray="4 4"
              dot={false}
              isAnimationActive={false}
            />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <details className={css.table}>
        <summary>Show as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Orders</th>
              <th scope="col">Sales</th>
              <th scope="col">30 days before</th>
            </tr>
          </thead>
          <tbody>
            {days.map((entry) => (
              <tr key={entry.day}>
                <th scope="row">{day(entry.day)}</th>
                <td>{entry.orders}</td>
                <td>{compact(entry.sales)}</td>
                <td>{compact(entry.previous)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
