import { Link } from 'react-router'
import { cardLabel, type ReportCard as Pinned, viewsOf } from '#contract/admin/home-cards.ts'
import { columnValue, reportColumns, reports } from '#contract/admin/report-names.ts'
import type { Funnel, Report, ReportRow, Stock, StoredValueRow } from '#contract/admin/reports.ts'
import { money } from '#contract/money.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { dayIn } from '#contract/rules/time-zone.ts'
import { api } from '../api.ts'
import { useFormat } from '../parts/format.ts'
import { queryKeys } from '../query-keys.ts'
import { funnelSteps } from '../reports/funnel-report.tsx'
import { rangeOf } from '../reports/periods.ts'
import ReportChart from '../reports/report-chart.tsx'
import { changeOf, useColumnText, useRowName } from '../reports/report-parts.tsx'
import { useSession } from '../session-context.ts'
import { AnswerCard } from './home-cards.tsx'
import css from './home-screen.module.css'

/** Rows of a report that a card shows. */
const SHOWN = 5

/** A pinned report over its days, seen from today. */
export default function ReportCard({ card }: { card: Pinned }) {
  const { channels, time_zone } = useSession().session.shop
  const { report, channel } = card
  const ofChannel = { ...(channel && { channel }) }
  const days = {
    ...rangeOf(card.period, dayIn(new Date(), time_zone)),
    compare: card.compare,
    ...ofChannel,
  }
  const common = {
    title: cardLabel(card),
    more: (
      <>
        {channel && <small>{channels.find(({ code }) => code === channel)?.name ?? channel}</small>}
        <Link className={css.all} to={`/reports?${new URLSearchParams({ report, ...days })}`}>
          Open report
        </Link>
      </>
    ),
  }
  const view = viewsOf(report).includes(card.view) ? card.view : 'rows'
  if (report === 'stock')
    return (
      <AnswerCard
        {...common}
        queryKey={queryKeys.report({ report, ...ofChannel })}
        call={(signal) => api.adminReports.stock(ofChannel, signal)}
      >
        {({ rows, total, currency }) => <StockSummary {...{ view, rows, total, currency }} />}
      </AnswerCard>
    )
  if (report === 'stored_value')
    return (
      <AnswerCard
        {...common}
        queryKey={queryKeys.report({ report, from: days.from, to: days.to })}
        call={(signal) => api.adminReports.storedValue({ from: days.from, to: days.to }, signal)}
      >
        {({ rows }) => <StoredValueSummary rows={rows} />}
      </AnswerCard>
    )
  if (report === 'funnel')
    return (
      <AnswerCard
        {...common}
        queryKey={queryKeys.report({ report, ...days })}
        call={(signal) => api.adminReports.funnel(days, signal)}
      >
        {({ funnel, previous }) => <FunnelSummary {...{ view, funnel, previous }} />}
      </AnswerCard>
    )
  return (
    <AnswerCard
      {...common}
      queryKey={queryKeys.report({ report, ...days })}
      call={(signal) => api.adminReports.get({ report, ...days }, signal)}
    >
      {(data) => <KeyedSummary view={view} report={data} />}
    </AnswerCard>
  )
}

type View = { view: Pinned['view'] }

function KeyedSummary({ view, report }: View & { report: Report }) {
  const { report: name, rows, total, previous_total, currency } = report
  const column = reports[name].chart
  const text = useColumnText(currency)
  const { money: amount } = useFormat()
  // A row has a currency of its own in the report of channels.
  const rowValue = ({ figures, currency: ofRow }: ReportRow) =>
    amount(money(columnValue(figures, column) ?? 0, ofRow))
  const nameOf = useRowName(name)
  if (rows.length === 0) return <p className={css.none}>No orders and no refunds in these days.</p>
  if (view === 'chart') return <ReportChart report={report} column={column} nameOf={nameOf} look="bare" />
  if (view === 'figure' && total) {
    const before = previous_total && [
      `${text(column, previous_total)} before`,
      changeOf(columnValue(total, column), columnValue(previous_total, column)),
    ]
    return (
      <Figure
        value={text(column, total)}
        about={[reportColumns[column].label, ...(before ?? [])].filter(Boolean).join(', ')}
      />
    )
  }
  // By time the newest rows matter.
  const shown = name === 'days' ? rows.slice(-SHOWN).reverse() : rows.slice(0, SHOWN)
  return (
    <Rows
      rows={shown.map((row) => ({
        key: row.key,
        name: nameOf(row),
        value: rowValue(row),
        change: row.previous
          ? changeOf(columnValue(row.figures, column), columnValue(row.previous, column))
          : '',
      }))}
    />
  )
}

function StoredValueSummary({ rows }: { rows: readonly StoredValueRow[] }) {
  const { money: amount } = useFormat()
  if (rows.length === 0) return <p className={css.none}>No gift cards and no store credit yet.</p>
  return (
    <Rows
      rows={rows.map(({ kind, label, currency, amounts }) => ({
        key: `${kind} ${currency}`,
        name: label,
        value: amount(money(amounts.closing, currency)),
        change: '',
      }))}
    />
  )
}

function FunnelSummary({ view, funnel, previous }: View & { funnel: Funnel; previous: Funnel | null }) {
  const { count, percent } = useFormat()
  const rateOf = ({ carts, confirmed }: Funnel) =>
    carts === 0 ? '–' : percent(Math.min(1, confirmed / carts))
  if (view === 'figure')
    return (
      <Figure
        value={rateOf(funnel)}
        about={
          funnel.carts === 0
            ? 'No carts in these days'
            : `${count(funnel.confirmed)} orders of ${count(funnel.carts)} carts${previous?.carts ? `, ${rateOf(previous)} before` : ''}`
        }
      />
    )
  return (
    <Rows
      rows={keysOf(funnelSteps).map((step) => ({
        key: step,
        name: funnelSteps[step].label,
        value: count(funnel[step]),
        change: previous ? changeOf(funnel[step], previous[step]) : '',
      }))}
    />
  )
}

function StockSummary({ view, rows, total, currency }: View & Pick<Stock, 'rows' | 'total' | 'currency'>) {
  const { money: amount, count } = useFormat()
  if (view === 'figure')
    return (
      <Figure
        value={amount(money(total.price, currency))}
        about={`${count(total.pieces)} items at their present price`}
      />
    )
  return (
    <Rows
      rows={rows.slice(0, SHOWN).map(({ product_id, name, price }) => ({
        key: String(product_id),
        name,
        value: amount(money(price, currency)),
        change: '',
      }))}
    />
  )
}

const Figure = ({ value, about }: { value: string; about: string }) => (
  <div>
    <p className={css.figure}>{value}</p>
    <p>{about}</p>
  </div>
)

type Row = { key: string; name: string; value: string; change: string }

const Rows = ({ rows }: { rows: readonly Row[] }) => (
  <ul className={css.toDo}>
    {rows.length === 0 && <li>Nothing to show.</li>}
    {rows.map(({ key, name, value, change }) => (
      <li key={key}>
        <span>{name}</span>
        <strong>
          {value}
          {change && <small>{change}</small>}
        </strong>
      </li>
    ))}
  </ul>
)
