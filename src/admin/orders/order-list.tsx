import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import {
  mostInBatch,
  type OrderTab,
  orderTabLabels,
  orderTabs,
  paymentStatusLabels,
  riskLabels,
  waitingLabels,
} from '#contract/admin/order-tabs.ts'
import type { OrderBatch, OrderRow } from '#contract/admin/orders.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { Button } from '#ui/button.tsx'
import { imageUrl } from '#ui/image-url.ts'
import { ApiError, api } from '../api.ts'
import { useFormServices } from '../form/form-services.ts'
import type { ListFilter } from '../list/filter-choice.tsx'
import { ListFilters } from '../list/list-filters.tsx'
import { ListProvider } from '../list/list-provider.tsx'
import { ListRows } from '../list/list-rows.tsx'
import { Pager } from '../list/pager.tsx'
import { SelectAll } from '../list/select-all.tsx'
import { DownloadLink } from '../parts/download-link.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { useTitle } from '../parts/screen-frame.tsx'
import { StatusChip } from '../parts/status-chip.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { useSession } from '../session-context.ts'
import { BatchResults, useBatchResults } from './batch-results.tsx'
import { BookOrders } from './book-courier.tsx'
import { ColumnChoice, ColumnHeads, type OrderColumn, useOrderColumns } from './order-columns.tsx'
import css from './order-list.module.css'
import { OrderViews } from './order-views.tsx'
import { OrganizeOrders } from './organize-orders.tsx'
import { ShipOrders } from './ship-orders.tsx'
import { type OrderFilter, useOrderChoices, useOrders } from './use-orders.ts'

/** All orders by state. Tab, search, order and page are in the address. */
export default function OrderList() {
  useTitle('Orders')
  const columns = useOrderColumns()
  return (
    <ListProvider
      name="orders"
      perPage={25}
      sort={{ field: 'placed_at', order: 'DESC' }}
      refreshEvery={20_000}
    >
      <Header />
      <Filters columns={columns} />
      <Tabs />
      <Results />
      <Orders columns={columns.shown} />
      <Pager />
    </ListProvider>
  )
}

function Header() {
  const { total, filter } = useOrders()
  const { count } = useFormat()
  const { may } = useSession()
  const query = Object.entries(filter).map(([name, value]) => [name, String(value)])
  return (
    <div className={screen.header}>
      <h1>Orders</h1>
      <p role="status">{total === undefined ? '' : count(total)}</p>
      <span className={screen.links}>
        <DownloadLink href={`/api/admin/orders/export?${new URLSearchParams(query)}`}>
          Export orders
        </DownloadLink>
        <DownloadLink href={`/api/admin/orders/export?${new URLSearchParams([...query, ['by', 'item']])}`}>
          Export items
        </DownloadLink>
        <Link to="/orders/couriers">Courier bookings</Link>
        {may('orders.write') && (
          <>
            <Link to="/orders/packing">Scan to pack</Link>
            <Link className={screen.add} to="/orders/create">
              New order
            </Link>
          </>
        )}
      </span>
    </div>
  )
}

