import { type RawBuilder, sql } from 'kysely'
import type { CustomerFilter } from '#contract/admin/customers/customers.ts'
import { addDays } from '#contract/rules/time-zone.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { notFound } from '#server/platform/kernel/errors.ts'
import { startingWith, startOfDay } from '#server/platform/kernel/list-page.ts'
import { defaultCurrency, isSale } from './order-sql.ts'

type Sql = RawBuilder<unknown>

/** Of whom rules are: the days are those of the time zone, and with `id` only this customer may be found, in place of all. */
export type RuleReader = {
  timeZone: string
  id?: number
  /** Whether a customer is among the ids of a query. */
  isIn?: (ids: Sql) => Sql
}

/** The expression of the index `orders_by_buyer`, whose columns are read instead of the wide rows. */
const buyer = sql`coalesce(o.customer_id, o.guest_id)`
const amount = sql`coalesce(sum(o.grand_total) filter (where o.currency = ${defaultCurrency}), 0)`

const consents = {
  yes: sql`is_marketing_opted_in`,
  no: sql`not is_marketing_opted_in`,
  unasked: sql`is_marketing_opted_in is null`,
}

/**
 * SQL: the conditions of a filter on rows of `customers`, apart from its kind. Orders count without cancelled and unpaid ones.
 * Not comparisons with values, which the partial indexes of `customers` do not match.
 */
export function customerConditions(filter: CustomerFilter, reader: RuleReader): Sql[] {
  const { blocked, tag, group, marketing } = filter
  const { isIn = isAmong } = reader
  return [
    ...when(blocked, (is) => (is === 'true' ? sql`is_blocked` : sql`not is_blocked`)),
    ...when(tag, (name) =>
      isIn(sql`(select t.customer_id from customer_tags t where lower(t.tag) = lower(${name}))`),
    ),
    ...when(group, (id) =>
      isIn(sql`(select m.customer_id from customer_group_members m where m.group_id = ${id})`),
    ),
    ...when(marketing, (answer) => consents[answer]),
    ...orderConditions(filter, reader),
  ]
}

/** SQL: the condition of a filter on the kind of a customer, which the partial indexes of both kinds match. */
export const kindCondition = ({ kind }: CustomerFilter): Sql[] =>
  when(kind, (one) => (one === 'guest' ? sql`is_guest` : sql`not is_guest`))

/**
 * SQL: the e-mail addresses of the customers who are in a segment now.
 * @throws 404 for an unknown segment
 */
export async function emailsOfSegment(db: Db, id: number, timeZone: string): Promise<Sql> {
  const { rows } = await sql<{ filter: CustomerFilter }>`
    select filter from customer_segments where id = ${id}`.execute(db)
  const [segment] = rows
  if (!segment) throw notFound('Segment not found')
  const conditions = [...kindCondition(segment.filter), ...customerConditions(segment.filter, { timeZone })]
  return sql`(select coalesce(email, guest_email) from customers where ${and(conditions)})`
}

/** Which of these segments a customer is in now. A segment that was deleted has none. */
export async function segmentsOfCustomer(
  db: Db | Tx,
  customerId: number,
  { ids, timeZone }: { ids: readonly number[]; timeZone: string },
): Promise<number[]> {
  const { rows: segments } = await sql<{ id: number; filter: CustomerFilter }>`
    select id, filter from customer_segments where id = any(${ids}::bigint[])`.execute(db)
  if (segments.length === 0) return []
  const isIn = ({ id, filter }: (typeof segments)[number]) => {
    const conditions = [...kindCondition(filter), ...customerConditions(filter, { timeZone, id: customerId })]
    return sql`select ${id}::bigint as id where exists (
      select from customers where customers.id = ${customerId} and ${and(conditions)})`
  }
  const { rows } = await sql<{ id: number }>`${sql.join(segments.map(isIn), sql` union all `)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether a filter asks for orders, which are read once for the page and the count. */
export const hasOrderRules = (filter: CustomerFilter): boolean =>
  orderConditions(filter, { timeZone: 'UTC' }).length > 0

const isAmong = (ids: Sql) => sql`id in ${ids}`

function orderConditions(filter: CustomerFilter, reader: RuleReader): Sql[] {
  const { product } = filter
  const { isIn = isAmong } = reader
  const places = placesOf(filter)
  const buyers = (where: Sql, having = sql``) => sql`(
    select ${buyer} as id from orders o
    where ${buyer} is not null ${reader.id === undefined ? sql`` : sql`and ${buyer} = ${reader.id}`} and ${isSale} ${where}
    ${having})`
  const figures = (having: Sql) => buyers(sql``, sql`group by ${buyer} having ${having}`)
  const { least, most } = figuresOf(filter, reader.timeZone)
  const all = and([...least, ...most])
  return [
    // A customer without orders meets an upper bound of number or amount alone.
    ...(least.length > 0 ? [isIn(figures(all))] : []),
    ...(least.length === 0 && most.length > 0 ? [sql`id not in ${figures(sql`not (${all})`)}`] : []),
    ...when(product, (id) =>
      isIn(
        buyers(sql`and o.id in (
          select i.order_id from order_items i where i.status <> 'cancelled'
            and i.variation_id in (select v.id from variations v where v.product_id = ${id}))`),
      ),
    ),
    ...(places.length > 0 ? [isIn(buyers(sql`and ${and(places)}`))] : []),
  ]
}

/** SQL: what is asked of the orders of a customer together: bounds that need an order, and those that do not. */
function figuresOf(filter: CustomerFilter, timeZone: string): { least: Sql[]; most: Sql[] } {
  const { orders_from = 0, total_from = 0 } = filter
  return {
    least: [
      ...(orders_from > 0 ? [sql`count(*) >= ${orders_from}`] : []),
      ...(total_from > 0 ? [sql`${amount} >= ${total_from}`] : []),
      ...when(filter.last_from, (day) => sql`max(o.placed_at) >= ${startOfDay(day, timeZone)}`),
      ...when(filter.last_to, (day) => sql`max(o.placed_at) < ${startOfDay(addDays(day, 1), timeZone)}`),
      ...when(filter.quiet_days, (days) => sql`max(o.placed_at) < now() - make_interval(days => ${days})`),
    ],
    most: [
      ...when(filter.orders_to, (count) => sql`count(*) <= ${count}`),
      ...when(filter.total_to, (total) => sql`${amount} <= ${total}`),
    ],
  }
}

/** SQL: where an order went: expressions of the indexes `orders_by_state`, `orders_by_town` and `orders_by_postcode`. */
const placesOf = ({ state, town, postcode }: CustomerFilter): Sql[] => [
  ...when(state, (name) => sql`lower(o.shipping_address ->> 'state_name') = lower(${name})`),
  ...when(town, (name) => sql`lower(trim(o.shipping_address ->> 'city')) = lower(${name})`),
  ...when(
    postcode,
    (code) =>
      sql`upper(replace(o.shipping_address ->> 'postcode', ' ', '')) like ${startingWith(code.toUpperCase().replace(/\s+/g, ''))}`,
  ),
]

const and = (conditions: readonly Sql[]) => sql.join(conditions, sql` and `)

const when = <Value>(value: Value | undefined, condition: (value: Value) => Sql): Sql[] =>
  value === undefined || value === '' ? [] : [condition(value)]
