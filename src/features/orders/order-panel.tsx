import { useState } from 'react'
import type { Order } from '#contract/checkout.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { dayText, timeText } from '#contract/rules/day-text.ts'
import { storedOf } from '#contract/rules/order-due.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { payableUntil } from '#contract/rules/payment-methods.ts'
import { isWithoutDelivery } from '#contract/rules/product-kind.ts'
import { AddressText } from '#features/address/address-text.tsx'
import { LineDetails } from '#features/cart/line-details.tsx'
import { TotalsList } from '#features/cart/totals-list.tsx'
import { ParcelCard } from '#features/tracking/parcel-card.tsx'
import { cardClass, factsClass } from '#ui/card.ts'
import { Day } from '#ui/day.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLocale } from '#ui/locale.ts'
import { Picture } from '#ui/picture.tsx'
import { Amount } from '#ui/price.tsx'
import { ChangeNote, ExchangeNote } from './change-note.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderChip } from './order-chip.tsx'
import css from './order-panel.module.css'
import { OrderTimeline } from './order-timeline.tsx'
import { PayoutNote } from './payout-note.tsx'
import { RefundNote } from './refund-note.tsx'

type Props = {
  order: Order
  timeZone: string
  /** Token of a guest. */
  token?: string
  /** The form of this page that was sent without JavaScript. */
  posted: PostedForm | null
}

/** A whole order: status, items, totals and actions. UX "Account: dashboard, orders". */
export function OrderPanel({ order: given, timeZone, token, posted }: Props) {
  const [order, setOrder] = useState(given)
  const locale = useLocale()
  return (
    <div className={css.panel}>
      <div className={css.standing}>
        <OrderChip status={order.status} label={order.status_label} />
        <p>
          Ordered on <Day time={order.placed_at} locale={locale} timeZone={timeZone} />
        </p>
      </div>
      {order.can_pay && !order.change && (
        <p>
          Not paid yet. Please pay by {timeText(payableUntil(order), locale, timeZone)}, or the order is
          cancelled.
        </p>
      )}
      <ExchangeNote order={order} />
      <ChangeNote order={order} token={token} timeZone={timeZone} onChange={setOrder} />
      <OrderActions order={order} token={token} onChange={setOrder} />
      {order.refunds.map((refund) => (
        <RefundNote key={refund.refund_no} refund={refund} order={order} token={token} />
      ))}
      <PayoutNote order={order} token={token} onChange={setOrder} posted={posted} />
      <div className={css.columns}>
        <div className={css.column}>
          <Items order={order} timeZone={timeZone} />
          {order.shipments.map((parcel, at) => (
            <ParcelCard
              key={parcel.waybill}
              parcel={parcel}
              place={{ locale, timeZone }}
              title={order.shipments.length === 1 ? 'Your parcel' : `Parcel ${at + 1}`}
            />
          ))}
          <section className={cardClass} aria-labelledby="timeline-heading">
            <h2 id="timeline-heading">Order history</h2>
            <OrderTimeline timeline={order.timeline} timeZone={timeZone} />
          </section>
        </div>
        <div className={css.column}>
          <Sums order={order} />
          <Facts order={order} />
        </div>
      </div>
    </div>
  )
}

