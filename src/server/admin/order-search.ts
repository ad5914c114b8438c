import { type RawBuilder, sql } from 'kysely'
import type { WaitingReason } from '#contract/admin/order-tabs.ts'
import type { OrderFilter } from '#contract/admin/orders.ts'
import { addDays } from '#contract/rules/time-zone.ts'
import { startingWith, startOfDay } from '#server/platform/kernel/list-page.ts'
import { phoneEndsWith, searchWords, toTsQuery } from '#server/platform/kernel/word-search.ts'
import { ordersWithMentions } from './order-mentions.ts'
import { awaitsDecision, awaitsTransfer } from './order-tabs.ts'
import { orderTags } from './record-tags.ts'

/** The words of an order that are searched: the expression of the index `orders_search`. */
const words = searchWords(
  `order_no || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || right(coalesce(phone, ''), 10) || ' ' || coalesce(shipping_address ->> 'first_name', '') || ' ' || coalesce(shipping_address ->> 'last_name', '') || ' ' || coalesce(shipping_address ->> 'city', '')`,
)

/** The words of the notes of staff and of the customer: the expressions of the indexes `order_notes_search` and `orders_search_instruction`. */
const noteWords = searchWords('text')
const instructionWords = searchWords('instruction')
const postcode = sql`upper(replace(shipping_address ->> 'postcode', ' ', ''))`

/** The columns that the list sorts by and the tabs ask for. */
const listed = sql`id, status, grand_total, payment_status, payment_method, is_partly_shipped`

/** A search that finds more than this by one of its conditions is too wide to page through: the rest is left out. ADR 0044. */
const mostFound = 10_000

/**
 * SQL: the listed columns of the orders that match a typed text by number, name, phone, e-mail or town (each word by
 * its beginning), by the last digits of the phone, by SKU, waybill or postcode (by their beginning), or by a note of staff or of the customer (each word by its
 * beginning). Undefined for a text without a letter or digit. The columns of the list are read with the match; looking the found
 * orders up again takes longer than the search.
 * @param most matches of each of the conditions that are taken at most
 */
export function matchingOrders(typed: string, most = mostFound): RawBuilder<unknown> | undefined {
  const query = toTsQuery(typed)
  if (query === undefined) return undefined
  const byWords = sql`to_tsquery('simple', ${query})`
  const prefix = startingWith(typed.toUpperCase())
  const unspaced = prefix.replace(/\s+/g, '')
  const byPhoneEnd = phoneEndsWith('phone', typed)
  // The planner does not know how few SKUs or waybills match, and would read all orders: "offset 0" keeps it to their ids.
  return sql`(
    (select ${listed} from orders where ${words} @@ ${byWords} limit ${most})
    union (select ${listed} from orders where instruction is not null and ${instructionWords} @@ ${byWords} limit ${most})
    ${byPhoneEnd ? sql`union (select ${listed} from orders where ${byPhoneEnd} limit ${most})` : sql``}
    union (select ${listed} from orders where ${postcode} like ${unspaced} limit ${most})
    union select ${listed} from (
      (select order_id from order_items where upper(sku) like ${prefix} limit ${most})
      union (select order_id from shipments where waybill like ${unspaced} limit ${most})
      union (select order_id from order_notes where ${noteWords} @@ ${byWords} limit ${most})
    ) item cross join lateral (
      select ${listed} from orders where orders.id = item.order_id offset 0
    ) o
  )`
}

/**
 * SQL: the ids of the customers whose orders match a typed text by number, name, phone, e-mail or town (each word by its
 * beginning), or by postcode (by its beginning).
 * @param query full-text query of the text
 * @param where SQL: what the orders have to meet besides
 * @param most orders of each of the conditions that are taken at most
 */
