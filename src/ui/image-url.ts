import * as limits from '#contract/limits.ts'
import type { Image } from '#contract/shapes.ts'

/** The URL of a picture at one of the widths that the server makes (spec §9, decisions §6). */
export const imageUrl = (path: string, width: number) =>
  `/_img/${width}x/${path.replace(/^\/media\//, '')}.webp`

/** The widths to offer: none wider than the master, nor than its largest display (`widest`, pixels). */
export const imageSrcSet = (
  { path, width }: Pick<Image, 'path' | 'width'>,
  widest = Number.POSITIVE_INFINITY,
) =>
  limits.imageWidths
    .filter((candidate, at) => at === 0 || candidate <= Math.min(width ?? candidate, widest))
    .map((candidate) => `${imageUrl(path, candidate)} ${candidate}w`)
    .join(', ')

/** A picture for link previews: its file of at most `widest` pixels, whose size is that of the master in proportion. */
export function previewImage(
  { path, alt, width, height }: Pick<Image, 'path' | 'alt' | 'width' | 'height'>,
  widest: (typeof limits.imageWidths)[number] = 1280,
) {
  const shown = width && height ? Math.min(width, widest) : undefined
  return {
    href: imageUrl(path, widest),
    ...(shown && width && height && { width: shown, height: Math.round((height * shown) / width) }),
    ...(alt && { alt }),
  }
}
