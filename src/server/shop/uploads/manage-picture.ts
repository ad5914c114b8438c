import { sql } from 'kysely'
import type { MediaPicture } from '#contract/admin/content/media.ts'
import type { FocalPoint } from '#contract/shapes.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import type { storePicture } from './add-picture.ts'
import { readPictureUses, replacePath } from './picture-uses.ts'
import { pictureInUse } from './refusals.ts'

type StoredPicture = Awaited<ReturnType<typeof storePicture>>

/** Everything with a picture: each page has the first tag, and the data in memory has the others. */
const shownTags = ['storefront', 'listing', 'catalog', 'menus', 'sliders', 'faqs', 'blog', 'pages']

export async function readPicture(db: Db | Tx, id: number) {
  const row = await db
    .selectFrom('images')
    .select(['id', 'path', 'alt', 'width', 'height', 'file_name', 'focal_x', 'focal_y', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { focal_x: x, focal_y: y, ...picture } = row
  const uses = await readPictureUses(db, row)
  return {
    ...picture,
    focal_point: x === null || y === null ? null : { x, y },
    created_at: row.created_at.toISOString(),
    uses: uses.map(({ tag: _, ...use }) => use),
  }
}

/** Changes the text that all uses without one of their own show. */
export async function describePicture(tx: Tx, picture: MediaPicture, alt: string) {
  await tx.updateTable('images').set({ alt }).where('id', '=', picture.id).execute()
  await noteChange(tx, [...shownTags, ...tagsOf(await readPictureUses(tx, picture))])
}

/** Changes what stays visible in all places that crop it; null: the middle. */
export async function setFocalPoint(tx: Tx, picture: { id: number; path: string }, point: FocalPoint | null) {
  await tx
    .updateTable('images')
    .set({ focal_x: point?.x ?? null, focal_y: point?.y ?? null })
    .where('id', '=', picture.id)
    .execute()
  await noteChange(tx, [...shownTags, ...tagsOf(await readPictureUses(tx, picture))])
}

const tagsOf = (uses: readonly { tag: string | null }[]) => uses.flatMap(({ tag }) => tag ?? [])

/**
 * Gives a picture another file. Editors with an open page that shows it are prompted to compare before they save.
 * @throws 422 when the file is in the media library already.
 */
export async function replacePicture(
  tx: Tx,
  picture: MediaPicture,
  { path, ...measured }: StoredPicture & { file_name: string },
) {
  if (path === picture.path) throw invalid({ file: ['This is the present file'] })
  const other = await tx.selectFrom('images').select('id').where('path', '=', path).executeTakeFirst()
  if (other) throw invalid({ file: ['The media library already has this picture'] })
  const uses = await readPictureUses(tx, picture)
  await tx
    .updateTable('images')
    // The focal point was that of the former file.
    .set({ path, ...measured, focal_x: null, focal_y: null })
    .where('id', '=', picture.id)
    .execute()
  await replacePath(tx, picture.path, path)
  const pages = uses.flatMap(({ kind, id }) => (kind === 'page' || kind === 'draft' ? [Number(id)] : []))
  if (pages.length > 0)
    await tx
      .updateTable('pages')
      .set({ revision: sql<number>`revision + 1` })
      .where('id', 'in', pages)
      .execute()
  await noteChange(tx, [...shownTags, 'settings', 'plugins', ...tagsOf(uses)])
}

/** @throws 409 IN_USE with the records that show it. */
export async function removePicture(tx: Tx, picture: MediaPicture) {
  await tx.selectFrom('images').select('id').where('id', '=', picture.id).forUpdate().execute()
  const uses = await readPictureUses(tx, picture)
  if (uses.length > 0) throw pictureInUse(uses.map(({ tag: _, ...use }) => use))
  await tx.deleteFrom('images').where('id', '=', picture.id).execute()
  await noteChange(tx, ['listing', 'storefront'])
}
