import { otherReports, storedValueColumns } from '#contract/admin/report-names.ts'
import type { StoredValueRow } from '#contract/admin/reports.ts'
import { money } from '#contract/money.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { api } from '../api.ts'
import { NotLoaded } from '../parts/failure.tsx'
import { useFormat } from '../parts/format.ts'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import type { ReportState } from './periods.ts'
import css from './reports.module.css'

const columns = keysOf(storedValueColumns)

/** What the shop owes on gift cards and store credit, and what changed it in these days. */
export default function StoredValueReport({
  state: { from, to },
}: {
  state: Pick<ReportState, 'from' | 'to'>
}) {
  const { data, error, refetch } = useAnswer(
    queryKeys.report({ report: 'stored_value', from, to }),
    (signal) => api.adminReports.storedValue({ from, to }, signal),
  )
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!data) return <p role="status">Loading the report …</p>
  return (
    <section className={css.report}>
      <h2>{otherReports.stored_value}</h2>
      <p className={screen.help}>
        What customers may still spend at the end of the last day, and what changed it since the first one.
        Spent is less what went back to a card or credit with cancelled and returned orders. All channels of a
        currency together.
      </p>
      {data.rows.length === 0 ? (
        <p className={screen.empty}>No gift cards and no store credit until the end of these days.</p>
      ) : (
        <Table rows={data.rows} />
      )}
    </section>
  )
}

function Table({ rows }: { rows: readonly StoredValueRow[] }) {
  const { money: amount, count } = useFormat()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard.
    <section className={css.scroll} tabIndex={0} aria-label="Gift cards and store credit as a table">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {storedValueColumns[column]}
              </th>
            ))}
            <th scope="col">With a balance</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, label, currency, accounts, amounts }) => (
            <tr key={`${kind} ${currency}`}>
              <th scope="row">{`${label}, ${currency}`}</th>
              {columns.map((column) => (
                <td key={column}>{amount(money(amounts[column], currency))}</td>
              ))}
              <td>{count(accounts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
