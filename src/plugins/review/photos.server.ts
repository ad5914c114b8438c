import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Services, Tx, Upload } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { type FileStorage, PRIVATE } from '#server/platform/kernel/file-storage.ts'
import { addressKey, requireToken } from '#server/platform/limits/rate-limit.ts'
import { makeOwnPicture } from '#server/platform/media/uploaded-picture.ts'
import { definePluginJob } from '#server/shop/plugins/define-plugin-job.ts'
import { review } from './plugin.ts'
import { unknownPhoto } from './refusals.server.ts'

const MB = 1_024 * 1_024
/** Size of all photos together. */
const QUOTA = 2_048 * MB
const HOUR = 3_600

/**
 * Stores uploads as private files, re-encoded and without metadata. They are deleted unless a review is assigned within an hour.
 * Security §12; ADR 0048.
 *
 * @returns their paths.
 * @throws 422 at `images`; 429.
 */
export async function keepPhotos(
  { db, files, visitor }: Pick<Services, 'db' | 'files'> & { visitor: { ip: string } },
  uploads: readonly Upload[],
): Promise<string[]> {
  const paths: string[] = []
  for (const { bytes: upload } of uploads) {
    await requireToken(db, `review photo ip ${addressKey(visitor.ip)}`, { most: 20, seconds: HOUR })
    const { bytes, width, height } = await makeOwnPicture(upload, 'images')
    const { rows } = await sql<{ used: number }>`
      select coalesce(sum(bytes), 0)::bigint as used from review_photos`.execute(db)
    if ((rows[0]?.used ?? 0) + bytes.length > QUOTA)
      throw invalid({ images: ['There is no room for more photos at the moment'] })
    const path = newPath()
    // The row first: nothing else would find a file without a row.
    await sql`insert into review_photos (path, width, height, bytes)
      values (${path}, ${width}, ${height}, ${bytes.length})`.execute(db)
    await files.write(path + PRIVATE, bytes)
    paths.push(path)
  }
  return paths
}

const newPath = (now = new Date()) =>
  `review/${now.toISOString().slice(0, 7).replace('-', '/')}/r${randomBytes(16).toString('base64url')}.webp`

export async function pathsOf(db: Db | Tx, reviewId: number): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select path from review_photos where review_id = ${reviewId} order by position`.execute(db)
  return rows.map(({ path }) => path)
}

/**
 * A photo of a review in any state, for staff.
 * @param number counted from 1.
 * @throws 404.
 */
export async function readPhoto(
  { db, files }: Pick<Services, 'db' | 'files'>,
  { id, number }: { id: number; number: number },
): Promise<Buffer> {
  const { rows } = await sql<{ path: string }>`select path from review_photos where review_id = ${id}
    order by position, path limit 1 offset ${number - 1}`.execute(db)
  const path = rows[0]?.path
  if (path === undefined || !(await files.find(path + PRIVATE))) throw unknownPhoto()
  return files.read(path + PRIVATE)
}

/** Makes the public files of photos. */
export async function showPhotos(files: FileStorage, paths: readonly string[]) {
  for (const path of paths) await files.write(path, await files.read(path + PRIVATE))
}

/** Deletes the public files of photos; the private ones stay. */
export async function hidePhotos(files: FileStorage, paths: readonly string[]) {
  for (const path of paths) await files.remove(path)
}

/** Deletes photos without a review, an hour after their upload: the files, then the row. */
export async function deleteUnusedPhotos({ db, files }: Pick<Services, 'db' | 'files'>): Promise<void> {
  const { rows } = await sql<{ path: string }>`select path from review_photos
    where review_id is null and created_at < now() - interval '1 hour' order by created_at limit 500`.execute(
    db,
  )
  for (const { path } of rows) {
    await files.remove(path)
    await files.remove(path + PRIVATE)
    await sql`delete from review_photos where path = ${path} and review_id is null`.execute(db)
  }
}

export const deleteUnusedPhotosJob = definePluginJob(review, {
  name: 'delete-unused-photos',
  schedule: { every: 3_600 },
  run: (_, services) => deleteUnusedPhotos(services),
})
