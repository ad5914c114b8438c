import { createHash } from 'node:crypto'

/** Security §12: more pixels than this are a decompression bomb. */
const MAX_PIXELS = 40_000_000
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024

export type MeasuredImage = {
  /** Relative to the media folder; derived from the content, so that equal images are stored once. */
  path: string
  width: number
  height: number
  /** data: URL, 10 x 10 at most. */
  placeholder: string
}

/** A permanent failure, with a message for the merchant. */
export class UnusableImageError extends Error {}

/**
 * Measures an image: JPEG, PNG, WebP, GIF or AVIF by its first bytes. SVG is refused because sharp would open
 * it and it can contain scripts.
 *
 * @throws UnusableImageError when it is something else, too large or damaged.
 */
export async function measureImage(bytes: Buffer): Promise<MeasuredImage> {
  if (bytes.length > MAX_IMAGE_BYTES) throw new UnusableImageError('The picture is larger than 20 MB')
  const extension = extensionOf(bytes)
  if (!extension) throw new UnusableImageError('It is not a JPEG, PNG, WebP, GIF or AVIF picture')
  try {
    const sharp = await loadSharp()
    const { width, height, autoOrient } = await sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
    }).metadata()
    const small = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(10, 10, { fit: 'inside' })
      .webp({ quality: 40 })
      .timeout({ seconds: 10 })
      .toBuffer()
    return {
      path: `import/${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${extension}`,
      width: autoOrient?.width ?? width,
      height: autoOrient?.height ?? height,
      placeholder: `data:image/webp;base64,${small.toString('base64')}`,
    }
  } catch (error) {
    throw new UnusableImageError(`The picture is damaged or too large: ${firstLine(error)}`)
  }
}

const firstLine = (error: unknown) => String(error instanceof Error ? error.message : error).split('\n')[0]

function extensionOf(bytes: Buffer): string | undefined {
  const ascii = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpg'
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp'
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return 'gif'
  if (ascii(4, 8) === 'ftyp' && /avif|avis/.test(ascii(8, 32))) return 'avif'
  return undefined
}

/**
 * sharp for the few pictures of staff that this process itself makes, such as those of an import: loaded with the first one, because
 * libvips takes memory and time at the start. Its cache would only use memory.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}
