import type pg from 'pg'
import type { ListingQuery } from '#server/platform/kernel/catalog-index.ts'

/**
 * What SQL can do at best, and less than the answer: one statement on a table made for it (a row a product, all its values as numbers
 * in one indexed array). It leaves out that a facet does not count its own choice, and that options must meet on one
 * variation; with those it can only be slower.
 */
export type FlatTable = { ask(query: ListingQuery): Promise<{ total: number }> }

export async function makeFlatTable(pool: pg.Pool): Promise<FlatTable> {
  await pool.query(`
    create table bench_values as
      select row_number() over () ::int as number, key from (
        select 'brand ' || slug as key from brands union all
        select 'category ' || slug from categories union all
        select 'within ' || id from categories union all
        select 'label ' || slug from labels union all
        select 'tag ' || slug from tags union all
        select 'collection ' || id from collections union all
        select 'value ' || a.code || ' ' || av.value from attribute_values av join attributes a on a.id = av.attribute_id union all
        select 'in stock') keys`)
  await pool.query(`
    create table bench_flat as
      with keys as (
        select p.id, 'brand ' || b.slug as key from products p join brands b on b.id = p.brand_id
        union all
        select p.id, unnest(array['category ' || above.slug, 'within ' || above.id]) from products p
          join categories own on own.id = p.category_id
          join categories above on starts_with(own.path || '/', above.path || '/')
        union all
        select pl.product_id, 'label ' || l.slug from product_labels pl join labels l on l.id = pl.label_id
        union all
        select pt.product_id, 'tag ' || t.slug from product_tags pt join tags t on t.id = pt.tag_id
        union all
        select product_id, 'collection ' || collection_id from collection_products
        union all
        select pa.product_id, 'value ' || a.code || ' ' || av.value from product_attributes pa
          join attribute_values av on av.id = pa.value_id join attributes a on a.id = av.attribute_id
        union all
        select distinct v.product_id, 'value ' || a.code || ' ' || av.value from variations v
          join variation_options o on o.variation_id = v.id
          join attribute_values av on av.id = o.value_id join attributes a on a.id = av.attribute_id
        union all
        select distinct product_id, 'in stock' from variations where stock > 0
      ), lists as (
        select k.id, array_agg(distinct v.number) as list from keys k join bench_values v using (key) group by k.id
      )
      select p.id, pr.selling_price::int as price, p.position, p.published_at, p.sold_count, p.rating_average, p.rating_count,
        case when pr.mrp = 0 then 0 else (pr.mrp - pr.selling_price) * 100 / pr.mrp end as discount, lower(p.name) as name, l.list
      from products p join lists l on l.id = p.id
      join variations v on v.product_id = p.id and v.is_default join prices pr on pr.variation_id = v.id
      where p.is_published`)
  await pool.query('create index on bench_flat using gin (list)')
  await pool.query('create index on bench_flat (price)')
  await pool.query('vacuum analyze bench_flat')
  const { rows } = await pool.query<{ number: number; key: string }>('select number, key from bench_values')
  const numbers = new Map(rows.map(({ number, key }) => [key, number]))
  const numbersOf = (keys: string[]) => keys.map((key) => numbers.get(key) ?? 0)

  return {
    async ask(query) {
      const values: unknown[] = []
      const holds = groupsOf(query).map((keys) => `list && $${values.push(numbersOf(keys))}::int[]`)
      const { min, max } = query.filters.price ?? {}
      if (min !== undefined) holds.push(`price >= $${values.push(min)}`)
      if (max !== undefined) holds.push(`price <= $${values.push(max)}`)
      const { rows: answers } = await pool.query<{ total: number }>(
        `with hits as materialized (select * from bench_flat where ${holds.join(' and ') || 'true'})
        select (select count(*)::int from hits) as total,
          array(select id from hits order by ${orders[query.sort]}, id limit ${query.perPage} offset ${(query.page - 1) * query.perPage}) as ids,
          (select jsonb_object_agg(number, n) from (select number, count(*) as n from hits, unnest(list) number group by number) c) as counts,
          (select jsonb_build_array(min(price), max(price)) from hits) as range`,
        values,
      )
      return answers[0]!
    },
  }
}

const orders: Record<ListingQuery['sort'], string> = {
  default: 'position',
  relevance: 'position',
  newest: 'published_at desc',
  price_asc: 'price',
  price_desc: 'price desc',
  best_selling: 'sold_count desc',
  rating: 'rating_average desc nulls last, rating_count desc',
  discount: 'discount desc',
  name_asc: 'name collate "C"',
  // The flat table has none.
  origin_asc: 'id',
}

/** Any of the keys of a group, and every group. */
function groupsOf({ scope, filters }: ListingQuery): string[][] {
  const groups: string[][] = []
  if (scope.kind === 'category') groups.push([`within ${scope.id}`])
  if (scope.kind === 'collection') groups.push([`collection ${scope.id}`])
  for (const name of ['brand', 'category', 'label', 'tag'] as const)
    if (filters[name]) groups.push(filters[name].map((slug) => `${name} ${slug}`))
  for (const [code, chosen] of Object.entries({ ...filters.attribute, ...filters.variable_attribute }))
    groups.push(chosen.map((value) => `value ${code} ${value}`))
  if (filters.availability) groups.push(['in stock'])
  return groups
}
