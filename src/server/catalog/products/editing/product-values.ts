import { sql } from 'kysely'
import { type Declarations, noDeclarations } from '#contract/admin/catalog/declarations.ts'
import type { ProductValues } from '#contract/admin/catalog/products.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'

type Times = 'published_at' | 'publish_at' | 'unpublish_at' | 'archived_at'
type Row = Omit<ProductValues, Times | 'declarations'> & {
  declarations: Declarations | null
  published_at: Date
  publish_at: Date | null
  unpublish_at: Date | null
  archived_at: Date | null
}

/** A product as its form edits it, with the prices of the default channel, and those of the others. */
export async function readProduct(db: Db | Tx, id: number): Promise<ProductValues | undefined> {
  const channel = await readDefaultChannel(db)
  const { rows } = await sql<Row>`
    select p.name, p.slug, p.short_description, p.description_html, coalesce('/media/' || p.video_path, '') as video, p.brand_id, p.category_id,
      coalesce((select json_agg(t.name order by t.name) from product_tags pt join tags t on t.id = pt.tag_id
        where pt.product_id = p.id), '[]') as tags,
      coalesce((select json_agg(label_id order by label_id) from product_labels where product_id = p.id), '[]') as labels,
      coalesce((select json_agg(value_id order by value_id) from product_attributes where product_id = p.id), '[]') as properties,
      coalesce((select json_agg(related_id order by position, related_id) from related_products
        where product_id = p.id), '[]') as related,
      p.specifications, p.customisation, p.is_published, p.published_at, p.publish_at, p.unpublish_at, p.archived_at,
      p.is_free, p.min_quantity, p.max_quantity, p.quantity_step,
      p.display_unit, p.return_days, coalesce(p.withdrawal_exclusion, '') as withdrawal_exclusion, p.kind, p.tax_class, p.hsn_code, p.meta_title, p.meta_description, p.custom,
      (select to_jsonb(d) - 'product_id' from product_declarations d where d.product_id = p.id) as declarations,
      coalesce((
        select json_agg(json_build_object(
          'id', v.id, 'sku', v.sku,
          'options', coalesce((select json_agg(o.value_id order by a.position, a.id) from variation_options o
            join attributes a on a.id = o.attribute_id where o.variation_id = v.id), '[]'),
          'selling_price', coalesce(pr.selling_price, 0),
          'mrp', case when pr.mrp > pr.selling_price then pr.mrp end,
          'channel_prices', coalesce((select json_agg(json_build_object('channel_id', o.channel_id,
              'selling_price', o.selling_price, 'mrp', case when o.mrp > o.selling_price then o.mrp end) order by o.channel_id)
            from prices o where o.variation_id = v.id and o.channel_id <> ${channel.id}), '[]'),
          'is_published', v.is_published, 'is_default', v.is_default, 'tracks_stock', v.tracks_stock,
          'cost', v.cost, 'initial_stock', null, 'weight_g', v.weight_g, 'barcode', v.barcode, 'content', v.content, 'custom', v.custom) order by v.position, v.id)
        from variations v left join prices pr on pr.variation_id = v.id and pr.channel_id = ${channel.id}
        where v.product_id = p.id), '[]') as variations,
      coalesce((
        select json_agg(json_build_object('path', i.path, 'alt', coalesce(nullif(pi.alt, ''), i.alt),
            'options', coalesce((select json_agg(o.value_id order by a.position, a.id) from variation_options o
              join attributes a on a.id = o.attribute_id where o.variation_id = pi.variation_id
              and (a.display <> 'button' or not exists (select from variation_options l join attributes s on s.id = l.attribute_id
                where l.variation_id = pi.variation_id and s.display <> 'button'))), '[]'),
            'focal_point', case when i.focal_x is not null then json_build_object('x', i.focal_x, 'y', i.focal_y) end)
          order by pi.position, pi.id)
        from product_images pi join images i on i.id = pi.image_id 
        where pi.product_id = p.id), '[]') as images
    from products p where p.id = ${id}`.execute(db)
  const [row] = rows
  return (
    row && {
      ...row,
      declarations: row.declarations ?? noDeclarations,
      published_at: row.published_at.toISOString(),
      publish_at: row.publish_at?.toISOString() ?? null,
      unpublish_at: row.unpublish_at?.toISOString() ?? null,
      archived_at: row.archived_at?.toISOString() ?? null,
    }
  )
}
