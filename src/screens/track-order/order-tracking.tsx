import { Fragment, useState } from 'react'
import { useShop } from '#client/shop-context.ts'
import type { Order, OrderStatus } from '#contract/checkout.ts'
import { weekdayText } from '#contract/rules/day-text.ts'
import { deliveryRange } from '#contract/rules/delivery-dates.ts'
import { dueOf } from '#contract/rules/order-due.ts'
import { isWithoutDelivery, noDelivery } from '#contract/rules/product-kind.ts'
import { AddressText } from '#features/address/address-text.tsx'
import { ChangeNote, ExchangeNote } from '#features/orders/change-note.tsx'
import { OrderActions } from '#features/orders/order-actions.tsx'
import { PayLink } from '#features/orders/pay-link.tsx'
import { PayoutNote } from '#features/orders/payout-note.tsx'
import { RefundNote } from '#features/orders/refund-note.tsx'
import { OrderProgress } from '#features/tracking/order-progress.tsx'
import { ArrivalDay, ParcelCard } from '#features/tracking/parcel-card.tsx'
import { Callout } from '#ui/callout.tsx'
import { cardClass, factsClass } from '#ui/card.ts'
import { PostedNote } from '#ui/posted-note.tsx'
import { Amount } from '#ui/price.tsx'
import { Help } from '../checkout-failed/help.tsx'
import { ItemList } from './item-list.tsx'
import { FreshNote } from './parcel-tracking.tsx'
import { type Piece, piecesWithUs } from './pieces-with-us.ts'
import css from './view.module.css'
import type { Tracked } from './view.tsx'

type Props = Extract<Tracked, { kind: 'order' }>

/** The tracking page of an order: progress, each shipment, items still to be sent, and contact details. */
export function OrderTracking({ order: loaded, token, steps, place, placedOn, posted }: Props) {
  const [changed, setChanged] = useState<Order>()
  const order = changed ?? loaded
  const { storefront } = useShop()
  const { shipments, productchannel, shipping_address, shipping_method } = order
  const rest = piecesWithUs(order)
  const cancelled =
    order.status === 'cancelled' ? [] : productchannel.filter((item) => item.status === 'cancelled')
  return (
    <div className={`wide ${css.page}`}>
      <header className={css.head}>
        <h1>{headingOf(order)}</h1>
        <p className={css.facts}>
          Order <strong>{order.order_no}</strong>, placed{' '}
          {weekdayText(order.placed_at, place.locale, place.timeZone)}
        </p>
      </header>
      <PostedNote posted={posted} />
      {isOnTheWay(order.status) ? (
        <section className={cardClass} aria-label="Progress">
          <OrderProgress steps={steps} place={place} />
        </section>
      ) : order.refunds.length > 0 ? null : (
        <Callout
          tone={order.status === 'payment_failed' ? 'error' : 'info'}
          title={order.status_label}
          action={order.can_pay && <PayLink order={order} />}
        >
          {noteOn(order) && <p>{noteOn(order)}</p>}
        </Callout>
      )}
      <ExchangeNote order={order} />
      <ChangeNote order={order} token={token} timeZone={place.timeZone} onChange={setChanged} />
      {order.refunds.map((refund) => (
        <RefundNote key={refund.refund_no} refund={refund} order={order} token={token} />
      ))}
      <PayoutNote order={order} token={token} onChange={setChanged} posted={posted} />
      <div className={css.columns}>
        <div className={css.parcels}>
          {shipments.map((parcel, at) => (
            <ParcelCard
              key={parcel.waybill}
              parcel={parcel}
              place={place}
              title={
                parcel.courier === noDelivery.name
                  ? 'Sent by e-mail'
                  : shipments.length === 1 && rest.length === 0
                    ? 'Your parcel'
                    : `Parcel ${at + 1}`
              }
            >
              <ItemList lines={linesOf(productchannel, parcel.items)} />
            </ParcelCard>
          ))}
          {rest.length > 0 && <PiecesWithUs order={order} pieces={rest} place={place} placedOn={placedOn} />}
          {cancelled.length > 0 && (
            <section className={cardClass} aria-labelledby="cancelled-heading">
              <h2 id="cancelled-heading">Cancelled</h2>
              <ItemList lines={cancelled} />
            </section>
          )}
        </div>
        <section className={cardClass} aria-labelledby="order-heading">
          <h2 id="order-heading">Your order</h2>
          <dl className={factsClass}>
            <dt>{isWithoutDelivery(order) ? 'Bill to' : 'Ship to'}</dt>
            <dd>
              <AddressText address={shipping_address} />
            </dd>
            <dt>Contact</dt>
            <dd>
              {order.phone && (
                <>
                  {order.shipping_address.mobile_code ?? storefront.channel.country.mobile_code} {order.phone}
                  <br />
                </>
              )}
              {order.email}
            </dd>
            <dt>Shipping</dt>
            <dd>{shipping_method.name}</dd>
            <dt>Payment</dt>
            <dd>
              {order.payment_method.name}
              {order.payment_status === 'paid' && ', paid'}
            </dd>
            {order.payment_instructions && order.status !== 'cancelled' && (
              <>
                <dt>How to pay</dt>
                <dd className={css.text}>{order.payment_instructions}</dd>
              </>
            )}
            <dt>Total</dt>
            <dd>
              <Amount money={order.grand_total} />
            </dd>
            <PaidBefore order={order} />
          </dl>
        </section>
      </div>
      <ReturnEnd order={order} place={place} />
      <OrderActions order={order} token={token} onChange={setChanged} on="tracking" />
      <FreshNote isShown={isOnTheWay(order.status) && order.status !== 'delivered'} />
      <Help orderNo={order.order_no} />
    </div>
  )
}

