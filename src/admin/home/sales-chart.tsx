import { ResponsiveContainer } from 'recharts'
import type { Home } from '#contract/admin/home.ts'
import { useFormat } from '../parts/format.ts'
import { TimeChart } from '../parts/time-chart.tsx'
import css from './home-screen.module.css'

/** Sales per day beside those of the 30 days before; the same figures follow as a table. */
export default function SalesChart({ days, currency }: { days: Home['days']; currency: string }) {
  const { day, compact } = useFormat(currency)
  const before = '30 days before'
  const shown = days.map((entry) => ({ name: day(entry.day), value: entry.sales, previous: entry.previous }))
  return (
    <>
      <div className={css.chart} aria-hidden="true">
        <ResponsiveContainer width="100%" height="100%">
          <TimeChart data={shown} label="Sales" previousLabel={before} currency={currency} />
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
              <th scope="col">{before}</th>
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
