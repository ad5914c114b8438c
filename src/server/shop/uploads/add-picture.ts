import { createHash } from 'node:crypto'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import type { FileStorage } from '#server/platform/kernel/file-storage.ts'
import { measureImage } from '#server/platform/media/image-file.ts'
import { makeOwnPicture } from '#server/platform/media/uploaded-picture.ts'

export type UploadContext = Pick<Services, 'db' | 'files'>

/**
 * Stores a merchant's picture as WebP without metadata and returns its path in the media folder. The same picture is stored once.
 *
 * @param longest pixels of the longer side at most.
 * @throws 422 under `file` for anything but a JPEG, PNG or WebP picture.
 */
export async function addPicture(
  { db, files }: UploadContext,
  bytes: Buffer,
  { alt = '', fileName = '', longest }: { alt?: string; fileName?: string; longest?: number } = {},
) {
  const { path, ...picture } = await storePicture(files, bytes, longest === undefined ? {} : { longest })
  const stored = await inTransaction(db, async (tx) => {
    const changed = await tx
      .insertInto('images')
      .values({ path, alt, file_name: fileName, ...picture })
      .onConflict((conflict) =>
        // Without a text, a picture that is stored already keeps its own.
        alt === ''
          ? conflict.column('path').doNothing()
          : conflict.column('path').doUpdateSet({ alt }).where('images.alt', 'is distinct from', alt),
      )
      .returning('id')
      .execute()
    // Pages may show the picture already, with its former text.
    if (changed.length > 0) await noteChange(tx, ['listing', 'storefront'])
    return tx.selectFrom('images').select('alt').where('path', '=', path).executeTakeFirstOrThrow()
  })
  return { path, alt: stored.alt, width: picture.width, height: picture.height }
}

/**
 * Writes a picture as WebP without metadata, under a path that names its content.
 * @throws 422 under `file` for anything but a JPEG, PNG or WebP picture.
 */
export async function storePicture(
  files: FileStorage,
  bytes: Buffer,
  options: { longest?: number } = {},
): Promise<{ path: string; width: number; height: number; placeholder: string }> {
  const { bytes: webp, width, height } = await makeOwnPicture(bytes, 'file', { from: 'staff', ...options })
  const { placeholder } = await measureImage(webp)
  const path = `uploads/${hashOf(webp)}.webp`
  await files.write(path, webp)
  return { path, width, height, placeholder }
}

/** The last part of an uploaded file's name, as it is shown and found; browsers may send a path. */
export const shownFileName = (name = '') =>
  (name.split(/[/\\]/).at(-1) ?? '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 200)

/** Names a file by its content, so that a changed file has another address. */
export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)
