import { sql } from 'kysely'
import type { Declarations } from '#contract/admin/catalog/declarations.ts'
import type { SoldAheadRule } from '#contract/admin/catalog/product-actions.ts'
import type { FieldValues } from '#contract/custom-fields.ts'
import type { ProductKind } from '#contract/rules/product-kind.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { pieces } from '../stock/locations.ts'

export type ExistingPrice = { channel_id: number; selling_price: number; mrp: number }

export type ExistingVariation = {
  id: number
  sku: string
  is_published: boolean
  is_default: boolean
  position: number
  /** Pieces, those that are held back too. */
  stock: number
  safety_stock: number
  sold_ahead: SoldAheadRule | null
  held_back: number
  tracks_stock: boolean
  weight_g: number | null
  barcode: string | null
  content: string | null
  cost: number | null
  custom: FieldValues
  selling_price: number | null
  mrp: number | null
  /** In the channels besides the default one. */
  channel_prices: ExistingPrice[]
  options: { attribute_id: number; value_id: number }[]
}

export type ExistingImage = {
  id: number
  variation_id: number | null
  path: string | null
  source_url: string | null
  /** The displayed text: the product's own, otherwise the image's. */
  alt: string
  position: number
}

export type ExistingProduct = {
  id: number
  slug: string
  name: string
  brand_id: number | null
  category_id: number | null
  short_description: string
  description_html: string
  specifications: { label: string; value: string }[]
  is_free: boolean
  is_published: boolean
  publish_at: Date | null
  unpublish_at: Date | null
  archived_at: Date | null
  meta_title: string | null
  meta_description: string | null
  min_quantity: number
  max_quantity: number
  quantity_step: number
  display_unit: string
  return_days: number
  kind: ProductKind
  tax_class: string
  hsn_code: string | null
  custom: FieldValues
  declarations: Declarations | null
  tag_ids: number[]
  collection_ids: number[]
  property_ids: number[]
  variations: ExistingVariation[]
  images: ExistingImage[]
}

export type Existing = {
  products: ExistingProduct[]
  /** Product id by SKU, for the SKUs of the batch. */
  skuOwners: Map<string, number>
}

/** Reads the products with these slugs, and those that own one of the SKUs, in two round trips. */
export async function readExisting(
  tx: Tx,
  wanted: { slugs: readonly string[]; skus: readonly string[]; channelId: number },
): Promise<Existing> {
  const { rows: owners } = await sql<{ sku: string; product_id: number }>`
    select sku, product_id from variations where sku = any(${sql.val(wanted.skus)}::text[])`.execute(tx)
  const ownerIds = [...new Set(owners.map(({ product_id }) => product_id))]
  const { rows: products } = await sql<ExistingProduct>`
    select p.id, p.slug, p.name, p.brand_id, p.category_id, p.short_description, p.description_html, p.specifications,
      p.is_free, p.is_published, p.publish_at, p.unpublish_at, p.archived_at, p.meta_title, p.meta_description, p.min_quantity, p.max_quantity, p.quantity_step, p.display_unit,
      p.return_days, p.kind, p.tax_class, p.hsn_code, p.custom,
      (select to_jsonb(d) - 'product_id' from product_declarations d where d.product_id = p.id) as declarations,
      coalesce((select json_agg(tag_id) from product_tags where product_id = p.id), '[]') as tag_ids,
      coalesce((select json_agg(collection_id) from collection_products where product_id = p.id), '[]') as collection_ids,
      coalesce((select json_agg(value_id) from product_attributes where product_id = p.id), '[]') as property_ids,
      coalesce((
        select json_agg(json_build_object(
          'id', v.id, 'sku', v.sku, 'is_published', v.is_published, 'is_default', v.is_default, 'position', v.position,
          'stock', greatest(0, ${sql.raw(pieces)}), 'safety_stock', v.safety_stock, 'sold_ahead', v.sold_ahead, 'held_back', v.held_back, 'tracks_stock', v.tracks_stock, 'weight_g', v.weight_g, 'barcode', v.barcode, 'content', v.content, 'cost', v.cost, 'custom', v.custom,
          'selling_price', c.selling_price, 'mrp', c.mrp,
          'channel_prices', coalesce((
            select json_agg(json_build_object('channel_id', o.channel_id, 'selling_price', o.selling_price, 'mrp', o.mrp))
            from prices o where o.variation_id = v.id and o.channel_id <> ${wanted.channelId}), '[]'),
          'options', coalesce((
            select json_agg(json_build_object('attribute_id', o.attribute_id, 'value_id', o.value_id))
            from variation_options o where o.variation_id = v.id), '[]')
        ) order by v.position, v.id)
        from variations v
        left join prices c on c.variation_id = v.id and c.channel_id = ${wanted.channelId}
        where v.product_id = p.id), '[]') as variations,
      coalesce((
        select json_agg(json_build_object(
          'id', i.id, 'variation_id', i.variation_id, 'path', m.path, 'source_url', i.source_url,
          'alt', coalesce(nullif(i.alt, ''), m.alt, ''), 'position', i.position
        ) order by i.position, i.id)
        from product_images i left join images m on m.id = i.image_id
        where i.product_id = p.id), '[]') as images
    from products p
    where p.slug = any(${sql.val(wanted.slugs)}::text[]) or p.id = any(${sql.val(ownerIds)}::int[])`.execute(
    tx,
  )
  return { products, skuOwners: new Map(owners.map(({ sku, product_id }) => [sku, product_id])) }
}
