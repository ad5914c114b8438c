import { createHash } from 'node:crypto'
import { customisationRequired, customisationTooLong, noPictureOffered, notCustomisable } from './refusals.ts'

export type Customised = { custom_text: string | null; image_path: string | null }

/** The part of `products.customisation` that is used here (decisions §2, customisation). */
type Offered = {
  text?: { enabled: boolean; label?: string; max_length: number; required: boolean }
  image?: { enabled: boolean; label?: string; required?: boolean }
} | null

/** The customisation that the shopper entered, null without one. Single line; control characters are removed. */
export function readCustomisation(
  given: { custom_text?: string | undefined; image_path?: string | undefined } | null | undefined,
): Customised | null {
  const custom_text = given?.custom_text?.replace(/[\s\p{Cc}]+/gu, ' ').trim() || null
  const image_path = given?.image_path || null
  return custom_text || image_path ? { custom_text, image_path } : null
}

/** Distinguishes lines of one product by their customisation (decisions §1.8). */
export const customisationKey = (customised: Customised | null): string =>
  customised
    ? createHash('sha256')
        .update(JSON.stringify([customised.custom_text, customised.image_path]))
        .digest('base64url')
    : ''

/**
 * Whether the picture was uploaded for this product is checked by `claimImage`.
 * @throws 409 CUSTOMISATION_INVALID when the product does not offer the customisation, or requires more.
 */
export function requireCustomisation(offered: unknown, customised: Customised | null) {
  const { text, image } = (offered as Offered) ?? {}
  const picture = customised?.image_path ?? null
  const words = customised?.custom_text ?? null
  if (picture !== null && !image?.enabled) throw noPictureOffered()
  if (picture === null && image?.enabled && image.required)
    throw customisationRequired(image.label || 'Your picture')
  if (words !== null && !text?.enabled) throw notCustomisable()
  if (words === null && text?.enabled && text.required) throw customisationRequired(text.label ?? 'Your text')
  if (words !== null && text && [...words].length > text.max_length)
    throw customisationTooLong(text.max_length)
}
