import { useQueryClient } from '@tanstack/react-query'
import { Fragment, lazy } from 'react'
import { Link, useParams } from 'react-router'
import type { OrderDetail } from '#contract/admin/orders.ts'
import { Button } from '#ui/button.tsx'
import { pluginOrderPanels } from '../admin-plugin.ts'
import { ApiError, api } from '../api.ts'
import { changeWording } from '../parts/change-wording.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { ShownValue } from '../parts/differences.tsx'
import { LoadedPart, NotLoaded } from '../parts/failure.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { BackLink, useTitle } from '../parts/screen-frame.tsx'
import { StatusChip } from '../parts/status-chip.tsx'
import { recordStyles } from '../parts/styles.ts'
import { useRecordActions } from '../parts/use-record-actions.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import { Bookings } from './bookings.tsx'
import { FailedRefunds } from './failed-refunds.tsx'
import { BlockedCards } from './give-back.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderCustomer } from './order-customer.tsx'
import { historyOf, methodOf } from './order-history.ts'
import { OrderItems, type OrderProps } from './order-items.tsx'
import { OrderMessages } from './order-messages.tsx'
import { OrderNotes } from './order-notes.tsx'
import css from './order-screen.module.css'
import { OrderRisks, OrderWork } from './order-work.tsx'
import { OwedRefunds } from './owed-refunds.tsx'
import { Refunds } from './refunds.tsx'
import { Shipments } from './shipments.tsx'
import { WaitingChange } from './waiting-change.tsx'

const RecordFields = lazy(() => import('../fields/record-fields.tsx'))

/** One order: items, payments, shipments, notes, and the actions that its state allows. */
export default function OrderScreen() {
  const { id = '' } = useParams()
  const queryKey = queryKeys.record('orders', id)
  const {
    data: order,
    error,
    isPending,
    refetch,
  } = useAnswer(queryKey, (signal) => api.adminOrders.get({ id: Number(id) }, signal))
  const client = useQueryClient()
  useTitle(order?.order_no ?? 'Order')
  if (isPending) return <p role="status">Loading the order …</p>
  if (error || !order) return <NotLoaded title="Order" error={error} onRetry={refetch} />
  const onChange = (next: OrderDetail) => {
    client.setQueryData(queryKey, next)
    void client.invalidateQueries({ queryKey: queryKeys.list('orders') })
    void client.invalidateQueries({ queryKey: queryKeys.orderFilters() })
  }
  return <Order order={order} onChange={onChange} />
}

function Order({ order, onChange }: OrderProps) {
  const { session, may } = useSession()
  const { time } = useFormat()
  const canWrite = may('orders.write')
  const { attempt } = useRecordActions(onChange)
  return (
    <>
      <BackLink to="/orders">Orders</BackLink>
      <div className={css.header}>
        <div>
          <h1>{order.order_no}</h1>
          <p className={css.chips}>
            <StatusChip status={order.status} label={order.status_label} />
            {order.owed_refunds.some(({ paid_on }) => paid_on === null) ? (
              <StatusChip status="refund_to_pay" label="Refund to pay" />
            ) : order.failed_refunds.length > 0 ? (
              <StatusChip status="refund_to_pay" label="Refund not made" />
            ) : (
              <StatusChip status={order.payment_status} />
            )}
            <span>{time(order.placed_at)}</span>
          </p>
          {order.replaces && <OrderLinks label="Replaces" orders={[order.replaces]} />}
          {order.exchange_for && <OrderLinks label="Exchange for" orders={[order.exchange_for]} />}
          {order.exchanged_by && <OrderLinks label="Exchanged by" orders={[order.exchanged_by]} />}
          {order.replaced_by.length > 0 && <OrderLinks label="Replaced by" orders={order.replaced_by} />}
        </div>
        {canWrite && <OrderActions order={order} onChange={onChange} />}
      </div>
      <DemoCourierNote order={order} />
      {order.review_reason && (
        <p className={css.alert}>
          Review needed: {order.review_reason.replaceAll('_', ' ')}{' '}
          {canWrite && (
            <Button
              look="quiet"
              onClick={() =>
                void attempt(api.adminOrders.markReviewed({ id: order.id, version: order.version }))
              }
            >
              Mark as reviewed
            </Button>
          )}
        </p>
      )}
      <WaitingChange order={order} onChange={onChange} canWrite={canWrite} />
      <OrderRisks order={order} />
      <BlockedCards order={order} />
      <div className={css.columns}>
        <div className={css.column}>
          <OrderItems order={order} />
          {pluginOrderPanels(session.plugins).map(({ key, Panel }) => (
            <LoadedPart key={key}>
              <Panel order={order} />
            </LoadedPart>
          ))}
          <Refunds order={order} onChange={onChange} canWrite={canWrite} />
          <FailedRefunds order={order} onChange={onChange} canWrite={canWrite} />
          <OwedRefunds order={order} onChange={onChange} canWrite={canWrite} />
          <Bookings order={order} onChange={onChange} canWrite={canWrite} />
          <Shipments order={order} onChange={onChange} canWrite={canWrite} />
          <OrderNotes order={order} onChange={onChange} canWrite={canWrite} />
        </div>
        <div className={css.column}>
          <OrderWork order={order} onChange={onChange} canWrite={canWrite} />
          <LoadedPart>
            <RecordFields owner="order" id={order.id} canWrite={canWrite} />
          </LoadedPart>
          <OrderCustomer order={order} onChange={onChange} canWrite={canWrite} />
          <Payments order={order} />
          <Documents order={order} />
          <Timeline order={order} />
          <OrderMessages order={order} onChange={onChange} canWrite={canWrite} />
        </div>
      </div>
    </>
  )
}

