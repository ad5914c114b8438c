import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import type { HomeSales, HomeWithPlugins } from '#contract/admin/home.ts'
import { type HomeCardName, homeCards } from '#contract/admin/home-cards.ts'
import type { OrderTab, WaitingReason } from '#contract/admin/order-tabs.ts'
import { imageUrl } from '#ui/image-url.ts'
import { type Answer, api } from '../api.ts'
import { SearchAnswer } from '../marketing/search-answer.tsx'
import { NotLoaded } from '../parts/failure.tsx'
import { useFormat } from '../parts/format.ts'
import { StatusChip } from '../parts/status-chip.tsx'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import css from './home-screen.module.css'

// The chart library is as large as the rest of the first screen.
const SalesChart = lazy(() => import('./sales-chart.tsx'))

type CardProps = { channel: string | undefined }

/** The cards beside those of reports. */
export const cards: Record<HomeCardName, ComponentType<CardProps>> = {
  figures: Figures,
  sales: Sales,
  to_do: ToDo,
  best_sellers: BestSellers,
  low_stock: LowStock,
  missed_searches: MissedSearches,
  latest_orders: LatestOrders,
}

type AnswerProps<Data> = {
  title: string
  /** A link beside the title. */
  more?: ReactNode
  queryKey: readonly unknown[]
  call: (signal: AbortSignal) => Promise<Answer<Data>>
  /** Without a frame around what is shown. */
  look?: 'bare'
  children: (data: Data) => ReactNode
}

/** A card with the answer of a call. It waits and fails alone, and is read again every minute. */
export function AnswerCard<Data>({ title, more, queryKey, call, look, children }: AnswerProps<Data>) {
  const { data, error, refetch } = useAnswer(queryKey, call, { refetchInterval: 60_000 })
  const isFramed = look !== 'bare' || data === undefined
  return (
    <section className={isFramed ? css.card : undefined} aria-label={title} aria-busy={!data && !error}>
      {isFramed && (
        <div className={css.cardHeader}>
          <h2>{title}</h2>
          {more}
        </div>
      )}
      {error ? (
        <NotLoaded error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <p className={css.none}>Loading …</p>
      ) : (
        children(data)
      )}
    </section>
  )
}

const ofSales = (channel: string | undefined) => ({
  queryKey: queryKeys.home('sales', channel),
  call: (signal: AbortSignal) => api.adminHome.sales({ ...(channel && { channel }) }, signal),
})

function Sales({ channel }: CardProps) {
  return (
    <AnswerCard title={homeCards.sales.label} {...ofSales(channel)}>
      {(data) =>
        data.days.some(({ orders, previous }) => orders > 0 || previous > 0) ? (
          <Suspense fallback={<div className={css.chart} />}>
            <SalesChart days={data.days} currency={data.month.sales.currency} />
          </Suspense>
        ) : (
          <p className={css.none}>
            No orders in the last 60 days. Your first sale appears here. <a href="/">Look at your shop</a>
          </p>
        )
      }
    </AnswerCard>
  )
}

function Figures({ channel }: CardProps) {
  return (
    <AnswerCard title={homeCards.figures.label} look="bare" {...ofSales(channel)}>
      {(data) => <FigureTiles sales={data} />}
    </AnswerCard>
  )
}