function Filters({ columns }: { columns: ReturnType<typeof useOrderColumns> }) {
  const { filterValues, setFilters } = useOrders()
  const { count } = useFormat()
  const { session } = useSession()
  const { recordKind } = useFormServices()
  const choices = useOrderChoices(filterValues.product)
  const product = {
    name: 'product',
    label: 'Product',
    record: 'product',
    text: (value: string) => choices?.product_name ?? value,
  }
  const maySeeProducts = recordKind?.('product') !== undefined
  const filters: readonly ListFilter[] = [
    { name: 'payment_status', label: 'Payment', options: optionList(paymentStatusLabels) },
    { name: 'payment_method', label: 'Payment method', options: choices?.payment_methods ?? [] },
    ...(session.shop.channels.length > 1
      ? [
          {
            name: 'channel',
            label: 'Channel',
            options: session.shop.channels.map(({ id, name }) => ({ value: String(id), label: name })),
          },
        ]
      : []),
    { name: 'from', label: 'Placed from', isDay: true },
    { name: 'to', label: 'Placed until', isDay: true },
    { name: 'total_from', label: 'Total from', isAmount: true },
    { name: 'total_to', label: 'Total up to', isAmount: true },
    {
      name: 'courier',
      label: 'Courier',
      options: (choices?.couriers ?? []).map((courier) => ({ value: courier, label: courier })),
    },
    ...(maySeeProducts ? [product] : []),
    { name: 'coupon', label: 'Coupon code', isText: true },
    {
      name: 'tag',
      label: 'Tag',
      options: (choices?.tags ?? []).map((tag) => ({ value: tag, label: tag })),
    },
    {
      name: 'assignee',
      label: 'Assigned to',
      options: [
        { value: 'me', label: 'Me' },
        { value: 'none', label: 'Nobody' },
        ...(choices?.staff ?? [])
          .filter(({ id, is_assignable }) => is_assignable && id !== session.id)
          .map(({ id, name }) => ({ value: String(id), label: name })),
      ],
    },
  ]
  return (
    <ListFilters
      label="Search orders"
      placeholder="Number, name, phone, town, pincode, SKU …"
      filters={filters}
      linked={[
        {
          name: 'waiting',
          label: 'Waiting',
          text: (value) => ownValue(waitingLabels, value) ?? value,
        },
        { name: 'price_batch', label: 'Charged', text: () => 'prices that were changed at once' },
        { name: 'mentions', label: 'Notes', text: () => 'for me' },
        ...(maySeeProducts ? [] : [product]),
      ]}
    >
      <OrderViews views={choices?.views ?? []} />
      {choices && choices.orders_with_mentions > 0 && (
        <Button look="quiet" onClick={() => setFilters({ mentions: 'me' })}>
          {`Notes for you: ${count(choices.orders_with_mentions)}`}
        </Button>
      )}
      <ColumnChoice {...columns} />
    </ListFilters>
  )
}

const optionList = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

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

/** Of a tab without an order: the first says where orders come from. */
const emptyText = (tab: OrderTab) =>
  tab === 'all'
    ? 'No orders yet. They appear here when customers buy; “New order” takes one by phone.'
    : `No order is in “${orderTabLabels[tab]}” now.`

function Orders({ columns }: { columns: readonly OrderColumn[] }) {
  const { data, tab, filterValues } = useOrders()
  const { may } = useSession()
  const canSelect = may('orders.write')
  return (
    <ListRows
      many="orders"
      empty={emptyText(tab)}
      isFiltered={Object.keys(filterValues).some((name) => name !== 'tab')}
    >
      {canSelect && (
        <p className={`${screen.select} ${css.allOnPhone}`}>
          <SelectAll ids={data.map(({ id }) => id)} />
        </p>
      )}
      <Table orders={data} canSelect={canSelect} columns={columns} />
      {canSelect && <BulkBar orders={data} />}
    </ListRows>
  )
}

function BulkBar({ orders }: { orders: readonly OrderRow[] }) {
  const { selectedIds, select, tab, filter, meta, page, refetch } = useOrders()
  const { count } = useFormat()
  const showResults = useBatchResults()
  // The list whose orders are all selected, on every page.
  const [allOf, setAllOf] = useState<string>()
  const chosen = orders.filter(({ id }) => selectedIds.includes(id))
  const packable = chosen.filter(({ status }) => status === 'placed')
  const shippable = chosen.filter(
    ({ status, is_partly_shipped }) => status === 'placed' || status === 'packed' || is_partly_shipped,
  )
  const areAllChosen = chosen.length === orders.length
  const matching = countMatching(tab, meta?.tabs)
  const shown = JSON.stringify([filter, page])
  if (chosen.length === 0) return null
  const isAll = areAllChosen && allOf === shown && matching.organize > chosen.length
  const all = (action: keyof typeof matching) => (isAll ? { filter, count: matching[action] } : undefined)
  async function end(batch: OrderBatch) {
    showResults(batch)
    select([])
    await refetch()
  }
  return (
    <div className={screen.bar} data-selection>
      <span role="status">
        {isAll ? `${allText(matching.organize, count)} selected` : `${count(chosen.length)} selected`}{' '}
        {areAllChosen && matching.organize > chosen.length && (
          <Button look="quiet" onClick={() => setAllOf(isAll ? undefined : shown)}>
            {isAll ? 'Only this page' : `Select ${allText(matching.organize, count)}`}
          </Button>
        )}
      </span>
      <span className={screen.links}>
        {shippable.length > 0 && !isAll && (
          <Link to={`/packing-slips?ids=${shippable.map(({ id }) => id).join(',')}`}>Packing slips</Link>
        )}
        <OrganizeOrders orders={chosen} all={all('organize')} onChanged={refetch} />
        {(isAll ? matching.ship : shippable.length) > 0 && (
          <>
            <BookOrders ids={shippable.map(({ id }) => id)} all={all('ship')} onBooked={end} />
            <ShipOrders orders={shippable} all={all('ship')} onShipped={end} />
          </>
        )}
        <PackChosen ids={packable.map(({ id }) => id)} all={all('pack')} />
      </span>
    </div>
  )
}

