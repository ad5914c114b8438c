import { type RawBuilder, sql } from 'kysely'
import type { WaitingPayment } from '#contract/admin/order-tabs.ts'

/** The words of an order that are searched: the same expression as the index `orders_search`. */
const words = sql`to_tsvector('simple'::regconfig, translate(lower(order_no || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || right(coalesce(phone, ''), 10) || ' ' || coalesce(shipping_address ->> 'first_name', '') || ' ' || coalesce(shipping_address ->> 'last_name', '') || ' ' || coalesce(shipping_address ->> 'city', '')), '@.+-_/', '      '))`

/** A search that finds more than this by one of its conditions is too wide to page through: the rest is left out. ADR 0084. */
const mostFound = 10_000

/**
 * SQL: ids of the orders that match a typed text by number, name, phone, e-mail or town (each word by its beginning), by
 * SKU or by waybill (by their beginning). Undefined for a text without a letter or digit.
 */
export function matchingOrders(typed: string): RawBuilder<unknown> | undefined {
  const query = toTsQuery(typed)
  if (query === undefined) return undefined
  const prefix = `${typed.toUpperCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql`(
    (select id from orders where ${words} @@ to_tsquery('simple', ${query}) limit ${mostFound})
    union (select order_id from order_items where upper(sku) like ${prefix} limit ${mostFound})
    union (select order_id from shipments where waybill like ${prefix.replace(/\s+/g, '')} limit ${mostFound})
  )`
}

/** The conditions of the partial indexes `orders_transfer_pending` and `orders_to_review`. */
const waitingConditions: Record<WaitingPayment, RawBuilder<unknown>> = {
  transfer: sql`payment_status = 'pending' and payment_method = 'bank_transfer' and status <> 'cancelled'`,
  review: sql`review_reason is not null`,
}

/** SQL: ids of the orders whose payment waits for staff, oldest first, and of those only the searched ones. */
export const waitingOrders = (waiting: WaitingPayment, searched?: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select id from orders where ${waitingConditions[waiting]} ${searched ? sql`and id in ${searched}` : sql``}
    order by id limit ${mostFound})`

/** Every word must match by its beginning; a phone number also when it is typed in groups. */
export function toTsQuery(typed: string): string | undefined {
  const words = typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return undefined
  const all = words.map((word) => `'${word}':*`).join(' & ')
  const digits = typed.replace(/[\s()+-]/g, '')
  return /^\d{6,15}$/.test(digits) ? `(${all}) | '${digits.slice(-10)}':*` : all
}
