import { Link } from 'react-router'
import { otherReports, stockAgeLabels } from '#contract/admin/report-names.ts'
import type { Stock, StockRow } from '#contract/admin/reports.ts'
import { money } from '#contract/money.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { api } from '../api.ts'
import { NotLoaded } from '../parts/failure.tsx'
import { useFormat } from '../parts/format.ts'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import css from './reports.module.css'

/** What the stock is worth now, and how long it has been there. */
export default function StockReport({ channel }: { channel: string | undefined }) {
  const { count } = useFormat()
  const input = channel ? { channel } : {}
  const { data, error, refetch } = useAnswer(queryKeys.report({ report: 'stock', ...input }), (signal) =>
    api.adminReports.stock(input, signal),
  )
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!data) return <p role="status">Loading the report …</p>
  const { rows, row_count, total } = data
  return (
    <section className={css.report}>
      <h2>{otherReports.stock}</h2>
      <p className={screen.help}>
        Items in stock now, at their present cost and price. The age is counted from the last time that items
        of the product came in.
        {total.without_cost > 0 && ` The cost of ${count(total.without_cost)} items is not entered.`}
      </p>
      {rows.length === 0 ? (
        <p className={screen.empty}>Nothing with counted stock is in stock.</p>
      ) : (
        <>
          <Ages stock={data} />
          <Products stock={data} />
          {row_count > rows.length && (
            <p className={screen.help}>
              The {count(rows.length)} products with the highest value of {count(row_count)}. The CSV file has
              them all.
            </p>
          )}
        </>
      )}
    </section>
  )
}

function Ages({ stock: { ages, total, ...currencies } }: { stock: Stock }) {
  return (
    <table className={css.funnel}>
      <thead>
        <tr>
          <th scope="col">Age</th>
          <ValueHeads />
        </tr>
      </thead>
      <tbody>
        {ages.map((one) => (
          <tr key={one.age}>
            <th scope="row">
              {ownValue(stockAgeLabels, one.age)}
              <span className={css.bar} style={{ '--part': one.pieces / Math.max(1, total.pieces) }} />
            </th>
            <Values of={one} {...currencies} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <Values of={total} {...currencies} />
        </tr>
      </tfoot>
    </table>
  )
}

function Products({ stock: { rows, ...currencies } }: { stock: Stock }) {
  const { may } = useSession()
  const { count } = useFormat()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard.
    <section className={css.scroll} tabIndex={0} aria-label="Products in stock as a table">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <ValueHeads />
            <th scope="col">Age in days</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.product_id}>
              <th scope="row">
                {may('catalog.read') ? (
                  <Link to={`/products/${one.product_id}/show`}>{one.name}</Link>
                ) : (
                  one.name
                )}
              </th>
              <Values of={one} {...currencies} />
              <td>{one.age_days === null ? '–' : count(one.age_days)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const ValueHeads = () => (
  <>
    <th scope="col">Items</th>
    <th scope="col">Value at cost</th>
    <th scope="col">Value at price</th>
  </>
)

type ValuesProps = Pick<Stock, 'currency' | 'cost_currency'> & {
  of: Pick<StockRow, 'pieces' | 'cost' | 'price'>
}

function Values({ of, currency, cost_currency }: ValuesProps) {
  const { money: amount, count } = useFormat()
  return (
    <>
      <td>{count(of.pieces)}</td>
      <td>{amount(money(of.cost, cost_currency))}</td>
      <td>{amount(money(of.price, currency))}</td>
    </>
  )
}