export const buyersOfMatchingOrders = ({
  typed,
  query,
  where,
  most,
}: BuyerSearch): RawBuilder<unknown> => sql`(
  (select coalesce(customer_id, guest_id) from orders where ${words} @@ to_tsquery('simple', ${query}) and ${where} limit ${most})
  union (select coalesce(customer_id, guest_id) from orders where ${postcode} like ${startingWith(typed.toUpperCase()).replace(/\s+/g, '')} and ${where} limit ${most})
)`

type BuyerSearch = { typed: string; query: string; where: RawBuilder<unknown>; most: number }

/** Those of payments are the conditions of the partial indexes `orders_transfer_pending` and `orders_to_review`. */
const waitingConditions: Record<WaitingReason, RawBuilder<unknown>> = {
  transfer: awaitsTransfer,
  review: sql`review_reason is not null`,
  return: awaitsDecision,
}

/** Of whom a filter is: the days are those of the time zone, and “me” is the member of staff. */
export type FilterReader = { timeZone: string; staffId: number | null }

/**
 * SQL: the listed columns of the orders that meet a filter, its tab left out. Undefined: all orders. Without `waiting` its conditions
 * and the listed columns are in the index `orders_filtered`, which is read instead of the wide rows. ADR 0044.
 */
export function filteredOrders(filter: OrderFilter, reader: FilterReader): RawBuilder<unknown> | undefined {
  const searched = filter.q ? matchingOrders(filter.q) : undefined
  const conditions = conditionsOf(filter, reader)
  if (conditions.length === 0) return searched
  const found = searched ? [sql`id in (select id from ${searched} searched)`] : []
  return sql`(select ${listed} from orders where ${sql.join([...conditions, ...found], sql` and `)})`
}

/** SQL: the conditions of a filter apart from its text and tab. Days begin at midnight in the time zone. */
function conditionsOf(filter: OrderFilter, { timeZone, staffId }: FilterReader): RawBuilder<unknown>[] {
  return [
    ...when(filter.waiting, (payment) => waitingConditions[payment]),
    ...when(filter.payment_status, (status) => sql`payment_status = ${status}`),
    ...when(filter.payment_method, (method) => sql`payment_method = ${method}`),
    ...when(filter.channel, (id) => sql`channel_id = ${id}`),
    ...when(filter.from, (day) => sql`placed_at >= ${startOfDay(day, timeZone)}`),
    ...when(filter.to, (day) => sql`placed_at < ${startOfDay(addDays(day, 1), timeZone)}`),
    ...when(filter.total_from, (amount) => sql`grand_total >= ${amount}`),
    ...when(filter.total_to, (amount) => sql`grand_total <= ${amount}`),
    ...when(filter.coupon, (code) => sql`coupon_code = ${code.toUpperCase()}`),
    ...when(filter.courier, (name) => sql`id in (select order_id from shipments where courier = ${name})`),
    ...when(
      filter.product,
      (id) =>
        sql`id in (select order_id from order_items where variation_id in (select v.id from variations v where v.product_id = ${id}))`,
    ),
    ...when(
      filter.price_batch,
      (id) =>
        sql`placed_at >= (select created_at from product_batches where id = ${id}) and id in (
          select i.order_id from product_batch_items b cross join jsonb_to_recordset(b.prices) as p(variation_id integer, after jsonb)
          join order_items i on i.variation_id = p.variation_id and i.unit_price = (p.after ->> 0)::bigint where b.batch_id = ${id})`,
    ),
    ...when(filter.tag, (tag) => sql`id in ${orderTags.havingTag(tag)}`),
    ...when(filter.assignee, (who) =>
      who === 'none'
        ? sql`id not in (select a.order_id from order_assignees a join staff s on s.id = a.staff_id where s.is_active)`
        : sql`id in (select order_id from order_assignees where staff_id = ${who === 'me' ? staffId : who})`,
    ),
    ...when(filter.mentions, () => sql`id in (${ordersWithMentions(staffId)})`),
  ]
}

const when = <Value>(value: Value | undefined, condition: (value: Value) => RawBuilder<unknown>) =>
  value === undefined || value === '' ? [] : [condition(value)]
