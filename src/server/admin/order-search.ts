import { type RawBuilder, sql } from 'kysely'
import type { WaitingPayment } from '#contract/admin/order-tabs.ts'
import { searchWords, toTsQuery } from '#server/platform/kernel/word-search.ts'
import { awaitsTransfer } from './order-tabs.ts'

/** The words of an order that are searched: the expression of the index `orders_search`. */
const words = searchWords(
  `order_no || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || right(coalesce(phone, ''), 10) || ' ' || coalesce(shipping_address ->> 'first_name', '') || ' ' || coalesce(shipping_address ->> 'last_name', '') || ' ' || coalesce(shipping_address ->> 'city', '')`,
)

/** The columns that the list sorts by and the tabs ask for. */
const listed = sql`id, status, grand_total, payment_status, payment_method, is_partly_shipped`

/** A search that finds more than this by one of its conditions is too wide to page through: the rest is left out. ADR 0044. */
const mostFound = 10_000

/**
 * SQL: the listed columns of the orders that match a typed text by number, name, phone, e-mail or town (each word by
 * its beginning), by SKU or by waybill (by their beginning). Undefined for a text without a letter or digit. The columns
 * of the list are read with the match; looking the found orders up again takes longer than the search.
 * @param most matches of each of the conditions that are taken at most
 */
export function matchingOrders(typed: string, most = mostFound): RawBuilder<unknown> | undefined {
  const query = toTsQuery(typed)
  if (query === undefined) return undefined
  const prefix = `${typed.toUpperCase().replace(/[\\%_]/g, '\\$&')}%`
  // The planner does not know how few SKUs or waybills match, and would read all orders: "offset 0" keeps it to their ids.
  return sql`(
    (select ${listed} from orders where ${words} @@ to_tsquery('simple', ${query}) limit ${most})
    union select ${listed} from (
      (select order_id from order_items where upper(sku) like ${prefix} limit ${most})
      union (select order_id from shipments where waybill like ${prefix.replace(/\s+/g, '')} limit ${most})
    ) item cross join lateral (
      select ${listed} from orders where orders.id = item.order_id offset 0
    ) o
  )`
}

/** The conditions of the partial indexes `orders_transfer_pending` and `orders_to_review`. */
const waitingConditions: Record<WaitingPayment, RawBuilder<unknown>> = {
  transfer: awaitsTransfer,
  review: sql`review_reason is not null`,
}

/** SQL: the listed columns of the orders whose payment waits for staff, oldest first, and of those only the searched ones. */
export const waitingOrders = (waiting: WaitingPayment, searched?: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${listed} from orders where ${waitingConditions[waiting]}
    ${searched ? sql`and id in (select id from ${searched} searched)` : sql``} order by id limit ${mostFound})`
