import { invalid } from '../kernel/errors.ts'
import type { FileStorage } from '../kernel/file-storage.ts'
import { hashOf } from './add-picture.ts'

const MAX_VIDEO_MB = 100

/** The type of a video by its first bytes: an MP4 file begins with a box `ftyp`, a WebM file with the header of EBML. */
export function videoType(bytes: Buffer): 'mp4' | 'webm' | undefined {
  const [box, brand] = [bytes.toString('latin1', 4, 8), bytes.toString('latin1', 8, 12)]
  // AVIF and HEIC pictures are such files too.
  if (box === 'ftyp') return /^(avi[fs]|hei[cx]|mif1)$/.test(brand) ? undefined : 'mp4'
  return bytes.toString('hex', 0, 4) === '1a45dfa3' ? 'webm' : undefined
}

/**
 * Stores a merchant's MP4 or WebM video as it is and returns its path in the media folder. The same video is stored once.
 *
 * @throws 422 under `file` for another type, and above 100 MB.
 */
export async function addVideo({ files }: { files: FileStorage }, bytes: Buffer): Promise<{ path: string }> {
  const type = videoType(bytes)
  if (!type) throw invalid({ file: ['Please choose an MP4 or WebM video'] })
  if (bytes.length > MAX_VIDEO_MB * 1_024 * 1_024)
    throw invalid({ file: [`The video is larger than ${MAX_VIDEO_MB} MB`] })
  const path = `uploads/${hashOf(bytes)}.${type}`
  await files.write(path, bytes)
  return { path }
}
