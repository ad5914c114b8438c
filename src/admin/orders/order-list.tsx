import { useState } from 'react'
import { Link } from 'react-router'
import {
  mostInBatch,
  type OrderTab,
  orderTabLabels,
  orderTabs,
  waitingPaymentLabels,
  waitingPayments,
} from '#contract/admin/order-tabs.ts'
import type { OrderBatch, OrderRow } from '#contract/admin/orders.ts'
import { Button } from '#ui/button.tsx'
import { ApiError, api } from '../api.ts'
import { ListProvider } from '../list/list-provider.tsx'
import { Pager } from '../list/pager.tsx'
import { useList } from '../list/use-list.ts'
import { DownloadLink } from '../parts/download-link.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { useTitle } from '../parts/screen-frame.tsx'
import { StatusChip } from '../parts/status-chip.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { useSession } from '../session-context.ts'
import { BatchResults, useBatchResults } from './batch-results.tsx'
import css from './order-list.module.css'
import { type OrderFilter, ShipOrders } from './ship-orders.tsx'

/** All orders by state. Tab, search, order and page are in the address. */
export default function OrderList() {
  useTitle('Orders')
  return (
    <ListProvider name="orders" perPage={25} sort={{ field: 'placed_at', order: 'DESC' }}>
      <Header />
      <Tabs />
      <Results />
      <Orders />
      <Pager />
    </ListProvider>
  )
}

/** The list of orders, with the conditions of its address as a bulk action and the export take them. */
function useOrders() {
  const list = useList<OrderRow, { tabs: Partial<Record<OrderTab, number>> }>()
  const { q, ...asked } = list.filterValues
  const tab = orderTabs.find((one) => one === asked.tab) ?? 'all'
  const waiting = waitingPayments.find((one) => one === asked.waiting)
  const filter: OrderFilter = { tab, ...(q && { q }), ...(waiting && { waiting }) }
  return { ...list, tab, q, waiting, filter }
}

function Header() {
  const { filterValues, setFilters, total, q, waiting, filter } = useOrders()
  const { count } = useFormat()
  const { may } = useSession()
  return (
    <div className={screen.header}>
      <h1>Orders</h1>
      {waiting && (
        <p role="status">
          {waitingPaymentLabels[waiting]}{' '}
          <Button look="quiet" onClick={() => setFilters({ ...filterValues, waiting: undefined })}>
            Show all
          </Button>
        </p>
      )}
      {q && (
        <p role="status">
          {count(total ?? 0)} found for “{q}”{' '}
          <Button look="quiet" onClick={() => setFilters({ ...filterValues, q: undefined })}>
            Clear search
          </Button>
        </p>
      )}
      <span className={screen.links}>
        <DownloadLink href={`/api/admin/orders/export?${new URLSearchParams(filter)}`}>
          Export as CSV
        </DownloadLink>
        {may('orders.write') && (
          <Link className={screen.add} to="/orders/create">
            New order
          </Link>
        )}
      </span>
    </div>
  )
}

function Results() {
  const { refetch } = useOrders()
  return <BatchResults onProgress={refetch} />
}

function Tabs() {
  const { filterValues, setFilters, meta, tab: current } = useOrders()
  const { count } = useFormat()
  const counts = meta?.tabs ?? {}
  return (
    <nav aria-label="Orders by state" className={screen.tabs}>
      {orderTabs.map((tab) => (
        <button
          key={tab}
          type="button"
          aria-current={tab === current ? 'true' : undefined}
          onClick={() => setFilters({ ...filterValues, tab })}
        >
          {orderTabLabels[tab]} <span>{counts[tab] === undefined ? '' : count(counts[tab])}</span>
        </button>
      ))}
    </nav>
  )
}

function Orders() {
  const { data, isPending, error, refetch } = useOrders()
  const { may } = useSession()
  if (error)
    return (
      <div role="alert" className={screen.empty}>
        <p>{error.message}</p>
        <Button look="secondary" onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    )
  if (isPending) return <p role="status">Loading orders …</p>
  if (data.length === 0) return <p className={screen.empty}>No orders found</p>
  const selectable = may('orders.write')
    ? data.filter(
        ({ status, is_partly_shipped }) => status === 'placed' || status === 'packed' || is_partly_shipped,
      )
    : []
  return (
    <>
      {selectable.length > 0 && <BulkBar selectable={selectable} />}
      <Table orders={data} selectable={selectable} />
    </>
  )
}

