import { earlyLimits } from '#contract/early-limits.ts'
import type { Image } from '#contract/shapes.ts'

/** The address of a picture at one of the widths the server makes (spec §9, decisions §6). */
export const imageUrl = (path: string, width: number) =>
  `/_img/${width}x/${path.replace(/^\/media\//, '')}.webp`

/** The widths that are worth offering: none wider than the master, nor than it is ever shown (`widest`, pixels). */
export const imageSrcSet = (
  { path, width }: Pick<Image, 'path' | 'width'>,
  widest = Number.POSITIVE_INFINITY,
) =>
  earlyLimits.imageWidths
    .filter((candidate, at) => at === 0 || candidate <= Math.min(width ?? candidate, widest))
    .map((candidate) => `${imageUrl(path, candidate)} ${candidate}w`)
    .join(', ')