const OrderLinks = ({ label, orders }: { label: string; orders: OrderDetail['replaced_by'] }) => (
  <p className={css.chips}>
    {label}
    {orders.map(({ id, order_no }) => (
      <Link key={id} to={`/orders/${id}/show`}>
        {order_no}
      </Link>
    ))}
  </p>
)

/** Where orders move without a press, the screen says who moves them. */
function DemoCourierNote({ order: { status } }: { order: OrderDetail }) {
  const { session, may, onSessionChange } = useSession()
  const { demo_courier_minutes: minutes, is_demo_courier_on: isOn } = session.shop
  const moves = ['placed', 'packed', 'shipped', 'out_for_delivery'].includes(status)
  if (minutes === 0 || !moves) return null
  async function switchTo(is_on: boolean) {
    try {
      showMessage((await api.adminOrders.demoCourier({ is_on })).message ?? '')
      onSessionChange()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showMessage(error.message, 'bad')
    }
  }
  return (
    <p className={css.chips}>
      {isOn
        ? `Demo: a test courier packs, ships and delivers new orders by itself, one step every ${minutes} minutes.`
        : 'Demo: the test courier is off. You move all orders yourself.'}
      {may('orders.write') && (
        <Button look="quiet" onClick={() => void switchTo(!isOn)}>
          {isOn ? 'Switch it off for all orders' : 'Switch it on for all orders'}
        </Button>
      )}
    </p>
  )
}

function Payments({ order }: { order: OrderDetail }) {
  const { money, time, moment } = useFormat()
  return (
    <section className={css.card}>
      <h2>Payment</h2>
      <p>{order.payment_method.name}</p>
      {order.exchange?.awaits_return && (
        <p>The new items are held until the return of {order.exchange.former_no} is settled.</p>
      )}
      {order.payment_link && (
        <>
          {order.pay_by && (
            <p>
              {order.is_quote ? 'The quote is valid' : 'The customer can pay'} until {moment(order.pay_by)}.
              The items are held until then.
            </p>
          )}
          <CopyButton
            text={order.payment_link}
            label={order.is_quote ? 'Copy the link of the quote' : 'Copy payment link'}
          />
        </>
      )}
      <ul className={css.list}>
        {order.payments.map(({ id, gateway_payment_id, status, amount, refunded, at, ...payment }) => (
          <li key={id}>
            <StatusChip status={status} /> {money(amount)}
            {refunded.amount > 0 && `, ${money(refunded)} refunded`}
            <small>
              {time(at)}, {methodOf(order, payment)} {gateway_payment_id}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Documents({ order }: { order: OrderDetail }) {
  const { id, status, invoices, left_to_ship } = order
  const { credit_notes } = order.documents
  const address = `/api/admin/orders/${id}`
  return (
    <section className={css.card}>
      <h2>Documents</h2>
      <ul className={css.list}>
        {left_to_ship.length > 0 && (
          <li>
            <Link to={`/packing-slips?ids=${id}`}>Packing slip</Link>
          </li>
        )}
        {invoices.map(({ invoice_no, waybill, credit_note_no }) => (
          <Fragment key={invoice_no}>
            <li>
              <a href={`${address}/invoice?${new URLSearchParams({ invoice_no })}`}>Invoice {invoice_no}</a>
              {invoices.length > 1 && waybill && <small>Shipment {waybill}</small>}
            </li>
            {credit_note_no && (
              <li>
                <a href={`${address}/credit-note?${new URLSearchParams({ invoice_no })}`}>
                  Credit note {credit_note_no}
                </a>
                <small>The parcel came back</small>
              </li>
            )}
          </Fragment>
        ))}
        {invoices.length === 0 && (
          <li>
            {status === 'cancelled'
              ? 'Nothing was shipped, so there is no invoice.'
              : 'Each shipment gets its invoice when it leaves.'}
          </li>
        )}
        {credit_notes.map(({ refund_no, credit_note_no }) => (
          <li key={refund_no}>
            <a href={`${address}/credit-note?${new URLSearchParams({ refund_no })}`}>
              Credit note {credit_note_no}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Timeline({ order }: { order: OrderDetail }) {
  const { time, money, moment } = useFormat(order.grand_total.currency)
  const { currency } = order.grand_total
  const entries = historyOf(order, { money, wording: changeWording({}, { money, moment, currency }) })
  return (
    <section className={css.card}>
      <h2>Timeline</h2>
      <ol className={recordStyles.timeline}>
        {entries.map(({ at, title, author, lines }) => (
          <li key={`${at} ${title}`}>
            <strong>{title}</strong>
            {lines.map((line) => (
              <small key={line}>
                <ShownValue text={line} />
              </small>
            ))}
            <small>
              {time(at)}
              {author && `, ${author}`}
            </small>
          </li>
        ))}
      </ol>
    </section>
  )
}