function BulkBar({ selectable }: { selectable: readonly OrderRow[] }) {
  const { selectedIds, select, isPlaceholderData, tab, filter, meta, page, refetch } = useOrders()
  const { count } = useFormat()
  const showResults = useBatchResults()
  // The list whose orders are all selected, on every page.
  const [allOf, setAllOf] = useState<string>()
  const chosen = selectable.filter(({ id }) => selectedIds.includes(id))
  const packable = chosen.filter(({ status }) => status === 'placed')
  const areAllChosen = chosen.length === selectable.length
  const matching = countMatching(tab, meta?.tabs)
  const shown = JSON.stringify([filter, page])
  const isAll = areAllChosen && allOf === shown && matching.ship > chosen.length
  const all = (action: 'pack' | 'ship') => (isAll ? { filter, count: matching[action] } : undefined)
  async function end(batch: OrderBatch) {
    showResults(batch)
    select([])
    await refetch()
  }
  return (
    <div className={`${screen.select} ${css.bulk}`}>
      <label>
        <input
          type="checkbox"
          checked={areAllChosen}
          disabled={isPlaceholderData}
          onChange={() => select(areAllChosen ? [] : selectable.map(({ id }) => id))}
        />
        Select all on this page to pack or ship
      </label>
      {areAllChosen && matching.ship > chosen.length && (
        <span role="status">
          {isAll
            ? `${allText(matching.ship, count)} selected`
            : `${count(chosen.length)} of this page selected`}{' '}
          <Button look="quiet" onClick={() => setAllOf(isAll ? undefined : shown)}>
            {isAll ? 'Only this page' : `Select ${allText(matching.ship, count)}`}
          </Button>
        </span>
      )}
      <span className={screen.links}>
        {chosen.length > 0 && !isAll && (
          <Link to={`/packing-slips?ids=${chosen.map(({ id }) => id).join(',')}`}>Packing slips</Link>
        )}
        {chosen.length > 0 && <ShipOrders orders={chosen} all={all('ship')} onShipped={end} />}
        <PackChosen ids={packable.map(({ id }) => id)} all={all('pack')} />
      </span>
    </div>
  )
}

type TableProps = { orders: readonly OrderRow[]; selectable: readonly OrderRow[] }

function Table({ orders, selectable }: TableProps) {
  const { selectedIds, toggle, isPlaceholderData, sort, setSort } = useOrders()
  const sortBy = (field: string) => ({
    'aria-sort':
      sort.field === field
        ? sort.order === 'ASC'
          ? ('ascending' as const)
          : ('descending' as const)
        : undefined,
    children: (
      <button type="button" onClick={() => setSort({ field, order: sort.order === 'DESC' ? 'ASC' : 'DESC' })}>
        {field === 'placed_at' ? 'Placed' : 'Total'}
      </button>
    ),
  })
  return (
    <table className={`${screen.table} ${css.table}`}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Select</span>
          </th>
          <th scope="col">Order</th>
          <th scope="col" {...sortBy('placed_at')} />
          <th scope="col">Customer</th>
          <th scope="col">State</th>
          <th scope="col">Payment</th>
          <th scope="col" className={screen.number}>
            Items
          </th>
          <th scope="col" className={screen.number} {...sortBy('grand_total')} />
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row
            key={order.id}
            order={order}
            isChosen={selectedIds.includes(order.id)}
            isDisabled={isPlaceholderData}
            onToggle={selectable.includes(order) ? () => toggle(order.id) : undefined}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = {
  order: OrderRow
  isChosen: boolean
  /** The row is of the former filter: those of the chosen one still load. */
  isDisabled: boolean
  onToggle: (() => void) | undefined
}

function Row({ order, isChosen, isDisabled, onToggle }: RowProps) {
  const { money, time, count } = useFormat()
  return (
    <tr data-chosen={isChosen || undefined}>
      <td className={`${screen.choose} ${css.choose}`}>
        {onToggle && (
          <input
            type="checkbox"
            aria-label={`Select ${order.order_no}`}
            checked={isChosen}
            disabled={isDisabled}
            onChange={onToggle}
          />
        )}
      </td>
      <th scope="row">
        <Link to={`/orders/${order.id}/show`}>{order.order_no}</Link>
        {order.needs_review && <span className={css.review}>Review needed</span>}
      </th>
      <td className={css.time}>{time(order.placed_at)}</td>
      <td className={css.customer}>
        {order.customer}
        <small>{order.city}</small>
      </td>
      <td>
        <StatusChip status={order.status} label={order.status_label} />
      </td>
      <td className={css.payment}>
        {order.owed ? (
          <StatusChip status="refund_to_pay" label="Refund to pay" />
        ) : (
          <StatusChip status={order.payment_status} />
        )}
        {order.is_owed_earlier && <small>From before this version: check whether it was paid</small>}
        <small>{order.payment_method}</small>
      </td>
      <td className={`${screen.number} ${css.units}`}>
        {count(order.units)}
        <span> {order.units === 1 ? 'item' : 'items'}</span>
      </td>
      <td className={screen.number}>{money(order.grand_total)}</td>
    </tr>
  )
}

/** How many orders of the list each action concerns on all pages; the shop finds them by the same conditions. */
function countMatching(tab: OrderTab, tabs: Partial<Record<OrderTab, number>> = {}) {
  const of = (name: 'to_pack' | 'to_ship') => (tab === 'all' || tab === name ? (tabs[name] ?? 0) : 0)
  const most = (orders: number) => Math.min(orders, mostInBatch)
  return { pack: most(of('to_pack')), ship: most(of('to_pack') + of('to_ship')) }
}

const allText = (orders: number, count: (n: number) => string) =>
  orders === mostInBatch ? `the oldest ${count(orders)}` : `all ${count(orders)}`

type PackProps = { ids: number[]; all: { filter: OrderFilter; count: number } | undefined }

function PackChosen({ ids, all }: PackProps) {
  const { refetch, select } = useOrders()
  const { count } = useFormat()
  const showResults = useBatchResults()
  const most = all?.count ?? ids.length
  async function pack() {
    try {
      const which = all ? { filter: all.filter } : { ids }
      showResults((await api.adminOrders.bulk({ action: 'pack', ...which })).data)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showMessage(error.message, 'bad')
    }
    select([])
    await refetch()
  }
  return (
    <Button disabled={most === 0} onClick={pack}>
      {most === 0 ? 'Pack' : `Pack ${count(most)} ${most === 1 ? 'order' : 'orders'}`}
    </Button>
  )
}
