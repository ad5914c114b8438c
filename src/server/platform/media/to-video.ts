import type { Video } from '#contract/shapes.ts'
import type { Db } from '../kernel/context.ts'
import { mediaUrl } from './to-image.ts'

/** Columns of a row of `videos`. Paths are relative to the media folder, `captions_language` is BCP 47. */
export type VideoRow = { path: string; captions_path: string | null; captions_language: string | null }

/** SQL: the `VideoRow` of the video v as JSON. */
export const videoJson =
  "json_build_object('path', v.path, 'captions_path', v.captions_path, 'captions_language', v.captions_language)"

/** A video in wire format. ADR 0048. */
export const toVideo = ({ path, captions_path, captions_language: language }: VideoRow): Video => ({
  path: mediaUrl(path),
  captions:
    captions_path && language ? { path: mediaUrl(captions_path), language, label: nameOf(language) } : null,
})

const nameOf = (language: string) =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

/** A video of the media library by its path below the media folder. */
export async function readVideo(db: Db, path: string): Promise<Video | undefined> {
  const row = await db
    .selectFrom('videos')
    .select(['path', 'captions_path', 'captions_language'])
    .where('path', '=', path)
    .executeTakeFirst()
  return row && toVideo(row)
}
