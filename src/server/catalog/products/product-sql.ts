import type { ProductFull } from '#contract/catalog.ts'
import type { PriceTier } from '#contract/rules/price-lists.ts'
import type { ProductKind } from '#contract/rules/product-kind.ts'
import type { ImageRow } from '#server/platform/media/to-image.ts'
import { type VideoRow, videoJson } from '#server/platform/media/to-video.ts'
import type { ProductCustom } from '#server/shop/custom-fields/show-values.ts'
import { type RuleRow, soldAhead } from '../stock/sold-ahead.ts'
import {
  type CardRow,
  cardColumns,
  cardFrom,
  imageJson,
  onSaleOfProduct,
  pathsTo,
  type SaleTime,
  saleTime,
} from './card-sql.ts'
import { type DeclaredRow, declaredOfProduct } from './declarations-sql.ts'

/** Everything on a product's page, as one row. */
export type ProductRow = CardRow & {
  description_html: string
  gallery: (ImageRow & { sku: string | null })[]
  variations: {
    id: number
    sku: string
    selling_price: number
    mrp: number
    content: string | null
    tiers: PriceTier[] | null
    sale: SaleTime | null
    stock: number
    tracks_stock: boolean
    sold_ahead: RuleRow | null
    barcode: string | null
    /** Values by attribute code: {colour: 'terra'}. */
    options: Record<string, string>
  }[]
  /** One row for each value that some variation has, in the order of attributes and values. */
  options: {
    attribute_id: number
    code: string
    label: string
    display: 'button' | 'swatch' | 'image'
    value_id: number
    value: string
    value_label: string
    color: string | null
    image_path: string | null
  }[]
  specifications: { label: string; value: string }[]
  tags: { id: number; name: string; slug: string }[]
  /** From the top category down to the product's own. */
  categories: { id: number; name: string; path: string }[]
  min_quantity: number
  max_quantity: number
  quantity_step: number
  display_unit: string
  customisation: ProductFull['customisation']
  kind: ProductKind
  return_days: number
  withdrawal_exclusion: string | null
  brand_description: string
  brand_place: string | null
  custom: ProductCustom
  declared: DeclaredRow | null
  video: VideoRow | null
}

/**
 * Finds the product. $2 is the path parameter: a slug, else a variation's id, else a SKU. $3, when given, selects the
 * variation by its SKU; a SKU of another product finds nothing.
 */
const requested = `(
  select candidate.product_id, case when $3::text is null then candidate.variation_id else named.id end as variation_id
  from (
    select p.id as product_id, null::int as variation_id, 0 as rank from products p where p.slug = $2::text
    union all
    select product_id, id, 1 from variations where id = case when $2::text ~ '^[1-9][0-9]{0,8}$' then $2::text::int end
    union all
    select product_id, id, 2 from variations where sku = $2::text
    order by rank limit 1
  ) candidate
  left join variations named on named.product_id = candidate.product_id and named.sku = $3::text
  where $3::text is null or named.id is not null
) requested`

const gallery = `
  select jsonb_agg(${imageJson('i', "coalesce(nullif(pi.alt, ''), i.alt)")} || jsonb_build_object('sku', shown.sku)
    order by pi.position, pi.id)
  from product_images pi
  join images i on i.id = pi.image_id
  left join variations shown on shown.id = pi.variation_id
  where pi.product_id = p.id`

const optionsOfVariation = `
  select jsonb_object_agg(a.code, av.value)
  from variation_options o
  join attributes a on a.id = o.attribute_id
  join attribute_values av on av.id = o.value_id
  where o.variation_id = v.id`

/** Of lists for everyone, as in `effective_price`. */
const tiers = `
  select jsonb_agg(jsonb_build_object('min_quantity', i.min_quantity, 'price', i.price))
  from price_list_items i join price_lists l on l.id = i.price_list_id
  where i.variation_id = v.id and i.min_quantity > 1 and l.channel_id = $1 and l.is_active and l.customer_group_id is null
    and l.starts_at <= now() and (l.ends_at is null or l.ends_at > now())`

const variations = `
  select jsonb_agg(jsonb_build_object('id', v.id, 'sku', v.sku, 'selling_price', pr.selling_price, 'mrp', pr.mrp, 'content', v.content, 'tiers', (${tiers}), 'sale', ${saleTime},
    'stock', v.stock, 'tracks_stock', v.tracks_stock, 'sold_ahead', ${soldAhead()}, 'barcode', v.barcode, 'options', coalesce((${optionsOfVariation}), '{}'))
    order by v.position, v.id)
  from ${onSaleOfProduct}`

const options = `
  select jsonb_agg(jsonb_build_object('attribute_id', a.id, 'code', a.code, 'label', a.label, 'display', a.display,
    'value_id', av.id, 'value', av.value, 'value_label', av.label, 'color', av.color, 'image_path', av.image_path)
    order by a.position, a.id, av.position, av.id)
  from attribute_values av
  join attributes a on a.id = av.attribute_id
  where av.id in (
    select o.value_id from variation_options o where o.variation_id in (select v.id from ${onSaleOfProduct}))`

const tags = `
  select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'slug', t.slug) order by t.name, t.id)
  from product_tags pt join tags t on t.id = pt.tag_id where pt.product_id = p.id`

const categories = `
  select jsonb_agg(jsonb_build_object('id', above.id, 'name', above.name, 'path', above.path) order by length(above.path))
  from categories above where above.path = any(${pathsTo('c.path')})`

/** Parameters: $1 channel, $2 slug, id or SKU, $3 SKU of the variation or null. No row: not on sale. */
export const productText = `
  select ${cardColumns}, p.description_html, p.specifications, p.min_quantity, p.max_quantity, p.quantity_step,
    p.display_unit, p.customisation, p.kind, p.return_days, p.withdrawal_exclusion, coalesce(b.description, '') as brand_description, b.place as brand_place,
    case when p.custom <> '{}' or v.custom <> '{}' then jsonb_build_object('product', p.custom, 'variation', v.custom) end as custom,
    (${declaredOfProduct}) as declared,
    (select ${videoJson} from videos v where v.path = p.video_path) as video,
    coalesce((${gallery}), '[]') as gallery,
    coalesce((${variations}), '[]') as variations,
    coalesce((${options}), '[]') as options,
    coalesce((${tags}), '[]') as tags,
    coalesce((${categories}), '[]') as categories
  from ${cardFrom(requested, 'coalesce(requested.variation_id, family.leading_id)')}`
