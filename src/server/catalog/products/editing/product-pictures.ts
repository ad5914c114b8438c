import { isDeepStrictEqual } from 'node:util'
import type { ChosenOption, PictureValues } from '#contract/admin/catalog/products.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { setFocalPoint } from '#server/shop/uploads/manage-picture.ts'
import type { WrittenVariation } from './product-variations.ts'

/**
 * Writes a product's gallery in the given order. Pictures that are still to be fetched by an import stay.
 * @throws 422 for a picture that is not in the media folder.
 */
export async function writePictures(
  tx: Tx,
  product_id: number,
  values: readonly PictureValues[],
  variations: readonly WrittenVariation[],
) {
  const paths = [...new Set(values.map(({ path }) => path))]
  const known =
    paths.length === 0
      ? []
      : await tx
          .selectFrom('images')
          .select(['id', 'path', 'alt', 'focal_x', 'focal_y'])
          .where('path', 'in', paths)
          .execute()
  const byPath = new Map(known.map((image) => [image.path, image]))
  await writeFocalPoints(tx, values, byPath)
  const rows = values.map(({ path, alt, options }, position) => {
    const image = byPath.get(path)
    if (!image) throw invalid({ [`values.images.${position}.path`]: ['This picture no longer exists'] })
    const shown =
      options.length > 0 && variations.find((one) => options.every((option) => hasOption(one, option)))
    const variation_id = shown ? shown.id : null
    return { product_id, image_id: image.id, alt: alt === image.alt ? '' : alt, position, variation_id }
  })
  await tx
    .deleteFrom('product_images')
    .where('product_id', '=', product_id)
    .where('image_id', 'is not', null)
    .execute()
  if (rows.length > 0) await tx.insertInto('product_images').values(rows).execute()
}

const hasOption = ({ options }: WrittenVariation, wanted: ChosenOption) =>
  options.some((option) => isDeepStrictEqual(option, wanted))

type KnownImage = { id: number; path: string; focal_x: number | null; focal_y: number | null }

/** Those that changed; the last one counts for a picture that is there twice. */
async function writeFocalPoints(
  tx: Tx,
  values: readonly PictureValues[],
  images: ReadonlyMap<string, KnownImage>,
) {
  const points = new Map(values.map(({ path, focal_point }) => [path, focal_point]))
  for (const [path, point] of points) {
    const image = images.get(path)
    if (!image || (image.focal_x === (point?.x ?? null) && image.focal_y === (point?.y ?? null))) continue
    await setFocalPoint(tx, image, point)
  }
}