type TableProps = {
  orders: readonly OrderRow[]
  canSelect: boolean
  columns: readonly OrderColumn[]
}

function Table({ orders, canSelect, columns }: TableProps) {
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
    <div className={css.wide}>
      <table className={`${screen.table} ${css.table}`}>
        <thead>
          <tr>
            <th scope="col" className={screen.choose}>
              {canSelect && <SelectAll ids={orders.map(({ id }) => id)} isLabelHidden />}
            </th>
            <th scope="col">Order</th>
            <th scope="col" {...sortBy('placed_at')} />
            <th scope="col">Customer</th>
            <th scope="col">Items</th>
            <th scope="col">State</th>
            <th scope="col">Payment</th>
            <ColumnHeads shown={columns} />
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
              columns={columns}
              onToggle={canSelect ? () => toggle(order.id) : undefined}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = {
  order: OrderRow
  isChosen: boolean
  /** The row is of the former filter: those of the chosen one still load. */
  isDisabled: boolean
  columns: readonly OrderColumn[]
  onToggle: (() => void) | undefined
}

function Row({ order, isChosen, isDisabled, columns, onToggle }: RowProps) {
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
        <Link to={`/orders/${order.id}/show`}>{order.order_no}</Link>{' '}
        {order.needs_review && <span className={css.review}>Review needed</span>}
        <RiskMark risks={order.risks} />
      </th>
      <td className={css.time}>{time(order.placed_at)}</td>
      <td className={css.customer}>
        {order.customer} <small>{order.city}</small>
        <small className={css.work}>
          <Work order={order} />
        </small>
      </td>
      <td className={css.units}>
        {order.pictures.map((path) => (
          <img key={path} src={imageUrl(path, 320)} alt="" loading="lazy" width={28} height={28} />
        ))}
        {count(order.units)}
        <span> {order.units === 1 ? 'item' : 'items'}</span>
      </td>
      <td>
        <StatusChip status={order.status} label={order.status_label} />
      </td>
      <td className={css.payment}>
        {order.owed ? (
          <StatusChip status="refund_to_pay" label="Refund to pay" />
        ) : (
          <StatusChip status={order.payment_status} />
        )}{' '}
        <small>{order.payment_method}</small>
        {order.is_owed_earlier && <small>From before this version: check whether it was paid</small>}
      </td>
      {columns.map((column) => (
        <td key={column} className={css.optional}>
          {columnContent[column](order)}
        </td>
      ))}
      <td className={`${screen.number} ${css.total}`}>{money(order.grand_total)}</td>
    </tr>
  )
}

const columnContent: Record<OrderColumn, (order: OrderRow) => ReactNode> = {
  products: ({ products }) => products.join(', '),
  courier: ({ couriers }) => couriers.join(', '),
  work: (order) => <Work order={order} />,
}

/** Who takes care of an order, and its tags. */
function Work({ order: { tags, assigned_to } }: { order: OrderRow }) {
  const text = [...(assigned_to ? [assigned_to.name] : []), ...tags].join(', ')
  return text === '' ? null : <span title={text}>{text}</span>
}

/** A small mark with the reasons, which the order says in full. */
function RiskMark({ risks }: { risks: OrderRow['risks'] }) {
  if (risks.length === 0) return null
  return (
    <span className={css.risk} title={risks.map(({ text }) => text).join('\n')}>
      <span aria-hidden="true">!</span>
      <span>Check: {risks.map(({ kind }) => riskLabels[kind].toLowerCase()).join(', ')}</span>
    </span>
  )
}

/** How many orders of the list each action concerns on all pages; the shop finds them by the same conditions. */
function countMatching(tab: OrderTab, tabs: Partial<Record<OrderTab, number>> = {}) {
  const of = (name: 'to_pack' | 'to_ship') => (tab === 'all' || tab === name ? (tabs[name] ?? 0) : 0)
  const most = (orders: number) => Math.min(orders, mostInBatch)
  return {
    pack: most(of('to_pack')),
    ship: most(of('to_pack') + of('to_ship')),
    organize: most(tabs[tab] ?? 0),
  }
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
    most > 0 && <Button onClick={pack}>{`Pack ${count(most)} ${most === 1 ? 'order' : 'orders'}`}</Button>
  )
}
