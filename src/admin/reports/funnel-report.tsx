import { otherReports } from '#contract/admin/report-names.ts'
import type { Funnel } from '#contract/admin/reports.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { api } from '../api.ts'
import { NotLoaded } from '../parts/failure.tsx'
import { useFormat } from '../parts/format.ts'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import type { ReportState } from './periods.ts'
import css from './reports.module.css'

/** The steps of the funnel in their order. */
export const funnelSteps: Record<keyof Funnel, { label: string; help: string }> = {
  carts: { label: 'Carts', help: 'Carts that were made in these days.' },
  started: { label: 'Orders started', help: 'The checkout was finished; an online payment may be missing.' },
  confirmed: { label: 'Orders confirmed', help: 'Paid online, or to be paid on delivery or by transfer.' },
  remaining: { label: 'Not cancelled', help: 'Confirmed orders that were not cancelled since.' },
  delivered: { label: 'Delivered', help: 'Also those that came back later.' },
}

/** What became of the carts of some days, counted by the shop itself. */
export default function FunnelReport({ state: { report: _, ...period } }: { state: ReportState }) {
  const { count, percent } = useFormat()
  const { data, error, refetch } = useAnswer(queryKeys.report({ report: 'funnel', ...period }), (signal) =>
    api.adminReports.funnel(period, signal),
  )
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!data) return <p role="status">Loading the report …</p>
  const { funnel, previous } = data
  const most = Math.max(1, ...Object.values(funnel))
  return (
    <section className={css.report}>
      <h2>{otherReports.funnel}</h2>
      <p className={screen.help}>
        Carts are counted every hour, and without any other company. Orders are those placed in these days,
        whatever the day of their cart.
      </p>
      <table className={css.funnel}>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Count</th>
            <th scope="col">Of the step before</th>
            {previous && <th scope="col">Before</th>}
          </tr>
        </thead>
        <tbody>
          {keysOf(funnelSteps).map((step, at, all) => {
            const former = all[at - 1]
            const base = former === undefined ? 0 : funnel[former]
            return (
              <tr key={step}>
                <th scope="row">
                  {funnelSteps[step].label}
                  <small>{funnelSteps[step].help}</small>
                  <span className={css.bar} style={{ '--part': funnel[step] / most }} />
                </th>
                <td>{count(funnel[step])}</td>
                {/* Orders of carts that were made before can outnumber the carts. */}
                <td>{base === 0 ? '–' : percent(Math.min(1, funnel[step] / base))}</td>
                {previous && <td>{count(previous[step])}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
