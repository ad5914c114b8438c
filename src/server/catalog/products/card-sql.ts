import type { ImageRow } from '#server/platform/media/to-image.ts'
import { type ProductCustom, productCustom } from '#server/shop/custom-fields/show-values.ts'
import { inStock, leadingFirst } from '../catalog-index/sql/on-sale-sql.ts'
import { type RuleRow, soldAhead } from '../stock/sold-ahead.ts'

/** A card: product `p`, variation `v` with its price `pr`, and aggregates over its other variations. */
export type CardRow = {
  product_id: number
  id: number
  leading_id: number
  name: string
  title: string
  slug: string
  sku: string
  selling_price: number
  mrp: number
  content: string | null
  stock: number
  tracks_stock: boolean
  sold_ahead: RuleRow | null
  is_published: boolean
  brand: { id: number; name: string; slug: string } | null
  category: { id: number; name: string; slug: string } | null
  /** `is_fitting`: the image shows this variation, one that looks the same, or all of them. */
  images: (ImageRow & { is_fitting: boolean })[]
  social_image: ImageRow | null
  meta_title: string | null
  meta_description: string | null
  short_description: string
  labels: { id: number; name: string; slug: string; background: string; text_color: string }[]
  rating_average: string | null
  rating_count: number
  variation_count: number
  has_price_range: boolean
  card_custom: ProductCustom
  is_customisable: boolean
  swatches: {
    attribute: string
    value: string
    label: string
    color: string | null
    image_path: string | null
    available: boolean
  }[]
}

/** The columns of an image row under `alias`; `alt` can be overridden. */
export const imageJson = (alias: string, alt = `${alias}.alt`) => `jsonb_build_object(
  'path', ${alias}.path, 'alt', ${alt}, 'width', ${alias}.width, 'height', ${alias}.height,
  'placeholder', ${alias}.placeholder, 'focal_x', ${alias}.focal_x, 'focal_y', ${alias}.focal_y)`

/**
 * The paths of a category and of those above it, so that an index finds them: comparing the beginning of each path would read
 * every category for each product.
 */
export const pathsTo = (path: string) => `array(
  select array_to_string((string_to_array(${path}, '/'))[:n], '/')
  from generate_series(1, cardinality(string_to_array(${path}, '/'))) n)`

/** The variations of product `p` that are on sale in channel $1, as `v` with price `pr`. */
export const onSaleOfProduct = `variations v
  join shown_prices pr on pr.variation_id = v.id and pr.channel_id = $1
  where v.product_id = p.id and v.is_published`

/** When the price of a list began and will end; times are ISO 8601. */
export type SaleTime = { from: string; until: string }

/** SQL: the time of the list whose price variation v has in channel $1; null where it does not end, or is the price without lists. */
export const saleTime = `(
  select case when bool_and(l.ends_at is not null) then jsonb_build_object('from', min(l.starts_at), 'until', max(l.ends_at)) end
  from price_list_items i join price_lists l on l.id = i.price_list_id
  where i.variation_id = v.id and i.min_quantity = 1 and i.price = pr.selling_price and l.channel_id = $1 and l.is_active
    and l.customer_group_id is null and l.starts_at <= now() and (l.ends_at is null or l.ends_at > now())
    and not exists (select from prices own
      where own.variation_id = v.id and own.channel_id = $1 and own.selling_price = pr.selling_price))`

/** Aggregates over the variations on sale; a product without any has a null `leading_id`, so `cardFrom` drops it. */
const family = `
  select (array_agg(v.id order by ${leadingFirst}))[1] as leading_id, count(*)::int as variation_count,
    coalesce(min(pr.selling_price) <> max(pr.selling_price), false) as has_price_range
  from ${onSaleOfProduct}`

/**
 * The `from` clause of a card in channel $1. `requested` is a relation of product_id, or of product_id and variation_id;
 * `chosen` selects the variation that the card shows.
 */
export const cardFrom = (requested: string, chosen: string) => `
  ${requested}
  join products p on p.id = requested.product_id and p.is_published
  cross join lateral (${family}) family
  join variations v on v.id = ${chosen} and v.product_id = p.id and v.is_published
  join shown_prices pr on pr.variation_id = v.id and pr.channel_id = $1
  left join brands b on b.id = p.brand_id
  left join categories c on c.id = p.category_id
  left join images social on social.path = p.social_image_path`

/** They look the same: no colour, finish or other swatch attribute differs. */
const looksTheSame = `not exists (
  select from variation_options mine
  join attributes a on a.id = mine.attribute_id and a.display <> 'button'
  left join variation_options its on its.variation_id = pi.variation_id and its.attribute_id = mine.attribute_id
  where mine.variation_id = v.id and its.value_id is distinct from mine.value_id)`