function LatestOrders() {
  const { money, time } = useFormat()
  return (
    <AnswerCard
      title={homeCards.latest_orders.label}
      more={
        <Link className={css.all} to="/orders">
          Show all
        </Link>
      }
      queryKey={queryKeys.home('latest_orders')}
      call={(signal) => api.adminOrders.list({ per_page: 5 }, signal)}
    >
      {({ data: rows }) => (
        <>
          {rows.length === 0 && <p>No orders yet.</p>}
          <ul className={css.toDo}>
            {rows.map((order) => (
              <li key={order.id}>
                <span>
                  <Link to={`/orders/${order.id}/show`}>{order.order_no}</Link>{' '}
                  <StatusChip status={order.status} label={order.status_label} />
                  <small>
                    {time(order.placed_at)}, {order.customer}
                  </small>
                </span>
                <strong>{money(order.grand_total)}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
    </AnswerCard>
  )
}

function FigureTiles({
  sales: { today, yesterday, month, previous_month, conversion, previous_conversion },
}: {
  sales: HomeSales
}) {
  const { money, count, percent } = useFormat()
  const tiles = [
    [
      'Sales today',
      money(today.sales),
      [today.sales.amount, yesterday.sales.amount],
      'yesterday at this time',
    ],
    ['Orders today', count(today.orders), [today.orders, yesterday.orders], 'yesterday at this time'],
    [
      'Sales, 30 days',
      money(month.sales),
      [month.sales.amount, previous_month.sales.amount],
      'the 30 days before',
    ],
    [
      'Average order',
      money(month.average),
      [month.average.amount, previous_month.average.amount],
      'the 30 days before',
    ],
  ] as const
  return (
    <dl className={css.figures}>
      {tiles.map(([label, value, [now, before], than]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          <dd className={css.change}>{changeText(now, before, than)}</dd>
        </div>
      ))}
      <div>
        <dt>Conversion, 30 days</dt>
        <dd>{conversion.rate === null ? '–' : percent(conversion.rate)}</dd>
        <dd className={css.change}>
          {conversion.rate === null
            ? 'No carts yet'
            : `${count(conversion.orders)} orders of ${count(conversion.carts)} carts`}
          {previous_conversion.rate !== null && `, ${percent(previous_conversion.rate)} before`}
        </dd>
      </div>
    </dl>
  )
}

function changeText(now: number, before: number, than: string): string {
  if (before === 0) return now === 0 ? `Same as ${than}` : `None ${than}`
  const percent = Math.round(((now - before) / before) * 100)
  return percent === 0 ? `Same as ${than}` : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} % on ${than}`
}

const lowStock = `/products?${new URLSearchParams({ filter: JSON.stringify({ stock: 'low' }) })}`
const submissions = `/submissions?${new URLSearchParams({ filter: JSON.stringify({ state: 'open' }) })}`

function ToDo() {
  return (
    <AnswerCard
      title={homeCards.to_do.label}
      queryKey={queryKeys.home('to_do')}
      call={(signal) => api.adminHome.toDo({}, signal)}
    >
      {(data) => <ToDoEntries {...data} />}
    </AnswerCard>
  )
}

function ToDoEntries({ to_do, to_do_of_plugins }: Pick<HomeWithPlugins, 'to_do' | 'to_do_of_plugins'>) {
  const { count } = useFormat()
  const { may } = useSession()
  const to = (filter: { tab: OrderTab } | { waiting: WaitingReason } | { mentions: 'me' }) =>
    may('orders.read') && `/orders?${new URLSearchParams({ filter: JSON.stringify(filter) })}`
  const entries = [
    ['Notes for you', to_do.notes_for_me, to({ mentions: 'me' })],
    ['Orders to pack', to_do.to_pack, to({ tab: 'to_pack' })],
    ['Orders to ship', to_do.to_ship, to({ tab: 'to_ship' })],
    ['Returns to decide', to_do.refunds_requested, to({ waiting: 'return' })],
    ['Refunds to pay', to_do.to_pay_back, to({ tab: 'to_pay_back' })],
    ['Bank transfers to confirm', to_do.payments_to_confirm, to({ waiting: 'transfer' })],
    ['Payments to review', to_do.to_review, to({ waiting: 'review' })],
    ['Messages to answer', to_do.form_messages, may('content.read') && submissions],
    ['Messages that could not be sent', to_do.failed_messages, may('settings.write') && '/system'],
    ['Imports with errors', to_do.imports_with_errors, may('catalog.write') && '/product-import'],
    ['Variations low in stock', to_do.low_stock, may('catalog.read') && lowStock],
    ...to_do_of_plugins.map(
      ({ label, count, path, permission }) => [label, count, may(permission) && path] as const,
    ),
  ] as const
  const waiting = entries.filter(([, amount]) => amount > 0)
  return (
    <>
      {waiting.length === 0 && <p>Nothing is waiting.</p>}
      <ul className={css.toDo}>
        {waiting.map(([label, amount, href]) => (
          <li key={label}>
            {href ? <Link to={href}>{label}</Link> : label}
            <strong>{count(amount)}</strong>
          </li>
        ))}
      </ul>
    </>
  )
}

function BestSellers({ channel }: CardProps) {
  const { money, count } = useFormat()
  return (
    <AnswerCard
      title={homeCards.best_sellers.label}
      queryKey={queryKeys.home('best_sellers', channel)}
      call={(signal) => api.adminHome.bestSellers({ ...(channel && { channel }) }, signal)}
    >
      {({ best_sellers }) => (
        <>
          {best_sellers.length === 0 && <p>No sales yet.</p>}
          <ol className={css.products}>
            {best_sellers.map(({ name, slug, units, sales, image }) => (
              <li key={`${slug}${name}`}>
                {image ? <img src={imageUrl(image.path, 320)} alt="" width={44} height={44} /> : <span />}
                <a href={`/product/${slug}`}>{name}</a>
                <span>{count(units)} sold</span>
                <strong>{money(sales)}</strong>
              </li>
            ))}
          </ol>
        </>
      )}
    </AnswerCard>
  )
}

/** What shoppers look for and the shop does not have, or calls differently. */
function MissedSearches() {
  const { count } = useFormat()
  return (
    <AnswerCard
      title={homeCards.missed_searches.label}
      more={
        <Link className={css.all} to="/missed-searches">
          Show all
        </Link>
      }
      queryKey={queryKeys.home('missed_searches')}
      call={(signal) => api.adminHome.missedSearches({}, signal)}
    >
      {({ missed_searches }) => (
        <>
          {missed_searches.length === 0 && <p>No search waits for an answer.</p>}
          <ul className={`${css.toDo} ${css.searches}`}>
            {missed_searches.map((search) => (
              <li key={search.id}>
                <span>{search.words}</span>
                <SearchAnswer search={search} />
                <strong>{count(search.searches)}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
    </AnswerCard>
  )
}

function LowStock() {
  const { count } = useFormat()
  const { may } = useSession()
  return (
    <AnswerCard
      title={homeCards.low_stock.label}
      queryKey={queryKeys.home('low_stock')}
      call={(signal) => api.adminHome.lowStock({}, signal)}
    >
      {({ low_stock }) => (
        <>
          {low_stock.length === 0 && <p>Everything is in stock.</p>}
          <ul className={css.toDo}>
            {low_stock.map(({ id, product_id, name, sku, stock }) => (
              <li key={id}>
                <span>
                  {may('catalog.read') ? <Link to={`/products/${product_id}/show`}>{name}</Link> : name}{' '}
                  <small>{sku}</small>
                </span>
                <strong>{stock === 0 ? 'Sold out' : `${count(stock)} left`}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
    </AnswerCard>
  )
}
