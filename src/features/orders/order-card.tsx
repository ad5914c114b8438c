import type { Order } from '#contract/checkout.ts'
import { cardClass } from '#ui/card.ts'
import { Day } from '#ui/day.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLocale } from '#ui/locale.ts'
import { Picture } from '#ui/picture.tsx'
import { Amount } from '#ui/price.tsx'
import { activeItems } from './active-items.ts'
import css from './order-card.module.css'
import { OrderChip } from './order-chip.tsx'
import { PayLink } from './pay-link.tsx'
import { ReorderButton } from './reorder-button.tsx'

const MAX_PICTURES = 4

/** An order in the list: status, items and the most common actions. */
export function OrderCard({ order, timeZone }: { order: Order; timeZone: string }) {
  const locale = useLocale()
  const { order_no } = order
  const items = activeItems(order)
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const shown = items.slice(0, MAX_PICTURES)
  const href = `/account/orders/${order_no}`
  return (
    <article className={`${cardClass} ${css.card}`} aria-label={`Order ${order_no}`}>
      <div className={css.head}>
        <div>
          <h2 className={css.number}>
            <a href={href}>{order_no}</a>
          </h2>
          <p className="note">
            <Day time={order.placed_at} locale={locale} timeZone={timeZone} />
            {` · ${pieces} ${pieces === 1 ? 'item' : 'items'}`}
          </p>
        </div>
        <OrderChip status={order.status} label={order.status_label} />
      </div>
      <div className={css.things}>
        <ul className={css.pictures} aria-label="Items">
          {shown.map(({ id, name, image }) => (
            <li key={id} className={css.picture} title={name}>
              {image ? (
                <Picture image={image} sizes="4.5rem" ratio={4 / 5} alt={name} />
              ) : (
                <Icon name="box" />
              )}
              {!image && <span className="visually-hidden">{name}</span>}
            </li>
          ))}
          {items.length > shown.length && <li className={css.more}>+{items.length - shown.length}</li>}
        </ul>
        <p className={css.names}>{items.map(({ name }) => name).join(', ')}</p>
        <p className={css.total}>
          <Amount money={order.grand_total} />
        </p>
      </div>
      <div className={css.foot}>
        <a className={css.view} href={href} aria-label={`View order ${order_no}`}>
          View order <Icon name="chevron-right" size={16} />
        </a>
        {order.can_pay ? <PayLink order={order} /> : <ReorderButton order={order} />}
      </div>
    </article>
  )
}
