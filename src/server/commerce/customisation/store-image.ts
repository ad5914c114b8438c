import { randomBytes } from 'node:crypto'
import { type Crop, previewPathOf } from '#contract/rules/customisation-image.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Services, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { mediaUrl } from '#server/platform/media/to-image.ts'
import { makeOwnPicture } from '#server/platform/media/uploaded-picture.ts'

type ImageServices = Pick<Services, 'db' | 'files'>

/** What the product says about its picture. */
type ImageRules = {
  enabled: boolean
  required?: boolean
  min_width?: number
  min_height?: number
  /** The picture is cropped to min_width : min_height. */
  is_cropped?: boolean
}

const MB = 1_024 * 1_024
/** Size of the pictures of the last day together. */
const QUOTA = 2_048 * MB
const PREVIEW_PX = 320

/**
 * Stores a picture for a product, re-encoded without metadata and cropped as the product requires, and a small
 * version. A line of a cart must name it by its path within a day. Decisions §4, security §12.
 * @throws 422 at `product_id` when the product takes no picture, at `image` when it is not a usable one.
 */
export async function storeImage(
  { db, files }: ImageServices,
  { variationId, upload, crop }: { variationId: number; upload: Buffer; crop: Crop | undefined },
) {
  const product = await productOf.first(db, variationId)
  const rules = product?.image
  if (!product || !rules?.enabled)
    throw invalid({ product_id: ['This product cannot be customised with a picture'] })
  if (product.recent_bytes + upload.length > QUOTA)
    throw invalid({ image: ['There is no room for more pictures at the moment'] })
  const { min_width = 1, min_height = 1, is_cropped = false } = rules
  const part = is_cropped ? { ratio: min_width / min_height, ...(crop && { crop }) } : undefined
  const { bytes, width, height } = await makeOwnPicture(upload, 'image', part)
  if (width < min_width || height < min_height)
    throw invalid({ image: [`The picture must have at least ${min_width} × ${min_height} pixels`] })
  const preview = await makeOwnPicture(bytes, 'image', { longest: PREVIEW_PX })
  const image_path = newPath()
  await files.write(image_path, bytes)
  await files.write(previewPathOf(image_path), preview.bytes)
  await insert.all(db, image_path, product.id, bytes.length + preview.bytes.length)
  return { image_path, url: mediaUrl(image_path), width, height }
}

/** Unguessable: the address is known only to its uploader, and to the shop after the order. */
const newPath = (now = new Date()) =>
  `customisation/${now.toISOString().slice(0, 7).replace('-', '/')}/0${randomBytes(24).toString('base64url')}.webp`

const productOf = prepared<{ id: number; image: ImageRules | null; recent_bytes: number }>(
  'product of customisation image',
  `select p.id, p.customisation -> 'image' as image, (
    select coalesce(sum(bytes), 0)::bigint from customisation_images where used_at > now() - interval '1 day'
  ) as recent_bytes
  from variations v join products p on p.id = v.product_id
  where v.id = $1::integer and v.is_published and p.is_published`,
)

const insert = prepared(
  'insert customisation image',
  `insert into customisation_images (path, product_id, bytes) values ($1::text, $2::integer, $3::integer)`,
)

/** Claims a stored picture of the product for a line. @returns false for an unknown or deleted picture, or another product's. */
export const claimImage = async (tx: Tx, path: string, productId: number): Promise<boolean> =>
  (await claim.first(tx, path, productId)) !== undefined

/** The update makes a concurrent deletion of unused pictures see the new time. */
const claim = prepared<{ path: string }>(
  'claim customisation image',
  `update customisation_images set used_at = now() where path = $1::text and product_id = $2::integer
  returning path`,
)
