import sharp from 'sharp'
import { invalid, unavailable } from './errors.ts'
import { imageKind } from './image-kind.ts'
import { createJobQueue, QueueFull } from './job-queue.ts'

export const LARGEST_UPLOAD = 5 * 1024 * 1024
const PIXELS = 40_000_000
const WIDEST = 2_400

export const tooLarge = (field: string) => invalid({ [field]: ['The picture must not be larger than 5 MB'] })

/** Pictures are heavy: two at a time. Security §12. */
const queue = createJobQueue({ atOnce: 2, mostWaiting: 20 })

/**
 * A visitor's picture made our own: JPEG, PNG or WebP by its first bytes, drawn anew as WebP without what was hidden in it (place,
 * camera, other files), 2,400 px at most. Security §12.
 *
 * @param field where a refusal stands in the form.
 * @throws 422 for anything else, too large or damaged; 503 when too many are waiting.
 */
export async function makeOwnPicture(bytes: Buffer, field: string) {
  if (bytes.length > LARGEST_UPLOAD) throw tooLarge(field)
  const kind = imageKind(bytes.subarray(0, 32))
  if (!kind || kind === 'avif') throw invalid({ [field]: ['Please choose a JPEG, PNG or WebP picture'] })
  try {
    const { data, info } = await queue.run('now', () =>
      sharp(bytes, { limitInputPixels: PIXELS, failOn: 'error', sequentialRead: true })
        .autoOrient()
        .resize(WIDEST, WIDEST, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 })
        .timeout({ seconds: 10 })
        .toBuffer({ resolveWithObject: true }),
    )
    return { bytes: data, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof QueueFull) throw unavailable()
    throw invalid({ [field]: ['This picture is damaged or too large'] })
  }
}
