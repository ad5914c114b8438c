import { type RawBuilder, sql } from 'kysely'
import { toTsQuery } from '../order-search.ts'

/** The words of a customer that are searched: the same expression as the index `customers_search`. */
const words = sql`to_tsvector('simple'::regconfig, translate(lower(coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || right(coalesce(phone, ''), 10) || ' ' || first_name || ' ' || last_name), '@.+-_/', '      '))`

/** A search that finds more than this is too wide to page through. */
const mostFound = 1_000

/**
 * SQL: ids of the customers whose name, e-mail and phone have each typed word by its beginning. Undefined for a text
 * without a letter or digit. `materialized` keeps the planner from walking all customers in the order of the list.
 */
export function matchingCustomers(typed: string): RawBuilder<unknown> | undefined {
  const query = toTsQuery(typed)
  if (query === undefined) return undefined
  return sql`(
    with found as materialized (
      select id from customers where ${words} @@ to_tsquery('simple', ${query}) limit ${mostFound}
    )
    select id from found
  )`
}
