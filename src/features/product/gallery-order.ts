import type { Image } from '#contract/shapes.ts'

/** `sku` names the variation that a picture shows, null for all. */
export type GalleryImage = Image & { sku: string | null }

/** Gallery order for a chosen variation: its own pictures, those of no variation, then the others'. */
export function galleryFor(images: readonly GalleryImage[], sku: string): GalleryImage[] {
  const rank = (image: GalleryImage) => (image.sku === sku ? 0 : image.sku === null ? 1 : 2)
  return images.toSorted((a, b) => rank(a) - rank(b))
}
