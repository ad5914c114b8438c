import type { Order } from '#contract/checkout.ts'
import { dayText } from '#contract/rules/day-text.ts'
import { OrderChip } from '#features/orders/order-chip.tsx'
import { LinkButton } from '#ui/button.tsx'
import { cardClass } from '#ui/card.ts'
import { useLocale } from '#ui/locale.ts'
import { Picture } from '#ui/picture.tsx'
import { Amount } from '#ui/price.tsx'
import css from './latest-order.module.css'

/** The latest order on top of the dashboard, with its status. */
export function LatestOrder({ order, timeZone }: { order: Order; timeZone: string }) {
  const locale = useLocale()
  const images = order.productchannel.flatMap(({ image }) => image ?? []).slice(0, 3)
  return (
    <section className={`${cardClass} ${css.latest}`} aria-labelledby="latest-order">
      <div className={css.words}>
        <h2 id="latest-order">Your latest order</h2>
        <p>
          <strong>{order.order_no}</strong> · {dayText(order.placed_at, locale, timeZone)} ·{' '}
          <Amount money={order.grand_total} />
        </p>
        <p>
          <OrderChip status={order.status} label={order.status_label} />
        </p>
      </div>
      <ul className={css.pictures}>
        {images.map((image) => (
          <li key={image.path}>
            <Picture image={image} sizes="4.5rem" ratio={1} alt="" widest={320} />
          </li>
        ))}
      </ul>
      <LinkButton look="secondary" href={`/account/orders/${order.order_no}`}>
        View order
      </LinkButton>
    </section>
  )
}

/** Shown to customers without orders, with links to the shop. */
export function NoOrders() {
  return (
    <section className={`${cardClass} ${css.latest}`} aria-labelledby="latest-order">
      <div className={css.words}>
        <h2 id="latest-order">No orders yet</h2>
        <p className={css.hint}>What you order shows here, with where it is.</p>
      </div>
      <LinkButton look="secondary" href="/shop-online">
        Start shopping
      </LinkButton>
    </section>
  )
}
