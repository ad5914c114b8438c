import type { ProductKind } from '#contract/rules/product-kind.ts'
import { onSaleOfProduct, pathsTo, type SaleTime, saleTime } from '#server/catalog/products/card-sql.ts'
import { type DeclaredRow, declaredOfProduct } from '#server/catalog/products/declarations-sql.ts'
import { type RuleRow, soldAhead } from '#server/catalog/stock/sold-ahead.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'

export type FeedVariation = {
  id: number
  sku: string
  title: string
  selling_price: number
  mrp: number
  content: string | null
  sale: SaleTime | null
  stock: number
  tracks_stock: boolean
  sold_ahead: RuleRow | null
  barcode: string | null
  weight_g: number | null
  /** In attribute order; `look`: a choice of this attribute changes the product's appearance. */
  options: { code: string; value: string; look: boolean }[]
}

export type FeedProduct = {
  id: number
  slug: string
  kind: ProductKind
  name: string
  short_description: string
  description_html: string
  brand: string | null
  specifications: { label: string; value: string }[]
  declared: DeclaredRow | null
  /** Names from the top category to the product's own. */
  categories: string[]
  /** In gallery order; `sku` is the variation a picture shows, null for all. */
  pictures: { path: string; sku: string | null }[]
  variations: FeedVariation[]
}

const options = `
  select jsonb_agg(jsonb_build_object('code', a.code, 'value', av.label, 'look', a.display <> 'button')
    order by a.position, a.id)
  from variation_options o
  join attributes a on a.id = o.attribute_id
  join attribute_values av on av.id = o.value_id
  where o.variation_id = v.id`

const variations = `
  select jsonb_agg(jsonb_build_object('id', v.id, 'sku', v.sku, 'title', v.title, 'selling_price', pr.selling_price,
    'mrp', pr.mrp, 'content', v.content, 'sale', ${saleTime}, 'stock', v.stock, 'tracks_stock', v.tracks_stock, 'sold_ahead', ${soldAhead()}, 'barcode', v.barcode, 'weight_g', v.weight_g,
    'options', coalesce((${options}), '[]')) order by v.position, v.id)
  from ${onSaleOfProduct}`

const pictures = `
  select jsonb_agg(jsonb_build_object('path', i.path, 'sku', (
    select shown.sku from variations shown where shown.id = pi.variation_id)) order by pi.position, pi.id)
  from product_images pi
  join images i on i.id = pi.image_id
  where pi.product_id = p.id`

const categories = `
  select jsonb_agg(above.name order by length(above.path))
  from categories above where above.path = any(${pathsTo('c.path')})`

const statement = prepared<FeedProduct>(
  'feed products',
  `select p.id, p.slug, p.kind, p.name, p.short_description, p.description_html, p.specifications, b.name as brand,
    (${declaredOfProduct}) as declared,
    coalesce((${categories}), '[]') as categories,
    coalesce((${pictures}), '[]') as pictures,
    sold.variations
  from products p
  cross join lateral (select (${variations}) as variations) sold
  left join brands b on b.id = p.brand_id
  left join categories c on c.id = p.category_id
  where p.id = any($2::int[]) and p.is_published and sold.variations is not null
  order by p.id`,
)

/** The products of these that are on sale in a channel, with all their variations on sale. */
export const readFeedProducts = (db: Db, { id }: Pick<Channel, 'id'>, ids: readonly number[]) =>
  statement.all(db, id, ids)

/** The next published products. */
export const readFeedIds = (db: Db, after: number, size: number) =>
  db
    .selectFrom('products')
    .select('id')
    .where('id', '>', after)
    .where('is_published', '=', true)
    .orderBy('id')
    .limit(size)
    .execute()
