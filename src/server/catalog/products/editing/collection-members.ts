import { type RawBuilder, sql } from 'kysely'
import type {
  CollectionCondition,
  CollectionPreview,
  CollectionRules,
} from '#contract/admin/catalog/collection-rules.ts'
import { originRank } from '#server/catalog/catalog-index/facets/product-facets.ts'
import { discountPercent, inStock, leadingFirst } from '#server/catalog/catalog-index/sql/on-sale-sql.ts'
import { isWithin } from '#server/catalog/catalog-index/sql/sql-matching.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { allowLonger } from '#server/platform/db/primary-client.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { containing } from '#server/platform/kernel/list-page.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { archivedIds } from './archive-products.ts'
import { firstImage } from './product-list.ts'

/** After all products chosen by hand. */
const RULE_POSITION = 1_000_000

type Collection = { id: number; rules: CollectionRules }

/**
 * Makes the products that meet the rules the members of a collection, in one statement that writes only what differs, and notes
 * the change. Products chosen by hand stay. ADR 0032.
 *
 * Members and matches are grouped, not joined: the planner does not know how many members a collection has just got, and
 * compared each with all others.
 *
 * @param productIds only these products are examined; undefined: all
 */
export async function refreshMembers(
  tx: Tx,
  { id, rules }: Collection,
  productIds?: readonly number[],
): Promise<{ added: number; removed: number }> {
  const channel = await readDefaultChannel(tx)
  // The first members of a large collection are tens of thousands of rows.
  if (!productIds) await allowLonger(tx, 60_000)
  const { rows } = await sql<{ had_some: boolean; added: number; removed: number }>`
    with ${matching(rules, channel.id, productIds)},
    compared as materialized (
      select product_id, max(row) as row, bool_or(by_rule) as by_rule, bool_or(is_met) as is_met from (
        select id as product_id, null::tid as row, false as by_rule, true as is_met from matching
        union all
        select product_id, ctid, by_rule, false from collection_products where collection_id = ${id}
          ${productIds ? sql`and product_id = any(${sql.val(productIds)}::integer[])` : sql``}
      ) either group by product_id
    ),
    removed as (
      delete from collection_products
      where ctid = any(array(select row from compared where by_rule and not is_met)) and by_rule
      returning product_id
    ),
    added as (
      insert into collection_products (collection_id, product_id, position, by_rule)
      select ${id}::integer, product_id, ${RULE_POSITION}::integer, true from compared where row is null
      on conflict do nothing
      returning product_id
    )
    select exists (select from collection_products where collection_id = ${id}) as had_some,
      (select count(*)::integer from added) as added, (select count(*)::integer from removed) as removed`.execute(
    tx,
  )
  const { had_some, ...changed } = rows[0] ?? { had_some: false, added: 0, removed: 0 }
  if (changed.added + changed.removed > 0) {
    const isAsFilled = had_some === (await hasMembers(tx, id))
    // Lists of collections leave out empty ones.
    await noteChange(tx, [`collection:${id}`, ...(isAsFilled ? [] : ['listing'])])
  }
  return changed
}

