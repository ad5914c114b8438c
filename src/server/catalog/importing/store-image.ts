import type { Db, Tx } from '#server/platform/kernel/context.ts'
import type { FileStorage } from '#server/platform/kernel/file-storage.ts'
import type { MeasuredImage } from '#server/platform/media/image-file.ts'

/** Stores an image under its content hash, so that an existing file is the same image. */
export async function writeImageFile(files: FileStorage, { path }: MeasuredImage, bytes: Buffer) {
  const known = await files.find(path)
  if (known?.size !== bytes.length) await files.write(path, bytes)
}

/** The id of the image's row, created if missing. */
export async function insertImage(tx: Db | Tx, image: MeasuredImage): Promise<number> {
  await tx
    .insertInto('images')
    .values(image)
    .onConflict((conflict) => conflict.column('path').doNothing())
    .execute()
  const { id } = await tx
    .selectFrom('images')
    .select('id')
    .where('path', '=', image.path)
    .executeTakeFirstOrThrow()
  return id
}
