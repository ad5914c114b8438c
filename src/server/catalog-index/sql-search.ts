import { type RawBuilder, sql } from 'kysely'

type Text = RawBuilder<string>

/** Lower case without accents, words parted by single spaces, one at each end: ' creme brulee '. */
export const flat = (text: Text): Text => sql`
  ' ' || trim(regexp_replace(
    regexp_replace(normalize(lower(${text}), NFKD), '[\\u0300-\\u036f]', '', 'g'),
    '[^[:alnum:]]+', ' ', 'g')) || ' '`

/** The words of a query, to be defined as `asked` (column `words`) beside whatever uses `hasWords`. */
export const askedWords = (query: string) => sql`
  asked as materialized (select array_remove(string_to_array(${flat(sql`${query}::text`)}, ' '), '') as words)`

/** Every asked word is a word of the flat text; the last may be a word's beginning. No words find nothing. */
export const hasWords = (flatText: Text): RawBuilder<boolean> => sql`
  coalesce((
    select bool_and(strpos(${flatText}, case when n < cardinality(words) then ' ' || word || ' ' else ' ' || word end) > 0)
    from asked, unnest(words) with ordinality as each_word(word, n)
  ), false)`

/**
 * The set `found` of products that match a query, (product_id, rank): 0 has it as a sku, 1 is its name, 2 has it in the name,
 * 3 elsewhere (brand, category, tags, colours and other attributes, skus, descriptions).
 */
export const found = (query: string) => sql`
  ${askedWords(query)},
  texts as materialized (
    select p.id as product_id, ${flat(sql`p.name`)} as name,
      ${flat(sql`concat_ws(' ', p.name, b.name, c.name, tags.names, options.labels, skus.list, p.short_description,
        regexp_replace(p.description_html, '<[^>]*>', ' ', 'g'))`)} as everything,
      skus.has_it as is_sku
    from products p
    left join brands b on b.id = p.brand_id
    left join categories c on c.id = p.category_id
    cross join lateral (
      select string_agg(t.name, ' ') as names
      from product_tags pt join tags t on t.id = pt.tag_id where pt.product_id = p.id
    ) tags
    cross join lateral (
      select string_agg(av.label, ' ') as labels from attribute_values av where av.id in (
        select pa.value_id from product_attributes pa where pa.product_id = p.id
        union
        select o.value_id from variations v join variation_options o on o.variation_id = v.id
        where v.product_id = p.id and v.is_published)
    ) options
    cross join lateral (
      select string_agg(v.sku, ' ') as list, coalesce(bool_or(lower(v.sku) = lower(trim(${query}))), false) as has_it
      from variations v where v.product_id = p.id and v.is_published
    ) skus
    where p.is_published
  ),
  found as materialized (
    select product_id,
      case when is_sku then 0 when name = ${flat(sql`${query}::text`)} then 1 when ${hasWords(sql`texts.name`)} then 2 else 3 end as rank
    from texts where is_sku or ${hasWords(sql`texts.everything`)}
  )`
