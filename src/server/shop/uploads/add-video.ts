import { noteChange } from '#server/platform/changes/note-change.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { hashOf, type UploadContext } from './add-picture.ts'
import { videoTooLarge, wrongVideoType } from './refusals.ts'

export const MAX_VIDEO_MB = 100
const MB = 1_024 * 1_024

/** The cache tag of pages with a video of the shop's own. */
export const videosTag = 'videos'

/**
 * The type of a video by its first bytes: an MP4 file begins with a box `ftyp`, a WebM file with a header of EBML that
 * names it.
 */
export function videoType(bytes: Buffer): 'mp4' | 'webm' | undefined {
  const [box, brand] = [bytes.toString('latin1', 4, 8), bytes.toString('latin1', 8, 12)]
  // Pictures (AVIF, HEIC), sound and QuickTime are such files too.
  if (box === 'ftyp') return /^(avi[fs]|hei[cx]|mif1|M4[AB] |qt {2})$/.test(brand) ? undefined : 'mp4'
  if (bytes.toString('hex', 0, 4) !== '1a45dfa3') return undefined
  return bytes.subarray(0, 64).includes('webm') ? 'webm' : undefined
}

/** @throws 422 under `file` above 100 MB. */
export function requireVideoSize(bytes: number): void {
  if (bytes > MAX_VIDEO_MB * MB) throw videoTooLarge(Math.ceil(bytes / MB), MAX_VIDEO_MB)
}

type NewVideo = { name: string; path: string; bytes: number }

/** Lists a stored file among the videos; one that is listed already keeps its name. */
export async function listVideo(tx: Tx, video: NewVideo): Promise<{ id: number; isNew: boolean }> {
  const added = await tx
    .insertInto('videos')
    .values(video)
    .onConflict((conflict) => conflict.column('path').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) {
    await noteChange(tx, [videosTag])
    return { id: added.id, isNew: true }
  }
  const { id } = await tx
    .selectFrom('videos')
    .select('id')
    .where('path', '=', video.path)
    .executeTakeFirstOrThrow()
  return { id, isNew: false }
}

/**
 * Stores a merchant's MP4 or WebM video as it is, from memory, and returns its path in the media folder. The same
 * video is stored once.
 *
 * @throws 422 under `file` for another type, and above 100 MB.
 */
export async function addVideo(
  { db, files }: UploadContext,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<{ path: string }> {
  const type = videoType(bytes)
  if (!type) throw wrongVideoType()
  requireVideoSize(bytes.length)
  const path = `uploads/${hashOf(bytes)}.${type}`
  await files.write(path, bytes)
  await inTransaction(db, (tx) => listVideo(tx, { name, path, bytes: bytes.length }))
  return { path }
}
