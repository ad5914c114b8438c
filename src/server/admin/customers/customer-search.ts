import { type RawBuilder, sql } from 'kysely'
import type { CustomerFilter } from '#contract/admin/customers/customers.ts'
import { wordsOf } from '#contract/rules/search-text.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { phoneEndsWith, searchWords, toTsQuery } from '#server/platform/kernel/word-search.ts'
import { buyersOfMatchingOrders } from '../order-search.ts'

/** SQL: the words of name and contact, whose columns differ between accounts and guests. */
const wordsOfContact = (email: string, phone: string) =>
  searchWords(
    `coalesce(${email}, '') || ' ' || coalesce(${phone}, '') || ' ' || right(coalesce(${phone}, ''), 10) || ' ' || first_name || ' ' || last_name`,
  )

/** The words of a customer that are searched: the expression of the index `customers_search`. */
export const words = wordsOfContact('email', 'phone')

/** The same words of guests: the expression of the index `customers_guest_search`. */
export const guestWords = wordsOfContact('guest_email', 'guest_phone')

/** A search that finds more than this is too wide to page through. */
const mostFound = 1_000

/** The index collects all matches before the first is returned, so a word that more than a tenth have is searched without it. */
const sampled = 200
const frequentFrom = sampled / 10

/** Matches of frequent words are looked for among so many customers, from the beginning of the list. ADR 0044. */
const mostWalked = 3_000

/** Orders that are read for each customer that a search shows at most: some are of one customer, others are left out by a filter. */
const ordersPerFound = 3

type Search = {
  typed: string
  order?: 'asc' | 'desc'
  kind?: CustomerFilter['kind']
  /** SQL: what the customers have to meet besides. No joins, or the planner reads all customers in place of the indexes of words. */
  where?: RawBuilder<unknown>
  most?: number
  /** By what their orders say as well: number, town, postcode. */
  isByOrders?: boolean
}

/**
 * SQL: id of the customers whose name, e-mail and phone have each typed word by its beginning, or whose phone ends with it. Undefined for a text
 * without a letter or digit. Reads a sample of the newest customers first, to know which words are frequent.
 */
export async function matchingCustomers(
  db: Db,
  { typed, order = 'desc', kind, where = sql`true`, most = mostFound, isByOrders = false }: Search,
): Promise<RawBuilder<unknown> | undefined> {
  const query = toTsQuery(typed)
  if (query === undefined) return undefined
  const { rare, frequent } = await splitByFrequency(db, query, wordsOf(typed))
  const ofAccounts = kind === 'account' ? sql`(not is_guest) is true and ${where}` : where
  // "is true" keeps the frequent words out of the index search.
  const byWords =
    rare === undefined
      ? sql`
      select id from (
        select id, ${words} as words from customers where ${ofAccounts}
        order by id ${sql.raw(order)} limit ${mostWalked}
      ) walked where words @@ to_tsquery('simple', ${frequent}) limit ${most}`
      : sql`
    select id from customers where ${words} @@ to_tsquery('simple', ${rare}) and ${ofAccounts}
      ${frequent === undefined ? sql`` : sql`and (${words} @@ to_tsquery('simple', ${frequent})) is true`}
    limit ${most}`
  const byContactOfGuests = sql`
    select id from customers where is_guest and ${guestWords} @@ to_tsquery('simple', ${query}) and ${where} limit ${most}`
  const byPhoneEnd = phoneEndsWith('coalesce(phone, guest_phone)', typed)
  const whose =
    kind === undefined
      ? sql`true`
      : kind === 'guest'
        ? sql`guest_id is not null`
        : sql`customer_id is not null`
  const buyers = buyersOfMatchingOrders({ typed, query, where: whose, most: most * ordersPerFound })
  const ofKind = kind === 'guest' ? sql`is_guest and ${where}` : ofAccounts
  const byOrders = sql`
    select id from customers where id = any(array${buyers}) and ${ofKind} limit ${most}`
  const parts = [
    ...(kind === 'guest' ? [] : [byWords]),
    ...(kind === 'account' ? [] : [byContactOfGuests]),
    ...(byPhoneEnd ? [sql`select id from customers where ${byPhoneEnd} and ${ofKind} limit ${most}`] : []),
    ...(isByOrders ? [byOrders] : []),
  ]
  return sql`(${sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union `,
  )})`
}

async function splitByFrequency(db: Db, query: string, typed: readonly string[]) {
  // A phone number in groups is one alternative, which cannot be split.
  const parts = query.includes('|') ? [query] : typed.map((word) => `'${word}':*`)
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(
      parts.map((part) => sql`count(*) filter (where words @@ to_tsquery('simple', ${part}))::integer`),
    )}] as counts
    from (select ${words} as words from customers order by id desc limit ${sampled}) sample`.execute(db)
  const counts = rows[0]?.counts ?? []
  const isFrequent = (at: number) => (counts[at] ?? 0) > frequentFrom
  const joined = (some: readonly string[]) => (some.length === 0 ? undefined : some.join(' & '))
  return {
    rare: joined(parts.filter((_, at) => !isFrequent(at))),
    frequent: joined(parts.filter((_, at) => isFrequent(at))),
  }
}
