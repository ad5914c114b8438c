import { type RawBuilder, sql } from 'kysely'
import type { ProductRow } from '#contract/admin/catalog/products.ts'
import { type Money, money } from '#contract/money.ts'
import type { PublicationState } from '#contract/rules/product-schedule.ts'
import { declaredFor } from '#server/catalog/products/declarations-sql.ts'
import { lowStock } from '#server/catalog/stock/availability.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { listPage, startingWith } from '#server/platform/kernel/list-page.ts'
import { searchWords, signsApart, typedWordsAndSigns } from '#server/platform/kernel/word-search.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { archivedIds } from './archive-products.ts'

export type ProductFilter = {
  q?: string | undefined
  category?: number | undefined
  brand?: number | undefined
  state?: PublicationState | undefined
  stock?: 'out' | 'low' | undefined
  undeclared?: 'eu' | 'in' | undefined
  import?: number | undefined
}

type Query = ProductFilter & {
  page: number
  per_page: number
  sort: 'id' | 'name' | 'updated_at'
  order: 'asc' | 'desc'
}

/** A list of more search results than this is too wide to page through: the rest is left out. ADR 0044. */
const mostFound = 10_000

export async function listProducts(db: Db, query: Query): Promise<{ rows: ProductRow[]; total: number }> {
  const channel = await readDefaultChannel(db)
  const price = (edge: 'min' | 'max') => sql<
    number | null
  >`(select ${sql.raw(edge)}(pr.selling_price) from variations v
    join prices pr on pr.variation_id = v.id and pr.channel_id = ${channel.id} where v.product_id = products.id)`
  const counted = (condition: string) => sql<number>`(select count(*) from variations v
    where v.product_id = products.id and v.tracks_stock and ${sql.raw(condition)})::integer`
  const { ids, total } = await (query.q || query.stock || query.undeclared || query.import
    ? searchPage(db, query)
    : readPage(db, query))
  if (ids.length === 0) return { rows: [], total }
  // Only for the page: in the search they would be computed for the skipped rows too.
  const details = await db
    .selectFrom('products')
    .select([
      'products.id',
      'products.name',
      'products.slug',
      'products.is_published',
      'products.publish_at',
      'products.unpublish_at',
      'products.archived_at',
      firstImage.as('image_path'),
      sql<string | null>`(select v.sku from variations v where v.product_id = products.id
          order by v.is_default desc, v.position, v.id limit 1)`.as('sku'),
      sql<number>`(select count(*) from variations v where v.product_id = products.id)::integer`.as(
        'variations',
      ),
      sql<number | null>`(select sum(v.stock) from variations v
          where v.product_id = products.id and v.tracks_stock)::integer`.as('stock'),
      counted('v.stock = 0').as('sold_out'),
      counted(`v.stock between 1 and ${lowStock}`).as('low'),
      price('min').as('price_from'),
      price('max').as('price_to'),
      sql<string | null>`(select b.name from brands b where b.id = products.brand_id)`.as('brand'),
      sql<string | null>`(select c.name from categories c where c.id = products.category_id)`.as('category'),
    ])
    .where('products.id', 'in', ids)
    .execute()
  const byId = new Map(details.map((row) => [row.id, row]))
  const shown = (amount: number | null): Money | null =>
    amount === null ? null : money(amount, channel.currency)
  return {
    rows: ids
      .flatMap((id) => byId.get(id) ?? [])
      .map((row) => ({
        ...row,
        publish_at: row.publish_at?.toISOString() ?? null,
        unpublish_at: row.unpublish_at?.toISOString() ?? null,
        archived_at: row.archived_at?.toISOString() ?? null,
        price_from: shown(row.price_from),
        price_to: shown(row.price_to),
      })),
    total,
  }
}

type Page = { ids: number[]; total: number }

/** Both queries read indexes only: `products_in_lists` and `products_drafts` have the columns of the filters and sorts. */
async function readPage(db: Db, query: Query): Promise<Page> {
  const { rows, total } = await listPage(productsMatching(db, query), query, {
    column: `products.${query.sort}`,
    id: 'products.id',
    select: (found) => found.select('products.id'),
  })
  return { ids: rows.map(({ id }) => id), total }
}

/** One query, so that the products are searched once for the page and the count. */
async function searchPage(db: Db, { page, per_page, sort, order, q, ...filter }: Query): Promise<Page> {
  const found = q ? foundProducts(q) : sql`products`
  const conditions = conditionsOf(filter)
  const direction = sql.raw(order === 'asc' ? 'asc' : 'desc')
  const { rows } = await sql<Page>`
    with found as materialized (
      select products.id, products.name, products.updated_at from ${found} products
      ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}
    )
    select (select count(*)::integer from found) as total, (select coalesce(json_agg(id), '[]') from (
      select id from found order by ${sql.ref(sort)} ${direction}, id ${direction}
      limit ${per_page} offset ${(page - 1) * per_page}
    ) shown) as ids`.execute(db)
  const [answer] = rows
  if (!answer) throw new Error('The products were not searched')
  return answer
}

