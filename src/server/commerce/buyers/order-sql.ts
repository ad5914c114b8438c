import { type RawBuilder, sql } from 'kysely'

/** SQL: order `o` is neither unpaid nor cancelled. Only such orders are in sums and counts. */
export const isSale = sql<boolean>`o.status not in ('pending_payment', 'payment_failed', 'cancelled')`

/** SQL: the currency of the default channel, in which sums over channels are. Amounts of other currencies are not added. */
export const defaultCurrency = sql<string>`(select c.currency from channels c where c.is_default)`

/**
 * SQL: an order belongs to a customer: placed in the account, or without one by this guest.
 * @param order name of `orders` in the query
 * @param customer id, or SQL of it
 */
export const isOrderOf = (order: string, customer: number | RawBuilder<unknown>) => {
  const of = (column: string) => sql.ref(`${order}.${column}`)
  return sql<boolean>`(${of('customer_id')} = ${customer} or (${of('guest_id')} = ${customer} and ${of('customer_id')} is null))`
}

/** SQL: how many orders a customer has, their sum in the shop's currency, and when the newest was placed. Without unpaid and cancelled ones. */
export const ordersOf = (customer: number | RawBuilder<unknown>) => sql<{
  count: number
  sum: number
  last: string | null
}>`(
  select json_build_object('count', count(*), 'last', max(o.placed_at),
    'sum', coalesce(sum(o.grand_total) filter (where o.currency = ${defaultCurrency}), 0))
  from orders o where ${isOrderOf('o', customer)} and ${isSale}
)`
