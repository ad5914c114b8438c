import { replyMessages } from '#contract/envelope.ts'
import { type Crop, cropOf } from '#contract/rules/customisation-image.ts'
import { MAX_FILE_MB } from '#contract/rules/file-rules.ts'
import { invalid, ShopError, unavailable } from '../kernel/errors.ts'
import { createJobQueue } from '../kernel/job-queue.ts'
import { imageKind } from './image-kind.ts'
import { isImageOverload } from './image-overload.ts'
import { loadSharp } from './load-sharp.ts'

export const MAX_UPLOAD_BYTES = MAX_FILE_MB * 1024 * 1024
const MAX_PIXELS = 40_000_000
const MAX_SIDE_PX = 2_400

/** 413 with the error at the field of the file, where forms show it. */
export const tooLarge = (field: string, file: 'picture' | 'file' = 'picture') =>
  new ShopError(413, 'VALIDATION', replyMessages.invalid, {
    errors: { [field]: [`The ${file} must not be larger than ${MAX_FILE_MB} MB`] },
  })

/** Image processing is expensive: two at a time. Security §12. */
const queue = createJobQueue({ atOnce: 2, maxWaiting: 20 })

/**
 * Re-encodes a visitor's upload as WebP, without metadata (location, camera, embedded files), 2,400 px at
 * most. Accepts JPEG, PNG or WebP by its first bytes. Security §12.
 *
 * @param field the form field for error messages.
 * @param part the part that is kept: of this ratio, in the middle unless `crop` names it; `longest` side in pixels. `isStored`: a file of the
 * media folder, which may also be an AVIF picture.
 * @throws 413 above 5 MB; 422 for any other type, or damaged; 503 when overloaded.
 */
export async function makeOwnPicture(
  bytes: Buffer,
  field: string,
  {
    longest = MAX_SIDE_PX,
    isStored = false,
    ...part
  }: { ratio?: number; crop?: Crop; longest?: number; isStored?: boolean } = {},
) {
  if (bytes.length > MAX_UPLOAD_BYTES) throw tooLarge(field)
  const kind = imageKind(bytes.subarray(0, 32))
  if (!kind || (kind === 'avif' && !isStored))
    throw invalid({ [field]: ['Please choose a JPEG, PNG or WebP picture'] })
  try {
    const sharp = await loadSharp()
    const { data, info } = await queue.run('now', async () =>
      sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
        .autoOrient()
        .extract(await areaOf(bytes, part))
        .resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 })
        .timeout({ seconds: 10 })
        .toBuffer({ resolveWithObject: true }),
    )
    return { bytes: data, width: info.width, height: info.height }
  } catch (error) {
    if (isImageOverload(error)) throw unavailable()
    throw invalid({ [field]: ['This picture is damaged or too large'] })
  }
}

/** In pixels of the picture as it is shown, which its metadata may have turned. */
async function areaOf(bytes: Buffer, { ratio, crop }: { ratio?: number; crop?: Crop }) {
  const sharp = await loadSharp()
  const { autoOrient } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
  const { width, height } = autoOrient
  const { x, y } = crop ?? { x: 0, y: 0 }
  const most = cropOf({ width, height }, ratio ?? null)
  // The ratio is the product's, whatever the request says.
  const scale = crop ? Math.min(1, Math.max(crop.width / most.width, MIN_SCALE)) : 1
  const area = {
    width: Math.round(width * most.width * scale),
    height: Math.round(height * most.height * scale),
  }
  const at = crop ? { x, y } : most
  return {
    left: Math.min(Math.round(at.x * width), width - area.width),
    top: Math.min(Math.round(at.y * height), height - area.height),
    ...area,
  }
}

const MIN_SCALE = 0.02
