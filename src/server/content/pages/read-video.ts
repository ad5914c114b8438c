import type { Db } from '#server/platform/kernel/context.ts'

/** The captions of a video of the media library; none for an unknown file. */
export async function readVideo(db: Db, path: string) {
  const row = await db
    .selectFrom('videos')
    .select(['captions_path', 'captions_language as language'])
    .where('path', '=', path)
    .executeTakeFirst()
  if (!row?.captions_path || !row.language) return { captions: null }
  const { captions_path, language } = row
  return { captions: { path: `/media/${captions_path}`, language, label: nameOf(language) } }
}

const nameOf = (language: string) =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