function Items({ order, timeZone }: Pick<Props, 'order' | 'timeZone'>) {
  const locale = useLocale()
  return (
    <section className={cardClass} aria-labelledby="items-heading">
      <h2 id="items-heading">Items</h2>
      <ul className={css.items}>
        {order.productchannel.map((item) => (
          <li key={item.id} className={css.item} data-gone={item.status === 'cancelled' || undefined}>
            <span className={css.picture}>
              {item.image ? (
                <Picture image={item.image} sizes="5rem" ratio={4 / 5} alt="" />
              ) : (
                <Icon name="box" />
              )}
            </span>
            <div className={css.words}>
              <p className={css.name}>
                {item.product_id === null ? (
                  <bdi>{item.name}</bdi>
                ) : (
                  <a dir="auto" href={`/product/${item.slug}?${new URLSearchParams({ sku: item.sku })}`}>
                    {item.name}
                  </a>
                )}
              </p>
              {(item.additonal_data || item.fields) && <LineDetails item={{ ...item, options: [] }} />}
              <p className="note">
                {item.quantity} × <Amount money={item.price} />
                {item.discount.amount > 0 && (
                  <>
                    {' '}
                    − <Amount money={item.discount} />{' '}
                    {item.adjustments?.map(({ name }) => name).join(', ') || 'discount'}
                  </>
                )}
              </p>
              <ItemState item={item} order={order} until={(time) => dayText(time, locale, timeZone)} />
            </div>
            <p className={css.total}>
              <Amount money={item.total} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const states: Record<string, string> = {
  cancelled: 'Cancelled',
  refund_requested: 'Refund requested',
  refund_approved: 'Refund approved',
  refund_rejected: 'Refund declined',
  returned: 'Returned',
  refunded: 'Refunded',
}

type ItemStateProps = {
  item: Order['productchannel'][number]
  order: Pick<Order, 'status' | 'is_partly_shipped'>
  until: (time: string) => string
}

/** A line's status if it differs from the order's, and the end of its return window. */
function ItemState({ item, order, until }: ItemStateProps) {
  const state = ownValue(states, item.status)
  if (state && (item.status !== order.status || order.status !== 'cancelled'))
    return <p className={css.state}>{state}</p>
  if (order.is_partly_shipped && state === undefined)
    return (
      <p className={css.state}>
        {item.quantity_shipped} of {item.quantity} sent
      </p>
    )
  if (item.refund_until)
    return (
      <p className="note">
        {item.can_refund ? 'Can be returned until' : 'Could be returned until'} {until(item.refund_until)}
      </p>
    )
  return null
}

function Sums({
  order: { totals, coupon, adjustments, tax_included, payment_status, exchange, stored_value },
}: {
  order: Order
}) {
  return (
    <section className={cardClass} aria-labelledby="sums-heading">
      <h2 id="sums-heading">Summary</h2>
      <TotalsList
        couponCode={coupon}
        adjustments={adjustments}
        totals={{
          subtotal: totals.subtotal,
          discount: totals.discount,
          delivery: totals.shipping,
          paymentFee: totals.payment_fee,
          tax: totals.tax,
          isTaxIncluded: tax_included,
          total: totals.grand_total,
          stored: storedOf({ stored_value }),
        }}
      />
      {exchange && exchange.credit.amount > 0 && (
        <p className={css.refunded}>
          <span>Paid by your return of {exchange.former_no}</span>
          <strong>
            <Amount money={exchange.credit} />
          </strong>
        </p>
      )}
      {exchange && exchange.due.amount > 0 && !exchange.awaits_return && (
        <p className={css.refunded}>
          <span>Still to pay</span>
          <strong>
            <Amount money={exchange.due} />
          </strong>
        </p>
      )}
      {totals.refunded.amount > 0 && (
        <p className={css.refunded}>
          <span>{payment_status === 'refunded' ? 'Paid back' : 'Refunded so far'}</span>
          <strong>
            <Amount money={totals.refunded} />
          </strong>
        </p>
      )}
    </section>
  )
}

const paid: Record<Order['payment_status'], string> = {
  pending: 'Not paid yet',
  paid: 'Paid',
  failed: 'Payment failed',
  refunded: 'Paid back',
  partially_refunded: 'Partially refunded',
}

/** A delivered order was paid on delivery, even if the payment is not recorded yet. */
function paidText({ payment_method, payment_status, status, owed_refunds }: Order) {
  if (owed_refunds.some(({ paid_on }) => paid_on === null)) return 'Refund to pay'
  if (payment_method.code !== 'cod' || payment_status !== 'pending') return paid[payment_status]
  const isBefore = ['placed', 'packed', 'shipped', 'out_for_delivery'].includes(status)
  return isBefore ? 'Pay on delivery' : 'Paid on delivery'
}

function Facts({ order }: { order: Order }) {
  const isBilledElsewhere =
    !isWithoutDelivery(order) && textOf(order.billing_address) !== textOf(order.shipping_address)
  return (
    <section className={cardClass} aria-labelledby="facts-heading">
      <h2 id="facts-heading">Delivery and payment</h2>
      <dl className={factsClass}>
        <dt>{isWithoutDelivery(order) ? 'Bill to' : 'Ship to'}</dt>
        <dd>
          <AddressText address={order.shipping_address} />
        </dd>
        {isBilledElsewhere && (
          <>
            <dt>Bill to</dt>
            <dd>
              <AddressText address={order.billing_address} />
            </dd>
          </>
        )}
        <dt>Contact</dt>
        <dd>
          {[order.phone, order.email].filter(Boolean).map((contact) => (
            <span key={contact} className={css.line}>
              {contact}
            </span>
          ))}
        </dd>
        <dt>Delivery</dt>
        <dd>
          {order.shipping_method.name}
          {order.pickup && <PickupPlace pickup={order.pickup} />}
        </dd>
        <dt>Payment</dt>
        <dd>
          <span className={css.line}>{order.payment_method.name}</span>
          {!(order.status === 'cancelled' && order.payment_status === 'pending') && (
            <span className={css.line}>{paidText(order)}</span>
          )}
        </dd>
        {order.payment_instructions && order.status !== 'cancelled' && (
          <>
            <dt>How to pay</dt>
            <dd className={css.text}>{order.payment_instructions}</dd>
          </>
        )}
        {order.instruction && (
          <>
            <dt>Your note</dt>
            <dd>{order.instruction}</dd>
          </>
        )}
      </dl>
    </section>
  )
}

const textOf = (address: Order['shipping_address']) =>
  [
    address.first_name,
    address.last_name,
    address.address_line_1,
    address.address_line_2,
    address.city,
    address.postcode,
    address.country_id,
  ].join('\n')

/** Where an order is picked up, and the code to show once it is ready. */
const PickupPlace = ({ pickup }: { pickup: NonNullable<Order['pickup']> }) => (
  <>
    <br />
    {[pickup.address, pickup.opening_hours].filter(Boolean).join(', ')}
    {pickup.code && (
      <>
        <br />
        Ready for pick-up. Your code: <strong>{pickup.code}</strong>
      </>
    )}
  </>
)
