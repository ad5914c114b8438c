import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#contract/admin/permissions.ts'
import { type SearchedKind, type SearchGroup, type SearchHit, searchedKinds } from '#contract/admin/search.ts'
import { type OrderState, orderStatusLabel } from '#contract/rules/order-status.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { matchingProducts } from '#server/catalog/products/editing/product-list.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { containing } from '#server/platform/kernel/list-page.ts'
import { searchWords, toTsQuery } from '#server/platform/kernel/word-search.ts'
import { matchingCustomers } from '../customers/customer-search.ts'
import { matchingOrders } from '../order-search.ts'

const MAX_HITS = 5
/** More matches of a kind are not sorted: the staff member types on. */
const MAX_FOUND = 200
/** Ids are 32-bit integers. */
const ID_DIGITS = 9

/** What is typed, in the forms that the queries compare. */
type Typed = { q: string; id: number | null; words: string }

/**
 * Finds records by the beginning of their words, in the groups that these permissions may read. A record whose id,
 * number, SKU, code or e-mail address is exactly the text is first.
 */
export async function findRecords(
  db: Db,
  permissions: readonly Permission[],
  q: string,
): Promise<SearchGroup[]> {
  const words = toTsQuery(q)
  if (words === undefined) return []
  const id = /^\d+$/.test(q) && q.length <= ID_DIGITS ? Number(q) : null
  const groups: SearchGroup[] = []
  // One after another: a search per keystroke must not occupy several connections.
  for (const kind of keysOf(searchedKinds)) {
    if (!permissions.includes(searchedKinds[kind])) continue
    const hits = await finders[kind](db, { q, id, words })
    if (hits.length > 0) groups.push({ kind, hits })
  }
  return groups
}

const finders: Record<SearchedKind, (db: Db, typed: Typed) => Promise<SearchHit[]>> = {
  async orders(db, { q, id }) {
    const exact = sql`select id from orders where order_no = ${q.toUpperCase()} or id = ${id}`
    const { rows } = await sql<{ id: number; order_no: string; customer: string; status: OrderState }>`
      select o.id, o.order_no, o.status,
        trim(concat(o.shipping_address ->> 'first_name', ' ', o.shipping_address ->> 'last_name')) as customer
      from orders o where o.id in (${exact} union select id from ${idsOf(matchingOrders(q, MAX_FOUND))} found)
      order by o.id in (${exact}) desc, o.id desc limit ${MAX_HITS}`.execute(db)
    return rows.map(({ id, order_no, customer, status }) => ({
      id,
      title: order_no,
      detail: [customer, orderStatusLabel(status)].filter(Boolean).join(', '),
    }))
  },

  async products(db, { q, id }) {
    const exact = sql`select product_id as id from variations where upper(sku) = ${q.toUpperCase()}
      union select id from products where id = ${id}`
    return hits(
      db,
      sql`select p.id, p.name as title, coalesce((select v.sku from variations v where v.product_id = p.id
        order by (upper(v.sku) = ${q.toUpperCase()}) desc, v.is_default desc, v.position, v.id limit 1), '') as detail
      from products p where p.id in (${exact} union ${matchingProducts(q, MAX_FOUND)})
      order by p.id in (${exact}) desc, p.is_published desc, p.id limit ${MAX_HITS}`,
    )
  },

  async customers(db, { q, id }) {
    const matching = await matchingCustomers(db, { typed: q, most: MAX_FOUND })
    const exact = sql`select id from customers where email = ${q.toLowerCase()} or guest_email = ${q.toLowerCase()} or id = ${id}`
    return hits(
      db,
      sql`select c.id, coalesce(nullif(trim(concat(c.first_name, ' ', c.last_name)), ''), c.email, c.guest_email, c.phone, c.guest_phone, '') as title,
        coalesce(c.email, c.guest_email, c.phone, c.guest_phone, '') as detail
      from customers c where c.id in (${exact} union ${idsOf(matching)})
      order by c.id in (${exact}) desc, c.id desc limit ${MAX_HITS}`,
    )
  },

  pages: (db, { words, id }) =>
    hits(
      db,
      sql`select id, name as title, '/' || slug as detail from pages
      where page_type in ('Home', 'Page') and (id = ${id} or ${pageWords} @@ to_tsquery('simple', ${words}))
      order by (id = ${id}) is true desc, lower(name), id limit ${MAX_HITS}`,
    ),

  'blog-posts': (db, { words, id }) =>
    hits(
      db,
      sql`select id, title, initcap(status) as detail from blog_posts
      where id = ${id} or ${postWords} @@ to_tsquery('simple', ${words})
      order by (id = ${id}) is true desc, id desc limit ${MAX_HITS}`,
    ),

  promotions: (db, { q, id }) =>
    hits(
      db,
      sql`select id, name as title, coalesce(code, '') as detail from promotions
      where id = ${id} or name ilike ${containing(q)} or code = ${q.toUpperCase()}
      order by (code = ${q.toUpperCase()} or id = ${id}) is true desc, id desc limit ${MAX_HITS}`,
    ),

  coupons: (db, { q, words, id }) =>
    hits(
      db,
      sql`select id, code as title, title as detail from coupons
      where id = ${id} or ${couponWords} @@ to_tsquery('simple', ${words})
      order by (upper(code) = ${q.toUpperCase()} or id = ${id}) is true desc, parent_id is not null, id desc limit ${MAX_HITS}`,
    ),
}

/** The same expressions as the indexes `pages_search`, `blog_posts_search` and `coupons_search`. */
const pageWords = searchWords(`name || ' ' || slug`)
const postWords = searchWords(`title || ' ' || slug`)
const couponWords = searchWords(`code || ' ' || title`)

const hits = async (db: Db, query: RawBuilder<unknown>): Promise<SearchHit[]> =>
  (await (query as RawBuilder<SearchHit>).execute(db)).rows

/** The matching functions have no query for a text without a letter or digit, which has no search at all. */
const idsOf = (matching: RawBuilder<unknown> | undefined) =>
  matching ?? sql`(select null::integer as id where false)`
