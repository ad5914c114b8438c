import type { PictureUse } from '#contract/admin/content/media.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { videosTag } from './add-video.ts'
import { readPathUses } from './picture-uses.ts'
import { videoInUse } from './refusals.ts'

const columns = ['id', 'name', 'path', 'bytes', 'captions_language', 'created_at'] as const

/** A page of the videos; `q` is a part of the name. */
export async function listVideos(db: Db, { q, ...query }: ListQuery<'id' | 'name'>) {
  const all = db.selectFrom('videos')
  const found = q ? all.where('name', 'ilike', containing(q)) : all
  const { rows, total } = await listPage(found, query, {
    column: query.sort,
    id: 'id',
    select: (videos) => videos.select(columns),
  })
  return { rows: rows.map(toRow), total }
}

/** A video with the records that show it; undefined for an unknown one. */
export async function readVideo(db: Db | Tx, id: number) {
  const row = await db
    .selectFrom('videos')
    .select([...columns, 'captions_path'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  return { ...toRow(row), uses: await usesOf(db, row) }
}

export async function renameVideo(tx: Tx, id: number, name: string) {
  await tx.updateTable('videos').set({ name }).where('id', '=', id).execute()
}

/** Sets or, with null, deletes the captions of a video, and drops the pages that show videos. */
export async function setVideoCaptions(
  tx: Tx,
  id: number,
  captions: { path: string; language: string } | null,
) {
  await tx
    .updateTable('videos')
    .set({ captions_path: captions?.path ?? null, captions_language: captions?.language ?? null })
    .where('id', '=', id)
    .execute()
  await noteChange(tx, [videosTag])
}

/** @throws 409 IN_USE with the records that show it. */
export async function removeVideo(tx: Tx, video: { id: number; path: string }) {
  const uses = await usesOf(tx, video)
  if (uses.length > 0) throw videoInUse(uses)
  await tx.deleteFrom('videos').where('id', '=', video.id).execute()
  await noteChange(tx, [videosTag])
}

const usesOf = async (db: Db | Tx, { path }: { path: string }): Promise<PictureUse[]> =>
  (await readPathUses(db, path)).map(({ tag: _, ...use }) => use)

const toRow = <Row extends { created_at: Date }>({ created_at, ...row }: Row) => ({
  ...row,
  created_at: created_at.toISOString(),
})
