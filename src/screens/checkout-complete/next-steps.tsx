import { useShop } from '#client/shop-context.ts'
import type { Order } from '#contract/checkout.ts'
import { dueOf } from '#contract/rules/order-due.ts'
import { isWithoutDelivery } from '#contract/rules/product-kind.ts'
import { Amount } from '#ui/price.tsx'
import css from './next-steps.module.css'

type Props = {
  order: Pick<
    Order,
    | 'order_no'
    | 'email'
    | 'phone'
    | 'payment_method'
    | 'payment_status'
    | 'payment_instructions'
    | 'grand_total'
    | 'exchange'
    | 'stored_value'
    | 'shipping_method'
  >
  mobileCode: string
}

/** The next steps of the order, and contact details. */
export function NextSteps({ order, mobileCode }: Props) {
  const { settings } = useShop()
  const { email, phone, payment_method, payment_status } = order
  const due = dueOf(order)
  const sentTo = email || (phone && `${mobileCode} ${phone}`)
  const isDueAtTheDoor = payment_method.code === 'cod' && payment_status !== 'paid'
  const help = settings.customer_care_email || settings.store_email
  return (
    <section className={css.steps} aria-labelledby="next-heading">
      <h2 id="next-heading">What happens next</h2>
      <ol className={css.list}>
        {sentTo && <li>We are sending the confirmation to {sentTo}.</li>}
        {order.payment_instructions && (
          <li>
            <span>
              Transfer <Amount money={due} /> with the reference <strong>{order.order_no}</strong>.
              <br />
              {order.payment_instructions}
            </span>
          </li>
        )}
        {isWithoutDelivery(order) ? (
          <li>What you ordered is sent by e-mail as soon as it is paid, or on the day that you chose.</li>
        ) : (
          <>
            <li>We pack your order and hand it to the courier.</li>
            <li>
              {isDueAtTheDoor ? (
                <>
                  The courier brings it to you. Please have <Amount money={due} /> ready.
                </>
              ) : (
                'The courier brings it to you.'
              )}
            </li>
          </>
        )}
      </ol>
      {help && (
        <p className="note">
          Need help? Write to <a href={`mailto:${help}`}>{help}</a>.
        </p>
      )}
    </section>
  )
}
