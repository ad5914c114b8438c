import { sql } from 'kysely'
import { orThrow } from '#contract/envelope.ts'
import type { ConfigOf } from '#contract/plugin.ts'
import type { Image } from '#contract/shapes.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { notFound } from '#server/platform/kernel/errors.ts'
import type { SlotLoaders } from '#server/platform/kernel/plugin.ts'
import { type ImageRow, toImage } from '#server/platform/media/to-image.ts'
import type { gallery } from './plugin.ts'

const imageColumns = sql`i.path, coalesce(nullif(g.alt, ''), i.alt) as alt, i.width, i.height, i.placeholder, i.focal_x, i.focal_y`

type PageRequest = { gallery_id: number; page: number; perPage: number }

/**
 * A page of a gallery; empty past the last one.
 * @throws 404 for an unknown gallery
 */
export async function readGallery(db: Db, { gallery_id, page, perPage }: PageRequest) {
  const { rows: counted } = await sql<{ total: number }>`
    select (select count(*) from gallery_pictures where gallery_id = a.id)::int as total
    from galleries a where a.id = ${gallery_id}`.execute(db)
  if (!counted[0]) throw notFound('Gallery not found')
  const { total } = counted[0]
  const { rows } = await sql<ImageRow>`
    select ${imageColumns} from gallery_pictures g join images i on i.id = g.image_id
    where g.gallery_id = ${gallery_id} order by g.position, g.id
    limit ${perPage} offset ${(page - 1) * perPage}`.execute(db)
  return {
    data: rows.map(toImage),
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / perPage)),
    per_page: perPage,
    total,
  }
}

/**
 * @param variationId any variation of the product
 * @throws 404 for an unknown or unpublished product
 */
export async function readProductPictures(
  db: Db,
  variationId: number,
): Promise<{ product_id: number; images: Image[] }> {
  const { rows } = await sql<{ id: number }>`
    select p.id from variations v join products p on p.id = v.product_id
    where v.id = ${variationId} and v.is_published and p.is_published`.execute(db)
  const product = rows[0]
  if (!product) throw notFound('Product not found')
  const { rows: images } = await sql<ImageRow>`
    select ${imageColumns} from gallery_pictures g join images i on i.id = g.image_id
    where g.product_id = ${product.id} order by g.position, g.id`.execute(db)
  return { product_id: product.id, images: images.map(toImage) }
}

export const gallerySlots: SlotLoaders<ConfigOf<typeof gallery>> = {
  async 'product.below-details'({ product_id }, { api, config }) {
    const images = orThrow(await api.gallery.ofProduct({ product_id }))
    if (images.length === 0) return undefined
    // Far below the first screen: their blurred copies would be a fiftieth of the document.
    const withoutBlurred = images.map((image) => ({ ...image, placeholder: null }))
    return { heading: config.product_heading, images: withoutBlurred }
  },
}
