import type { Image } from '#contract/shapes.ts'
import type { Db, Tx } from '../http/context.ts'

/** A row of `images`, or as much of it as was selected with it. `path` is relative to the media folder. */
export type ImageRow = {
  path: string
  alt: string
  width: number | null
  height: number | null
  placeholder: string | null
}

/** Where the media folder is on the web. */
export const mediaUrl = (path: string) => `/media/${path}`

/** An image as the wire has it. Decisions §2, $Image. */
export const toImage = ({ path, alt, width, height, placeholder }: ImageRow): Image => ({
  path: mediaUrl(path),
  alt,
  width,
  height,
  placeholder,
})

/** The image at a path of some table's `*_path` column, in that table's own words if it has any. */
export function imageAt(path: string, images: Map<string, ImageRow>, alt?: string): Image {
  const row = images.get(path) ?? { path, alt: '', width: null, height: null, placeholder: null }
  return toImage({ ...row, alt: alt || row.alt })
}

/** The same for a column that may be null. */
export const imageOf = (path: string | null, images: Map<string, ImageRow>, alt?: string): Image | null =>
  path ? imageAt(path, images, alt) : null

/** What is known of the images at these paths, for `imageOf`. No query when there are none. */
export async function readImages(db: Db | Tx, paths: readonly string[]): Promise<Map<string, ImageRow>> {
  if (paths.length === 0) return new Map()
  const rows = await db
    .selectFrom('images')
    .select(['path', 'alt', 'width', 'height', 'placeholder'])
    .where('path', 'in', [...new Set(paths)])
    .execute()
  return new Map(rows.map((row) => [row.path, row]))
}
