import { replyMessages } from '#contract/envelope.ts'
import type { Crop } from '#contract/rules/customisation-image.ts'
import { MAX_FILE_MB, MAX_STAFF_PICTURE_MB } from '#contract/rules/file-rules.ts'
import { invalid, ShopError, unavailable } from '../kernel/errors.ts'
import { createJobQueue } from '../kernel/job-queue.ts'
import { imageKind } from './image-kind.ts'
import { isImageOverload } from './image-overload.ts'
import { createImageProcess, type OwnPicture } from './image-process.ts'

export const MAX_UPLOAD_BYTES = MAX_FILE_MB * 1024 * 1024
/** `staff`: pictures of large cameras. */
const limits = {
  visitor: { mb: MAX_FILE_MB, pixels: 40_000_000, seconds: 10 },
  staff: { mb: MAX_STAFF_PICTURE_MB, pixels: 64_000_000, seconds: 30 },
}
export type UploadLimits = keyof typeof limits
const MAX_SIDE_PX = 2_400

/** 413 with the error at the field of the file, where forms show it. */
export const tooLarge = (field: string, file: 'picture' | 'file' = 'picture', mb: number = MAX_FILE_MB) =>
  new ShopError(413, 'VALIDATION', replyMessages.invalid, {
    errors: { [field]: [`The ${file} must not be larger than ${mb} MB`] },
  })

/** A process of their own: a picture that exhausts its memory ends neither the shop nor the sizes of its pictures. */
const images = createImageProcess()
/** Image processing is expensive: two at a time. Security §12. */
const queue = createJobQueue({ atOnce: 2, maxWaiting: 20 })

/**
 * Re-encodes a visitor's upload as WebP, without metadata (location, camera, embedded files), 2,400 px at
 * most. Accepts JPEG, PNG or WebP by its first bytes. Security §12.
 *
 * @param field the form field for error messages.
 * @param part the part that remains: of this ratio, in the middle unless `crop` names it; `longest` side in pixels. `isStored`: a file of the
 * media folder, which may also be an AVIF picture.
 * @throws 413 above 5 MB, of staff 25 MB; 422 for any other type, or damaged; 503 when overloaded.
 */
export async function makeOwnPicture(
  bytes: Buffer,
  field: string,
  {
    longest = MAX_SIDE_PX,
    isStored = false,
    from = 'visitor',
    ...part
  }: { ratio?: number; crop?: Crop; longest?: number; isStored?: boolean; from?: UploadLimits } = {},
): Promise<OwnPicture> {
  const { mb, pixels: maxPixels, seconds: timeoutSeconds } = limits[from]
  if (bytes.length > mb * 1_024 * 1_024) throw tooLarge(field, 'picture', mb)
  const kind = imageKind(bytes.subarray(0, 32))
  if (!kind || (kind === 'avif' && !isStored))
    throw invalid({ [field]: ['Please choose a JPEG, PNG or WebP picture'] })
  try {
    return await queue.run('now', () => images.own(bytes, { longest, ...part, maxPixels, timeoutSeconds }))
  } catch (error) {
    if (isImageOverload(error)) throw unavailable()
    throw invalid({ [field]: ['This picture is damaged or too large'] })
  }
}
