import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Home, HomeWithPlugins } from '#contract/admin/home.ts'
import type { OrderTab, WaitingReason } from '#contract/admin/order-tabs.ts'
import { Button } from '#ui/button.tsx'
import { imageUrl } from '#ui/image-url.ts'
import { api } from '../api.ts'
import { SearchAnswer } from '../marketing/search-answer.tsx'
import { useFormat } from '../parts/format.ts'
import { useTitle } from '../parts/screen-frame.tsx'
import { entryStyles as parts, screenStyles as screen } from '../parts/styles.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import css from './home-screen.module.css'
import { SetupList } from './setup-list.tsx'

// The chart library is as large as the rest of the first screen.
const SalesChart = lazy(() => import('./sales-chart.tsx'))

/** Sales, what is to do, and what sells. */
export default function HomeScreen() {
  useTitle('Home')
  const { channels } = useSession().session.shop
  const [channel, setChannel] = useState<string>()
  const { data, error, refetch } = useAnswer(
    queryKeys.home(channel),
    (signal) => api.adminHome.get({ ...(channel && { channel }) }, signal),
    { refetchInterval: 60_000 },
  )
  if (error)
    return (
      <div role="alert">
        <h1>Home</h1>
        <p>{error.message}</p>
        <Button look="secondary" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  if (!data) return <p role="status">Loading the figures …</p>
  return (
    <>
      <div className={screen.header}>
        <h1>Home</h1>
        {channels.length > 1 && (
          <select
            className={parts.input}
            style={{ width: 'auto' }}
            aria-label="Channel"
            value={channel ?? channels[0]?.code}
            onChange={({ target }) => setChannel(target.value)}
          >
            {channels.map(({ code, name, currency }) => (
              <option key={code} value={code}>
                {name}, {currency}
              </option>
            ))}
          </select>
        )}
      </div>
      <SetupList setup={data.setup} onHidden={() => void refetch()} />
      <Figures home={data} />
      <div className={css.columns}>
        <section className={css.card}>
          <h2>Sales of the last 30 days</h2>
          {hasSales(data) ? (
            <Suspense fallback={<div className={css.chart} />}>
              <SalesChart days={data.days} currency={data.month.sales.currency} />
            </Suspense>
          ) : (
            <p className={css.none}>
              No orders in the last 60 days. Your first sale appears here. <a href="/">Look at your shop</a>
            </p>
          )}
        </section>
        <ToDo home={data} />
      </div>
      <div className={css.columns}>
        <BestSellers home={data} />
        <LowStock home={data} />
      </div>
      <MissedSearches home={data} />
    </>
  )
}

const hasSales = ({ days }: Home) => days.some(({ orders, previous }) => orders > 0 || previous > 0)

function Figures({
  home: { today, yesterday, month, previous_month, conversion, previous_conversion },
}: {
  home: Home
}) {
  const { money, count, percent } = useFormat()
  const cards = [
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
      {cards.map(([label, value, [now, before], than]) => (
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

function ToDo({ home: { to_do, to_do_of_plugins } }: { home: HomeWithPlugins }) {
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
    <section className={css.card}>
      <h2>To do</h2>
      {waiting.length === 0 && <p>Nothing is waiting.</p>}
      <ul className={css.toDo}>
        {waiting.map(([label, amount, href]) => (
          <li key={label}>
            {href ? <Link to={href}>{label}</Link> : label}
            <strong>{count(amount)}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

function BestSellers({ home: { best_sellers } }: { home: Home }) {
  const { money, count } = useFormat()
  return (
    <section className={css.card}>
      <h2>Best sellers, 30 days</h2>
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
    </section>
  )
}

/** Only when there are some: what shoppers look for and the shop does not have, or calls differently. */
function MissedSearches({ home: { missed_searches } }: { home: HomeWithPlugins }) {
  const { count } = useFormat()
  if (missed_searches.length === 0) return null
  return (
    <section className={css.card}>
      <div className={css.setupHeader}>
        <h2>Searches without results, 30 days</h2>
        <Link className={css.all} to="/missed-searches">
          Show all
        </Link>
      </div>
      <ul className={`${css.toDo} ${css.searches}`}>
        {missed_searches.map((search) => (
          <li key={search.id}>
            <span>{search.words}</span>
            <SearchAnswer search={search} />
            <strong>{count(search.searches)}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

function LowStock({ home: { low_stock } }: { home: Home }) {
  const { count } = useFormat()
  const { may } = useSession()
  return (
    <section className={css.card}>
      <h2>Low stock</h2>
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
    </section>
  )
}
