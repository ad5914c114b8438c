import sharp from 'sharp'
import { cropOf } from '#contract/rules/customisation-image.ts'
import { errorCode, errorMessage } from '../kernel/errors.ts'
import { isImageOverload } from './image-overload.ts'
import type { ImageAnswer, ImageJob, ImageQuestion, ImageResult, OwnShape } from './image-process.ts'

/**
 * The process that decodes and encodes pictures, started by `image-process.ts`: what libvips allocates is returned to the system
 * only when a process ends. It ends with its parent.
 */
const MAX_PIXELS = 40_000_000

// One thread per image, two images at a time: page rendering needs the rest of the CPU. The cache of sharp
// would only use memory.
sharp.concurrency(1)
sharp.cache(false)

process.on('message', async ({ id, job }: ImageQuestion) => answer(await resultOf(id, job)))
process.on('disconnect', () => process.exit())
// Ctrl-C reaches both processes: the parent finishes its requests first.
process.on('SIGINT', () => {})

const answer = (message: ImageAnswer) => process.connected && process.send?.(message)

async function resultOf(id: number, job: ImageJob): Promise<ImageAnswer> {
  try {
    return { id, result: await resultOfJob(job) }
  } catch (error) {
    return { id, error: { message: errorMessage(error), code: errorCode(error) } }
  }
}

function resultOfJob(job: ImageJob): Promise<ImageResult> {
  if (job.kind === 'width') return widthOf(job.bytes)
  if (job.kind === 'own') return own(job)
  return job.kind === 'icon' ? icon(job) : derive(job)
}

/** EXIF orientation is applied first. */
async function widthOf(bytes: Uint8Array): Promise<number | undefined> {
  try {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
    return autoOrient.width
  } catch (error) {
    // The result is cached until the file changes, so temporary errors must not count.
    if (isImageOverload(error)) throw error
    return undefined
  }
}

function derive(job: Extract<ImageJob, { kind: 'variant' }>): Promise<Uint8Array> {
  const { bytes, width, format, timeoutSeconds } = job
  const resized = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: timeoutSeconds })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
  return format === 'webp'
    ? resized.webp({ quality: 74, smartSubsample: false, effort: 4 }).toBuffer()
    : // What is transparent would be black.
      resized.flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer()
}

function icon({ bytes, side, inset, ground }: Extract<ImageJob, { kind: 'icon' }>): Promise<Uint8Array> {
  const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 }
  const square = sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: 10 })
    .resize(side - 2 * inset, side - 2 * inset, { fit: 'contain', background })
    .extend({ top: inset, bottom: inset, left: inset, right: inset, background })
  return (ground ? square.flatten({ background: ground }) : square).png({ compressionLevel: 9 }).toBuffer()
}

async function own({
  bytes,
  longest,
  maxPixels,
  timeoutSeconds,
  ...part
}: Extract<ImageJob, { kind: 'own' }>) {
  const { data, info } = await sharp(bytes, {
    limitInputPixels: maxPixels,
    failOn: 'error',
    sequentialRead: true,
  })
    .autoOrient()
    .extract(await areaOf(bytes, { ...part, maxPixels }))
    .resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/** In pixels of the picture as it is shown, which its metadata may have turned. */
async function areaOf(
  bytes: Uint8Array,
  { ratio, crop, maxPixels }: Pick<OwnShape, 'ratio' | 'crop' | 'maxPixels'>,
) {
  const { autoOrient, channels, depth } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata()
  const { width, height } = autoOrient
  // libvips decodes an interlaced or turned picture as a whole: one of 16 bits a channel would take twice the memory.
  const pixelBytes = channels * (depth === 'uchar' ? 1 : 2)
  if (width * height * pixelBytes > maxPixels * MAX_PIXEL_BYTES) throw new Error('The picture is too large')
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
/** Red, green, blue and opacity of 8 bits. */
const MAX_PIXEL_BYTES = 4
