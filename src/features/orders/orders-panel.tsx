import type { Order } from '#contract/checkout.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { OrderCard } from './order-card.tsx'
import css from './orders-panel.module.css'

export type OrdersPage = { data: Order[]; current_page: number; last_page: number; total: number }

type Props = { orders: OrdersPage; search: string; timeZone: string }

function addressOf(page: number, search: string) {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/account/orders?${query}` : '/account/orders'
}

/** A customer's orders, newest first, with search, payment and reorder. Spec §2, account menu. */
export function OrdersPanel({ orders, search, timeZone }: Props) {
  const { data, current_page, last_page, total } = orders
  if (total === 0 && !search)
    return (
      <EmptyState icon="box" title="No orders yet" text="Your orders will appear here.">
        <LinkButton href="/shop-online">Start shopping</LinkButton>
      </EmptyState>
    )
  return (
    <div className={css.panel}>
      <search className={css.search}>
        <form method="get" action="/account/orders">
          <TextField
            label="Search your orders"
            name="search"
            type="search"
            defaultValue={search}
            hint="By order number or product"
            maxLength={100}
          />
          <button type="submit" className={css.submit} aria-label="Search orders">
            <Icon name="search" />
          </button>
        </form>
      </search>
      {total === 0 ? (
        <EmptyState icon="search" title="No orders found" text={`None of your orders match “${search}”.`}>
          <LinkButton href="/account/orders" look="secondary">
            Show all orders
          </LinkButton>
        </EmptyState>
      ) : (
        <>
          <p className="note" role="status">
            {total === 1 ? '1 order' : `${total} orders`}
            {search && ` for “${search}”`}
          </p>
          <ul className={css.list}>
            {data.map((order) => (
              <li key={order.order_no}>
                <OrderCard order={order} timeZone={timeZone} />
              </li>
            ))}
          </ul>
        </>
      )}
      {last_page > 1 && (
        <nav className={css.pages} aria-label="Pages of orders">
          {current_page > 1 && (
            <LinkButton look="secondary" rel="prev" href={addressOf(current_page - 1, search)}>
              Newer
            </LinkButton>
          )}
          <span>
            Page {current_page} of {last_page}
          </span>
          {current_page < last_page && (
            <LinkButton look="secondary" rel="next" href={addressOf(current_page + 1, search)}>
              Older
            </LinkButton>
          )}
        </nav>
      )}
    </div>
  )
}