type PiecesProps = Pick<Props, 'order' | 'place' | 'placedOn'> & { pieces: readonly Piece[] }

/** What is not sent yet, with the day it is expected, unless a parcel came back. */
function PiecesWithUs({ order, pieces, place, placedOn }: PiecesProps) {
  const { shipments, status, shipping_method, productchannel } = order
  const isWaiting = ['placed', 'packed', 'shipped'].includes(status)
  const hasComeBack = shipments.some((parcel) => parcel.status === 'came_back')
  return (
    <section className={cardClass} aria-labelledby="rest-heading">
      <h2 id="rest-heading">{shipments.length > 0 ? 'Still with us' : 'What you ordered'}</h2>
      {isWaiting && !hasComeBack && shipping_method.eta_days && (
        <ArrivalDay label="Expected" day={deliveryRange(placedOn, shipping_method.eta_days, place.locale)} />
      )}
      <ItemList lines={linesOf(productchannel, pieces)} />
      {isWaiting && hasComeBack && <p>Shall we send it again? Please tell us a good address and time.</p>}
    </section>
  )
}

/** Until when a delivered order could be returned. */
function ReturnEnd({ order, place }: Pick<Props, 'order' | 'place'>) {
  const end = order.productchannel.find((item) => item.refund_until)?.refund_until
  if (order.status !== 'delivered' || order.can_refund || !end) return null
  return <p className="note">It could be returned until {weekdayText(end, place.locale, place.timeZone)}.</p>
}

/** What a return, gift cards and store credit pay, and what is left to pay. */
function PaidBefore({ order }: Pick<Props, 'order'>) {
  const { exchange, stored_value } = order
  if (exchange?.awaits_return) return null
  const parts = exchange
    ? [{ label: `Return of ${exchange.former_no}`, amount: exchange.credit }]
    : (stored_value?.parts ?? [])
  const due = dueOf(order)
  return (
    <>
      {parts.map(({ label, amount }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>
            −<Amount money={amount} />
          </dd>
        </Fragment>
      ))}
      {parts.length > 0 && due.amount > 0 && (
        <>
          <dt>Still to pay</dt>
          <dd>
            <Amount money={due} />
          </dd>
        </>
      )}
    </>
  )
}

function headingOf({ is_partly_shipped, exchange, status, status_label }: Order): string {
  if (is_partly_shipped) return 'A part of your order is on its way'
  if (exchange?.awaits_return) return 'Your exchange waits for your return'
  return headings[status] ?? status_label
}

const headings: Partial<Record<OrderStatus, string>> = {
  pending_payment: 'Your order waits for its payment',
  payment_failed: 'Your order has not been paid',
  placed: 'We have your order',
  packed: 'Your order is packed',
  shipped: 'Your order is on its way',
  out_for_delivery: 'Your order arrives today',
  delivered: 'Your order has arrived',
  cancelled: 'Your order was cancelled',
  refund_requested: 'We have your request for a refund',
  refund_approved: 'Your refund is approved',
  returned: 'Your return is with us',
  refunded: 'Your money is on its way back',
}

/** The note of a cancelled order mentions money only if the order was paid. */
const noteOn = ({ status, payment_status, owed_refunds, exchange }: Order) => {
  if (exchange?.awaits_return && status === 'pending_payment') return undefined
  if (status !== 'cancelled') return notes[status]
  if (payment_status === 'pending' || payment_status === 'failed')
    return 'Nothing will be shipped, and there is nothing to pay.'
  return owed_refunds.length > 0 ? 'Nothing more will be shipped.' : notes.cancelled
}

const notes: Partial<Record<OrderStatus, string>> = {
  pending_payment: 'We’ll pack it as soon as we receive the payment.',
  payment_failed: 'We ship it after payment. You can still pay.',
  cancelled: 'Nothing more will be shipped. Your payment will be refunded to the original payment method.',
  refund_requested: 'We’ll review it and email you.',
  refund_approved: 'Please send back the items. We’ll refund you when we receive them.',
  refund_rejected: 'We have emailed you the reason.',
  returned: 'We are processing your refund.',
  refunded: 'It usually takes a few days, depending on your bank.',
}

const isOnTheWay = (status: OrderStatus) =>
  ['placed', 'packed', 'shipped', 'out_for_delivery', 'delivered'].includes(status)

const linesOf = (items: Order['productchannel'], pieces: readonly Piece[]) =>
  pieces.flatMap(({ order_item_id, quantity }) => {
    const item = items.find(({ id }) => id === order_item_id)
    return item ? [{ ...item, quantity }] : []
  })
