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
