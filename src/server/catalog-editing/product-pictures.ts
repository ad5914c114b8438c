import type { PictureValues } from '#contract/admin/catalog/products.ts'
import type { Tx } from '../kernel/context.ts'
import { invalid } from '../kernel/errors.ts'

/**
 * Writes a product's gallery in the given order. Pictures that are still to be fetched by an import stay.
 * @throws 422 for a picture that is not in the media folder.
 */
export async function writePictures(
  tx: Tx,
  product_id: number,
  values: readonly PictureValues[],
  variations: ReadonlyMap<string, number>,
) {
  const paths = [...new Set(values.map(({ path }) => path))]
  const known =
    paths.length === 0
      ? []
      : await tx.selectFrom('images').select(['id', 'path', 'alt']).where('path', 'in', paths).execute()
  const byPath = new Map(known.map((image) => [image.path, image]))
  const rows = values.map(({ path, alt, sku }, position) => {
    const image = byPath.get(path)
    if (!image) throw invalid({ [`values.images.${position}.path`]: ['This picture no longer exists'] })
    const variation_id = sku === null ? null : (variations.get(sku) ?? null)
    return { product_id, image_id: image.id, alt: alt === image.alt ? '' : alt, position, variation_id }
  })
  await tx
    .deleteFrom('product_images')
    .where('product_id', '=', product_id)
    .where('image_id', 'is not', null)
    .execute()
  if (rows.length > 0) await tx.insertInto('product_images').values(rows).execute()
}