/**
 * The two images that fit the variation best: its own, then one of a variation that looks the same, then one of all,
 * then any.
 */
const cardImages = `
  select jsonb_agg(picture || jsonb_build_object('is_fitting', fit < 3) order by fit, position, id) from (
    select pi.id, pi.position,
      case when pi.variation_id = v.id then 0 when pi.variation_id is null then 2 when ${looksTheSame} then 1 else 3 end as fit,
      ${imageJson('i', "coalesce(nullif(pi.alt, ''), i.alt)")} as picture
    from product_images pi join images i on i.id = pi.image_id
    where pi.product_id = p.id
    order by fit, pi.position, pi.id limit 2
  ) best`

/** SQL: the first active promotion of the channel with a badge that is for product p, as a row of `labels`. */
const promotionBadge = `select m.id, m.rules ->> 'badge' as name, '' as slug, '#1f4d45' as background, '#ffffff' as text_color
  from promotions m, jsonb_to_record(m.rules -> 'goods') as goods(is_for_everything boolean, products jsonb, categories jsonb,
    collections jsonb, brands jsonb, labels jsonb, tags jsonb, attribute_values jsonb, sale text, except_products jsonb,
    except_categories jsonb)
  where m.channel_id = $1::integer and m.is_active and m.code is null and m.rules ->> 'badge' <> '' and m.starts_at <= now()
    and (m.ends_at is null or m.ends_at > now())
    and (goods.is_for_everything or goods.products @> to_jsonb(p.id) or goods.brands @> to_jsonb(p.brand_id)
      or exists (select from categories own join categories above on own.path = above.path or starts_with(own.path, above.path || '/')
        where own.id = p.category_id and goods.categories @> to_jsonb(above.id))
      or exists (select from collection_products k where k.product_id = p.id and goods.collections @> to_jsonb(k.collection_id))
      or exists (select from product_labels k where k.product_id = p.id and goods.labels @> to_jsonb(k.label_id))
      or exists (select from product_tags k where k.product_id = p.id and goods.tags @> to_jsonb(k.tag_id))
      or exists (select from product_attributes k where k.product_id = p.id and goods.attribute_values @> to_jsonb(k.value_id))
      or exists (select from variation_options k where k.variation_id = v.id and goods.attribute_values @> to_jsonb(k.value_id)))
    and not goods.except_products @> to_jsonb(p.id)
    and not exists (select from categories own join categories above on own.path = above.path or starts_with(own.path, above.path || '/')
      where own.id = p.category_id and goods.except_categories @> to_jsonb(above.id))
    and case goods.sale when 'on_sale' then pr.selling_price < pr.mrp when 'not_on_sale' then pr.selling_price >= pr.mrp else true end
  order by m.priority desc, m.id limit 1`

/** The badge of the first promotion for the product comes first: a label without an address. ADR 0034. */
const labels = `
  select jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'slug', l.slug, 'background', l.background,
    'text_color', l.text_color) order by l.slug <> '', l.id)
  from (
    select l.* from product_labels pl join labels l on l.id = pl.label_id where pl.product_id = p.id
    union all (${promotionBadge})
  ) l`

const swatches = `
  select jsonb_agg(jsonb_build_object('attribute', a.code, 'value', av.value, 'label', av.label, 'color', av.color,
    'image_path', av.image_path, 'available', offered.available) order by a.position, a.id, av.position, av.id)
  from (
    select o.attribute_id, o.value_id, bool_or(${inStock}) as available
    from variation_options o join (select v.id, v.stock, v.tracks_stock from ${onSaleOfProduct}) v on v.id = o.variation_id
    group by o.attribute_id, o.value_id
  ) offered
  join attributes a on a.id = offered.attribute_id and a.display <> 'button'
  join attribute_values av on av.id = offered.value_id`

const named = (alias: string, slug: string) => `case when ${alias}.id is not null then
  jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name, 'slug', ${alias}.${slug}) end`

/** Columns of `CardRow`. */
export const cardColumns = `
  p.id as product_id, v.id, family.leading_id, p.name, v.title, p.slug, v.sku, pr.selling_price, pr.mrp, v.content,
  v.stock, v.tracks_stock, ${soldAhead()} as sold_ahead, p.is_published,
  ${named('b', 'slug')} as brand, ${named('c', 'path')} as category,
  coalesce((${cardImages}), '[]') as images,
  case when social.id is not null then ${imageJson('social')} end as social_image,
  p.meta_title, p.meta_description, p.short_description,
  coalesce((${labels}), '[]') as labels,
  p.rating_average, p.rating_count, family.variation_count, family.has_price_range,
  ${productCustom('card')} as card_custom, p.customisation is not null as is_customisable,
  coalesce((${swatches}), '[]') as swatches`
