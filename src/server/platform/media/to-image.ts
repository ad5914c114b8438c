import type { Image } from '#contract/shapes.ts'
import type { Db, Tx } from '../kernel/context.ts'

/** A row of `images`, or the selected columns of it. `path` is relative to the media folder. */
export type ImageRow = {
  path: string
  alt: string
  width: number | null
  height: number | null
  placeholder: string | null
  focal_x?: number | null
  focal_y?: number | null
}

/** The URL of a file in the media folder. */
export const mediaUrl = (path: string) => `/media/${path}`

/** An image in wire format. Decisions §2, $Image. */
export const toImage = ({ path, alt, width, height, placeholder, ...focal }: ImageRow): Image => ({
  path: mediaUrl(path),
  alt,
  width,
  height,
  placeholder,
  ...focalPointOf(focal),
})

const focalPointOf = ({ focal_x: x, focal_y: y }: Pick<ImageRow, 'focal_x' | 'focal_y'>) =>
  x == null || y == null ? {} : { focal_point: { x, y } }

/** The image at a `*_path` column's path, with that table's own alt text if it has one. */
export function imageAt(path: string, images: Map<string, ImageRow>, alt?: string): Image {
  const row = images.get(path) ?? { path, alt: '', width: null, height: null, placeholder: null }
  return toImage({ ...row, alt: alt || row.alt })
}

/** The same for a column that may be null. */
export const imageOf = (path: string | null, images: Map<string, ImageRow>, alt?: string): Image | null =>
  path ? imageAt(path, images, alt) : null

/** The known images at these paths, for `imageOf`. No query when there are none. */
export async function readImages(db: Db | Tx, paths: readonly string[]): Promise<Map<string, ImageRow>> {
  if (paths.length === 0) return new Map()
  const rows = await db
    .selectFrom('images')
    .select(['path', 'alt', 'width', 'height', 'placeholder', 'focal_x', 'focal_y'])
    .where('path', 'in', [...new Set(paths)])
    .execute()
  return new Map(rows.map((row) => [row.path, row]))
}