/** SQL: the matches with the columns of the list, which are read with the match: looking them up again takes longer. */
function foundProducts(typed: string): RawBuilder<unknown> {
  const { isNamed, hasSku } = matchesOf(typed)
  const columns = sql`id, name, updated_at, brand_id, category_id, is_published`
  return sql`(
    (select ${columns} from products where ${isNamed} limit ${mostFound})
    union select p.* from (
      select distinct product_id from (select product_id from variations where ${hasSku} limit ${mostFound}) v
    ) v cross join lateral (select ${columns} from products where products.id = v.product_id offset 0) p
  )`
}

export const firstImage = sql<
  string | null
>`(select i.path from product_images pi join images i on i.id = pi.image_id
  where pi.product_id = products.id order by pi.position, pi.id limit 1)`

/** The products of a search and filters, without columns: for the list, and for a change of all of them. */
export function productsMatching(db: Db | Tx, { q, ...filter }: ProductFilter) {
  return db
    .selectFrom('products')
    .$if(Boolean(q), (query) => query.where(sql<boolean>`products.id in ${matchingProducts(q ?? '')}`))
    .$call((query) => conditionsOf(filter).reduce((some, condition) => some.where(condition), query))
}

/** The ids of the products of a search and filters (undefined: of all, archived ones too) in their order, as one value: a row for each of a million takes ten times the memory. */
export async function findProductIds(db: Db, filter: ProductFilter | undefined): Promise<number[]> {
  const found = (filter ? productsMatching(db, filter) : db.selectFrom('products')).select('products.id')
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(json_agg(id order by id), '[]') as ids from (${found}) found`.execute(db)
  return rows[0]?.ids ?? []
}

function conditionsOf({
  category,
  brand,
  state,
  stock,
  undeclared,
  import: imported,
}: Omit<ProductFilter, 'q'>): RawBuilder<boolean>[] {
  return [
    ...(category === undefined ? [] : [inCategory(category)]),
    ...(brand === undefined ? [] : [sql<boolean>`products.brand_id = ${brand}`]),
    ...(state === undefined || state === 'archived'
      ? []
      : [sql<boolean>`products.is_published = ${state === 'published'}`]),
    ...(state === 'archived' ? [sql<boolean>`products.id in ${archivedIds}`] : []),
    // What is published is not archived; an import names all that it changed.
    ...(state === 'archived' || state === 'published' || (state === undefined && imported !== undefined)
      ? []
      : [sql<boolean>`products.id not in ${archivedIds}`]),
    ...(state === 'draft' ? [sql<boolean>`products.id not in ${scheduled}`] : []),
    ...(state === 'scheduled' ? [sql<boolean>`products.id in ${scheduled}`] : []),
    ...(stock === undefined ? [] : [stock === 'out' ? isSoldOut : isLow]),
    ...(imported === undefined
      ? []
      : [
          sql<boolean>`products.id in (select product_id from product_import_items where import_id = ${imported})`,
        ]),
    ...(undeclared === undefined ? [] : [sql<boolean>`products.id not in ${declaredFor[undeclared]}`]),
  ]
}

/** Reads the index of scheduled products, so that the list of drafts stays within `products_drafts`. */
const scheduled = sql`(select s.id from products s where s.publish_at is not null)`

/** The category and all below it. */
const inCategory = (id: number) => sql<boolean>`products.category_id in (
  select below.id from categories above join categories below
    on below.id = above.id or starts_with(below.path, above.path || '/')
  where above.id = ${id})`

const withStock = (condition: string) =>
  sql<boolean>`products.id in (select v.product_id from variations v where v.tracks_stock and ${sql.raw(condition)})`
const isSoldOut = withStock('v.stock = 0')
const isLow = withStock(`v.stock between 1 and ${lowStock}`)

/** The expression of the index `products_search_signs`. */
const words = searchWords(signsApart(`name || ' ' || slug`))

/** SQL conditions: words of name and address of a product, each by its beginning; the beginning of a variation's SKU. */
function matchesOf(typed: string) {
  const query = typedWordsAndSigns(typed)
    .map((word) => `'${word}':*`)
    .join(' & ')
  const prefix = startingWith(typed.toUpperCase())
  return {
    isNamed: query === '' ? sql`false` : sql`${words} @@ to_tsquery('simple', ${query})`,
    hasSku: sql`upper(sku) like ${prefix}`,
  }
}

/**
 * SQL: ids of the products with each typed word in name or address, or with a variation of that SKU.
 * @param most matches by words, and by SKU, that are taken at most
 */
export function matchingProducts(typed: string, most?: number): RawBuilder<unknown> {
  const { isNamed, hasSku } = matchesOf(typed)
  const limit = most === undefined ? sql`` : sql`limit ${most}`
  return sql`(
    (select id from products where ${isNamed} ${limit})
    union (select product_id from variations where ${hasSku} ${limit})
  )`
}