async function hasMembers(tx: Tx, id: number) {
  const first = await tx
    .selectFrom('collection_products')
    .select('product_id')
    .where('collection_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}

/** Products on a preview. */
const PREVIEWED = 8

/** What a collection with these rules, and these products chosen by hand, will contain. */
export async function previewMembers(
  db: Db,
  rules: CollectionRules,
  products: readonly number[],
): Promise<CollectionPreview> {
  const channel = await readDefaultChannel(db)
  const { rows } = await sql<{ id: number; total: number; drafts: number }>`
    with ${matching(rules, channel.id)},
    by_hand as (
      select p.id, min(chosen.at) as at from unnest(${sql.val(products)}::integer[]) with ordinality as chosen (id, at)
      join products p on p.id = chosen.id group by p.id
    ),
    members as (select id from (select id from matching union select id from by_hand) m where id not in ${archivedIds}),
    counted as (
      select count(*)::integer as total, (count(*) filter (where not p.is_published))::integer as drafts
      from members m join products p on p.id = m.id
    )
    select p.id, c.total, c.drafts from counted c, members m join products p on p.id = m.id
      left join by_hand h on h.id = p.id
      ${byPrice.has(rules.sort) ? sql`left join lateral (${leading(channel.id, sql`p.id`)}) l on true` : sql``}
    order by h.at nulls last, ${orders[rules.sort]}, p.id limit ${PREVIEWED}`.execute(db)
  const ids = rows.map((row) => row.id)
  const found =
    ids.length === 0
      ? []
      : await db
          .selectFrom('products')
          .select(['products.id', 'products.name', 'products.is_published', firstImage.as('image_path')])
          .where('products.id', 'in', ids)
          .execute()
  const byId = new Map(found.map((row) => [row.id, row]))
  return {
    total: rows[0]?.total ?? 0,
    drafts: rows[0]?.drafts ?? 0,
    first: ids.flatMap((id) => byId.get(id) ?? []),
  }
}

const orders: Record<CollectionRules['sort'], RawBuilder<unknown>> = {
  default: sql`p.position`,
  newest: sql`p.published_at desc, p.id desc`,
  price_asc: sql`l.selling_price`,
  price_desc: sql`l.selling_price desc nulls last`,
  best_selling: sql`p.sold_count desc`,
  rating: sql`p.rating_average desc nulls last, p.rating_count desc`,
  discount: sql`${sql.raw(discountPercent('l.selling_price', 'l.mrp'))} desc nulls last`,
  name_asc: sql`lower(p.name)`,
  origin_asc: originRank(sql`(select country_of_origin from product_declarations where product_id = p.id)`),
}

const byPrice: ReadonlySet<CollectionRules['sort']> = new Set(['price_asc', 'price_desc', 'discount'])

/** The price on the card in a channel: of each product, or of one. */
const leading = (channelId: number, product?: RawBuilder<unknown>) => sql`
  select distinct on (v.product_id) v.product_id, pr.selling_price, pr.mrp
  from variations v join shown_prices pr on pr.variation_id = v.id and pr.channel_id = ${channelId}
  where v.is_published ${product ? sql`and v.product_id = ${product}` : sql``}
  order by v.product_id, ${sql.raw(leadingFirst)}`

/** The common table expression `matching`: ids of the products that meet the rules, drafts too. */
function matching(rules: CollectionRules, channelId: number, productIds?: readonly number[]) {
  const { match, conditions, excluded } = rules
  const needsPrice = conditions.some(({ field }) => field === 'price' || field === 'sale')
  return sql`matching as materialized (
    select p.id from products p
    ${needsPrice ? sql`left join (${leading(channelId, productIds && sql`any(${sql.val(productIds)}::integer[])`)}) l on l.product_id = p.id` : sql``}
    where (${sql.join(
      conditions.map((condition) => sql`(${isMet(condition)})`),
      match === 'all' ? sql` and ` : sql` or `,
    )})
    ${excluded.length > 0 ? sql`and p.id <> all(${sql.val(excluded)}::integer[])` : sql``}
    ${productIds ? sql`and p.id = any(${sql.val(productIds)}::integer[])` : sql``}
  )`
}

/** On a product `p` with its leading price `l`. Each is true or false: `not` of an unknown one would be unknown too. */
function isMet(condition: CollectionCondition): RawBuilder<unknown> {
  switch (condition.field) {
    case 'category':
      return chosen(
        condition,
        (ids) => sql`coalesce(p.category_id in (
          select below.id from categories top join categories below on ${isWithin('below', 'top')}
          where top.id = ${ids}), false)`,
      )
    case 'brand':
      return chosen(condition, (ids) => sql`coalesce(p.brand_id = ${ids}, false)`)
    case 'label':
      return chosen(
        condition,
        (ids) =>
          sql`exists (select from product_labels pl where pl.product_id = p.id and pl.label_id = ${ids})`,
      )
    case 'tag':
      return chosen(
        condition,
        (ids) => sql`exists (select from product_tags pt where pt.product_id = p.id and pt.tag_id = ${ids})`,
      )
    case 'attribute_value':
      return chosen(
        condition,
        (ids) => sql`(
          exists (select from product_attributes pa where pa.product_id = p.id and pa.value_id = ${ids})
          or exists (
            select from variations v join variation_options o on o.variation_id = v.id
            where v.product_id = p.id and v.is_published and o.value_id = ${ids}))`,
      )
    case 'price':
      return condition.operator === 'at_least'
        ? sql`coalesce(l.selling_price >= ${condition.amount}, false)`
        : sql`coalesce(l.selling_price <= ${condition.amount}, false)`
    case 'sale':
      return unless(condition.operator === 'not_on_sale', sql`coalesce(l.selling_price < l.mrp, false)`)
    case 'stock':
      return unless(
        condition.operator === 'sold_out',
        sql`exists (
          select from variations v where v.product_id = p.id and v.is_published and ${sql.raw(inStock)})`,
      )
    case 'published':
      return sql`p.published_at > now() - make_interval(days => ${condition.days})`
    case 'name':
      return unless(condition.operator === 'contains_not', sql`p.name ilike ${containing(condition.text)}`)
  }
}

const unless = (isNegated: boolean, met: RawBuilder<unknown>) => (isNegated ? sql`not ${met}` : met)

const chosen = (
  { operator, values }: { operator: 'is' | 'is_not'; values: readonly number[] },
  met: (ids: RawBuilder<unknown>) => RawBuilder<unknown>,
) => unless(operator === 'is_not', met(sql`any(${sql.val(values)}::integer[])`))
