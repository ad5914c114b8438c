import { useEffect, useState } from 'react'
import { useShop } from '#client/shop-context.ts'
import { Slot } from '#client/slot.tsx'
import { deliveryRange } from '#contract/rules/delivery-dates.ts'
import { storedOf } from '#contract/rules/order-due.ts'
import { isWithoutDelivery } from '#contract/rules/product-kind.ts'
import { AddressText } from '#features/address/address-text.tsx'
import { AccountAfterOrder } from '#features/auth/account-after-order.tsx'
import { LineDetails } from '#features/cart/line-details.tsx'
import { undiscountedTotal } from '#features/cart/line-shown.ts'
import { loadCart } from '#features/cart/load-cart.ts'
import { TotalsList } from '#features/cart/totals-list.tsx'
import { latestOrder } from '#features/checkout/latest-order.ts'
import { attemptRecord } from '#features/checkout/order-attempt.ts'
import { SummaryLines } from '#features/checkout/summary-lines.tsx'
import { activeItems } from '#features/orders/active-items.ts'
import { OrderActions } from '#features/orders/order-actions.tsx'
import { RateExperience } from '#features/orders/rate-experience.tsx'
import type { ScreenData } from '#pages/screen.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { cardClass, factsClass } from '#ui/card.ts'
import { Icon } from '#ui/icon.tsx'
import { useLocale } from '#ui/locale.ts'
import { emitPurchase } from './emit-purchase.ts'
import { NextSteps } from './next-steps.tsx'
import css from './view.module.css'

type Props = ScreenData<typeof import('./data.ts').checkoutComplete>

export default function CheckoutCompleteScreen(props: Props) {
  // An order has items: without them the reply is for a visitor who only has the address.
  return props.order.productchannel.length === 0 ? <OnlyState {...props} /> : <Complete {...props} />
}

function OnlyState({ order }: Props) {
  return (
    <div className={`wide ${css.page}`}>
      <header className={css.head}>
        <h1>Order {order.order_no}</h1>
        <p>{order.status_label}</p>
        <p>For the details, open the link in our e-mail, or enter the phone number or e-mail of the order.</p>
      </header>
      <div className={css.actions}>
        <LinkButton href="/track-order">Track this order</LinkButton>
        <LinkButton look="secondary" href="/shop-online">
          Continue shopping
        </LinkButton>
      </div>
    </div>
  )
}

function Complete({ order: given, placedOn, token }: Props) {
  const [order, setOrder] = useState(given)
  const { storefront } = useShop()
  const locale = useLocale()
  useEffect(() => attemptRecord.clear(), [])
  useEffect(() => latestOrder.write({ id: given.id, order_no: given.order_no }), [given])
  // The cart has become the order: updates the badge and the other tabs.
  useEffect(() => void loadCart(), [])
  useEffect(() => emitPurchase(given, token), [given, token])

  const { shipping_address, shipping_method } = order
  const mobileCode = shipping_address.mobile_code ?? storefront.channel.country.mobile_code
  const arrival = shipping_method.eta_days && deliveryRange(placedOn, shipping_method.eta_days, locale)
  return (
    <div className={`wide ${css.page}`}>
      <header className={css.head}>
        <span className={css.mark}>
          <Icon name="check" size={30} />
        </span>
        <h1>
          {order.status === 'cancelled' ? 'Your order is cancelled' : 'Thank you, your order is placed'}
        </h1>
        <p>
          Order number <strong>{order.order_no}</strong>
        </p>
        {order.token && (
          <p>
            <a href={`/track-order/${order.token}`}>Track your order</a>
          </p>
        )}
        {arrival && order.status !== 'cancelled' && (
          <p>
            Arrives <strong>{arrival}</strong>
          </p>
        )}
      </header>
      {order.status !== 'cancelled' && <NextSteps order={order} mobileCode={mobileCode} />}
      <div className={css.columns}>
        <OrderedItems order={order} />
        <DeliveryFacts order={order} mobileCode={mobileCode} />
      </div>
      <Slot name="checkout.complete" props={{ order_id: order.order_id, order_no: order.order_no, token }} />
      {order.status !== 'cancelled' && (
        <>
          <AccountAfterOrder order={order} token={token} />
          <RateExperience orderId={order.order_id} token={token} rated={order.experience_rating} />
        </>
      )}
      <div className={css.actions}>
        <LinkButton href="/shop-online">Continue shopping</LinkButton>
        <Button look="secondary" data-scripts-only="" onClick={() => window.print()}>
          Print this page
        </Button>
        <OrderActions order={order} token={token} onChange={setOrder} on="confirmation" />
      </div>
    </div>
  )
}

type OrderProps = Pick<Props, 'order'>

function OrderedItems({ order }: OrderProps) {
  return (
    <section className={cardClass} aria-labelledby="items-heading">
      <h2 id="items-heading">What you ordered</h2>
      <SummaryLines
        lines={activeItems(order).map((item) => ({
          ...item,
          total: undiscountedTotal({ line_total: item.total, line_discount: item.discount }),
          details:
            item.additonal_data || item.fields ? <LineDetails item={{ ...item, options: [] }} /> : null,
        }))}
      />
      <TotalsList
        couponCode={order.coupon}
        adjustments={order.adjustments}
        totals={{
          subtotal: order.totals.subtotal,
          discount: order.totals.discount,
          delivery: order.totals.shipping,
          paymentFee: order.totals.payment_fee,
          tax: order.totals.tax,
          isTaxIncluded: order.tax_included,
          total: order.totals.grand_total,
          stored: storedOf(order),
        }}
      />
    </section>
  )
}

function DeliveryFacts({ order, mobileCode }: OrderProps & { mobileCode: string }) {
  const { shipping_address, billing_address, shipping_method } = order
  const isBilledElsewhere =
    !isWithoutDelivery(order) &&
    JSON.stringify(placeOf(shipping_address)) !== JSON.stringify(placeOf(billing_address))
  return (
    <section className={cardClass} aria-labelledby="delivery-heading">
      <h2 id="delivery-heading">Delivery and payment</h2>
      <dl className={factsClass}>
        <dt>{isWithoutDelivery(order) ? 'Bill to' : 'Ship to'}</dt>
        <dd>
          <AddressText address={shipping_address} />
        </dd>
        {isBilledElsewhere && (
          <>
            <dt>Bill to</dt>
            <dd>
              <AddressText address={billing_address} />
            </dd>
          </>
        )}
        <dt>Contact</dt>
        <dd>
          {order.phone && (
            <>
              {mobileCode} {order.phone}
              <br />
            </>
          )}
          {order.email}
        </dd>
        <dt>Shipping method</dt>
        <dd>{shipping_method.name}</dd>
        <dt>Payment method</dt>
        <dd>
          {order.payment_method.name}
          {order.payment_status === 'paid' && (
            <>
              <br />
              Paid
            </>
          )}
        </dd>
        {order.instruction && (
          <>
            <dt>Instructions</dt>
            <dd>{order.instruction}</dd>
          </>
        )}
      </dl>
    </section>
  )
}

type Place = Props['order']['shipping_address']

const placeOf = ({
  first_name,
  last_name,
  address_line_1,
  address_line_2,
  city,
  postcode,
  country_id,
}: Place) => [first_name, last_name, address_line_1, address_line_2, city, postcode, country_id]
