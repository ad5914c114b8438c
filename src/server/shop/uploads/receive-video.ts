import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { defineJob, type JobServices } from '#server/platform/jobs/job.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { type FileStorage, PRIVATE } from '#server/platform/kernel/file-storage.ts'
import type { UploadContext } from './add-picture.ts'
import { listVideo, requireVideoSize, videoType } from './add-video.ts'
import { unknownUpload, wrongPart, wrongVideoType } from './refusals.ts'

/** A part must arrive within the server's limit for a request, ten seconds, over a slow connection too. */
const PART_BYTES = 1_024 * 1_024

type Upload = { id: number; name: string; bytes: number; received: number }
export type ReceivedPart = { received: number; video: { id: number; isNew: boolean } | null }

/** @throws 422 under `file` for a video that is too large. */
export async function startVideo(tx: Tx, { name, bytes }: { name: string; bytes: number }) {
  requireVideoSize(bytes)
  const { id } = await tx
    .insertInto('video_uploads')
    .values({ name: name.replace(/\.(mp4|m4v|webm)$/i, '') || name, bytes })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, part_bytes: PART_BYTES }
}

/**
 * Stores a part; a part that arrives again because its reply was lost is accepted. After the last one the video is
 * written from its parts, with one of them in memory at a time, and listed by `list`.
 * @throws 404 for an unknown upload; 422 under `file` when it is no video, or not the next part.
 */
export async function receiveVideoPart(
  { db, files }: UploadContext,
  { id, offset, bytes }: { id: number; offset: number; bytes: Buffer },
  list: typeof listVideo = listVideo,
): Promise<ReceivedPart> {
  const upload = await inTransaction(db, async (tx) => {
    const before = await tx
      .selectFrom('video_uploads')
      .select(['id', 'name', 'bytes', 'received'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw unknownUpload()
    const received = offset + bytes.length
    if (received <= before.received) return before
    if (offset !== before.received || bytes.length !== Math.min(PART_BYTES, before.bytes - offset))
      throw wrongPart()
    if (offset === 0 && !videoType(bytes)) throw wrongVideoType()
    await files.write(partPath(id, offset), bytes)
    await tx.updateTable('video_uploads').set({ received }).where('id', '=', id).execute()
    return { ...before, received }
  })
  const { received } = upload
  return { received, video: received < upload.bytes ? null : await finish({ db, files }, upload, list) }
}

async function finish({ db, files }: UploadContext, upload: Upload, list: typeof listVideo) {
  const { id, name, bytes } = upload
  const hash = createHash('sha256')
  for await (const part of partsOf(files, upload)) hash.update(part)
  const type = videoType(await files.read(partPath(id, 0)))
  const path = `uploads/${hash.digest('hex').slice(0, 32)}.${type}`
  if (!(await files.find(path)))
    await files.writeStream(path, Readable.from(partsOf(files, upload), { objectMode: false }), bytes)
  const video = await inTransaction(db, async (tx) => {
    await tx.deleteFrom('video_uploads').where('id', '=', id).execute()
    return list(tx, { name, path, bytes })
  })
  await removeParts(files, upload)
  return video
}

async function* partsOf(files: FileStorage, { id, bytes }: Upload) {
  for (let offset = 0; offset < bytes; offset += PART_BYTES) yield await files.read(partPath(id, offset))
}

async function removeParts(files: FileStorage, { id, received }: Pick<Upload, 'id' | 'received'>) {
  for (let offset = 0; offset < received; offset += PART_BYTES) await files.remove(partPath(id, offset))
}

const partPath = (id: number, offset: number) => `uploads/parts/${id}-${offset}${PRIVATE}`

/** Deletes uploads that were not finished within a day, with their parts. */
export const deleteUnfinishedVideosJob = defineJob<UploadContext & JobServices>({
  name: 'delete-unfinished-videos',
  schedule: { every: 3_600 },
  run: (_, context) => deleteUnfinishedVideos(context),
})

export async function deleteUnfinishedVideos({ db, files }: UploadContext): Promise<void> {
  const old = await db
    .selectFrom('video_uploads')
    .select(['id', 'received'])
    .where('created_at', '<', new Date(Date.now() - 86_400_000))
    .orderBy('created_at')
    .limit(100)
    .execute()
  for (const upload of old) {
    await removeParts(files, upload)
    await db.deleteFrom('video_uploads').where('id', '=', upload.id).execute()
  }
}
