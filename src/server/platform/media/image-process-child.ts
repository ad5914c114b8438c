import sharp from 'sharp'
import { errorCode, errorMessage } from '../kernel/errors.ts'
import { isImageOverload } from './image-overload.ts'
import type { ImageAnswer, ImageJob, ImageQuestion } from './image-process.ts'

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

function resultOfJob(job: ImageJob): Promise<Uint8Array | number | undefined> {
  if (job.kind === 'width') return widthOf(job.bytes)
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
