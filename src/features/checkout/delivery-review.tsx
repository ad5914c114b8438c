import type { ReactNode } from 'react'
import type { Cart } from '#contract/cart.ts'
import { isWithoutDelivery } from '#contract/rules/product-kind.ts'
import { AddressText } from '#features/address/address-text.tsx'
import css from './delivery-review.module.css'

/** The data of the address step for review, with a link back to it. */
export function DeliveryReview({ cart, mobileCode }: { cart: Cart; mobileCode: string }) {
  const { shipping_address, billing_address, billing_same_as_shipping } = cart
  const isUnsent = isWithoutDelivery(cart)
  return (
    <dl className={css.review}>
      <Row title="Contact">
        {cart.phone && (
          <>
            {mobileCode} {cart.phone}
            <br />
          </>
        )}
        {cart.email}
      </Row>
      {!isUnsent && (
        <Row title="Ship to">{shipping_address && <AddressText address={shipping_address} />}</Row>
      )}
      <Row title="Bill to">
        {!isUnsent && (billing_same_as_shipping || !billing_address)
          ? 'Same address'
          : billing_address && <AddressText address={billing_address} />}
      </Row>
    </dl>
  )
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={css.row}>
      <dt>{title}</dt>
      <dd>{children}</dd>
      <dd className={css.edit}>
        <a href="/checkout/address" aria-label={`Edit: ${title}`}>
          Edit
        </a>
      </dd>
    </div>
  )
}
