import { isRecord } from '#contract/rules/own-value.ts'
import { type ImageRow, imageOf } from '#server/platform/media/to-image.ts'
import { mapSettings } from './map-settings.ts'

/**
 * Section settings and appearances store an image as `{ path, alt? }` under a key that ends in `image` (or
 * `logo1`), with the path relative to the media folder; on the wire it is a full $Image.
 */
type StoredImage = { path: string; alt?: string }

const isImageKey = (key: string) => /(?:^|_)image$|^logo1$/.test(key)

const isStoredImage = (value: unknown): value is StoredImage =>
  isRecord(value) && typeof value.path === 'string'

/** The paths of all images in settings, at any depth. */
export function imagePathsIn(settings: unknown): string[] {
  if (typeof settings !== 'object' || settings === null) return []
  return Object.entries(settings).flatMap(([key, value]) =>
    isImageKey(key) && isStoredImage(value) ? [value.path] : imagePathsIn(value),
  )
}

/** The same settings with every image in wire format. */
export const withImages = <Settings>(settings: Settings, images: Map<string, ImageRow>): Settings =>
  mapSettings(settings, (value, key) =>
    isImageKey(key) && isStoredImage(value) ? imageOf(value.path, images, value.alt) : value,
  )
