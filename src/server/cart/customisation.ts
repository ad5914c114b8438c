import { createHash } from 'node:crypto'
import { rejected } from '../http/errors.ts'

export type Customised = { custom_text: string | null; image_path: string | null }

/** `products.customisation`, as far as this file needs it (decisions §2, customisation). */
type Offered = {
  text?: { enabled: boolean; label?: string; max_length: number; required: boolean }
  image?: { enabled: boolean }
} | null

/** What the shopper wants on the product, null when nothing. One line; control characters are dropped. */
export function readCustomisation(
  given: { custom_text?: string | undefined; image_path?: string | undefined } | null | undefined,
): Customised | null {
  const custom_text = given?.custom_text?.replace(/[\s\p{Cc}]+/gu, ' ').trim() || null
  const image_path = given?.image_path || null
  return custom_text || image_path ? { custom_text, image_path } : null
}

/** Tells lines of one product apart: the same product with another customisation is another line (decisions §1.8). */
export const customisationKey = (customised: Customised | null): string =>
  customised
    ? createHash('sha256')
        .update(JSON.stringify([customised.custom_text, customised.image_path]))
        .digest('base64url')
    : ''

/**
 * Pictures are refused until there are uploads: a path may only be one that this shop gave out (security §12).
 * @throws 409 CUSTOMISATION_INVALID when the product does not offer what is asked for.
 */
export function requireCustomisation(offered: unknown, customised: Customised | null) {
  const { text } = (offered as Offered) ?? {}
  const words = customised?.custom_text ?? null
  if (customised?.image_path) throw refuse('This picture is not known. Please upload it again')
  if (words !== null && !text?.enabled) throw refuse('This product cannot be customised')
  if (words === null && text?.enabled && text.required)
    throw refuse(`${text.label ?? 'Your text'} is required`)
  if (words !== null && text && [...words].length > text.max_length)
    throw refuse(`Please use at most ${text.max_length} characters`)
}

const refuse = (message: string) => rejected('CUSTOMISATION_INVALID', message)
