import type { OrderDetail } from '#contract/admin/orders.ts'
import { smallestAge } from '#contract/rules/confirmed-age.ts'
import { previewPathOf } from '#contract/rules/customisation-image.ts'
import { dueOf } from '#contract/rules/order-due.ts'
import { imageUrl } from '#ui/image-url.ts'
import { useFormat } from '../parts/format.ts'
import css from './order-screen.module.css'

/** What each part of an order's screen gets. */
export type OrderProps = { order: OrderDetail; onChange: (order: OrderDetail) => void }

/** The name of the location that a line leaves; undefined in a shop with one. */
export const locationOf = ({ item_locations }: Pick<OrderDetail, 'item_locations'>, item: number) =>
  item_locations.find(({ item_id }) => item_id === item)?.name

/** What the courier checks of these items. */
export function AgeCheck({ items }: { items: readonly { min_age?: number | undefined; status?: string }[] }) {
  const least = smallestAge(items.filter(({ status }) => status !== 'cancelled'))
  return least > 0 ? <strong>Check the age at the door: {least} or older</strong> : null
}

/** The items with the customer's own text and picture, and how the total comes about. */
export function OrderItems({ order }: { order: OrderDetail }) {
  const { money } = useFormat()
  const { totals } = order
  const sums = sumsOf(order)
  return (
    <section className={css.card}>
      <h2>Items</h2>
      <ul className={css.items}>
        {order.productchannel.map((item) => (
          <li key={item.id} data-cancelled={item.status === 'cancelled' || undefined}>
            {item.image ? (
              <img src={imageUrl(item.image.path, 320)} alt="" width={56} height={56} />
            ) : (
              <span />
            )}
            <div>
              {item.name}
              <small>
                {item.sku}
                {item.status === 'cancelled' && ', cancelled'}
                {locationOf(order, item.id) && `, from ${locationOf(order, item.id)}`}
                {order.is_partly_shipped &&
                  item.status !== 'cancelled' &&
                  `, ${item.quantity_shipped} of ${item.quantity} sent`}
              </small>
              {item.fields?.map(({ value }) => (
                <small key={value}>{value}</small>
              ))}
              {item.additonal_data?.custom_text && <small>“{item.additonal_data.custom_text}”</small>}
              {item.additonal_data?.image_path && (
                <a
                  className={css.picture}
                  href={`/media/${item.additonal_data.image_path}`}
                  target="_blank"
                  rel="noreferrer"
                >
                  <img
                    src={`/media/${previewPathOf(item.additonal_data.image_path)}`}
                    alt=""
                    width={72}
                    height={72}
                  />
                  Picture of the customer
                </a>
              )}
            </div>
            <span className={css.amount}>
              {item.quantity} × {money(item.price)}
              <strong>{money(item.total)}</strong>
            </span>
          </li>
        ))}
      </ul>
      <AgeCheck items={order.productchannel} />
      <dl className={css.sums}>
        {sums
          .filter(([, , isShown]) => isShown)
          .map(([label, amount]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{money(amount)}</dd>
            </div>
          ))}
        <div className={css.total}>
          <dt>Total</dt>
          <dd>{money(totals.grand_total)}</dd>
        </div>
        <PaidBefore order={order} />
        {totals.refunded.amount > 0 && (
          <div>
            <dt>Refunded</dt>
            <dd>{money(totals.refunded)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

/** What returns, gift cards and store credit pay, and what is due beyond them. */
function PaidBefore({ order }: { order: OrderDetail }) {
  const { money } = useFormat()
  const { exchange, stored_value } = order
  if (exchange?.awaits_return) return null
  const parts = exchange
    ? [{ label: `Return of ${exchange.former_no}`, amount: exchange.credit }]
    : (stored_value?.parts ?? [])
  const due = dueOf(order)
  return (
    <>
      {parts.map(({ label, amount }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{money({ ...amount, amount: -amount.amount })}</dd>
        </div>
      ))}
      {parts.length > 0 && due.amount > 0 && (
        <div className={css.total}>
          <dt>To be paid</dt>
          <dd>{money(due)}</dd>
        </div>
      )}
    </>
  )
}

/** How the total comes about: label, amount, and whether it is shown. */
function sumsOf({ totals, adjustments = [], discount_reason, shipping_method, tax_included }: OrderDetail) {
  const ofGoods = adjustments.filter(({ is_of_delivery }) => !is_of_delivery)
  const reasons = [
    ...ofGoods.map(({ name, code }) => code ?? name).filter((name) => name !== 'Discount'),
    discount_reason,
  ]
    .filter(Boolean)
    .join(', ')
  return [
    ['Subtotal', totals.subtotal, true],
    [
      reasons ? `Discount: ${reasons}` : 'Discount',
      { ...totals.discount, amount: -totals.discount.amount },
      totals.discount.amount > 0,
    ],
    [`Delivery, ${shipping_method.name}`, totals.shipping, true],
    ['Payment fee', totals.payment_fee, totals.payment_fee.amount > 0],
    [tax_included ? 'Tax (included)' : 'Tax', totals.tax, true],
  ] as const
}
