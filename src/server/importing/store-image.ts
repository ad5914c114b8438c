import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db, Tx } from '../http/context.ts'
import type { MeasuredImage } from './image-file.ts'

/** Writes a picture into the media folder, whole or not at all; its name comes from its content. */
export async function writeImageFile(mediaDir: string, { path }: MeasuredImage, bytes: Buffer) {
  const target = join(mediaDir, path)
  const known = await stat(target).catch(() => undefined)
  if (known?.size === bytes.length) return
  await mkdir(dirname(target), { recursive: true })
  const part = `${target}.${process.pid}.part`
  await writeFile(part, bytes)
  await rename(part, target)
}

/** The id of the picture's row, made when there is none. */
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
