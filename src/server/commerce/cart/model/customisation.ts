import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { AdditionalData } from '#contract/cart.ts'
import { isVoucher, type ProductKind } from '#contract/rules/product-kind.ts'
import {
  customisationRequired,
  customisationTooLong,
  noPictureOffered,
  notCustomisable,
  sentTooLate,
} from './refusals.ts'

/** Of a gift card: whom it is sent to. `send_on`: empty for at once. */
export type Recipient = {
  recipient_email: string
  recipient_name: string
  recipient_message: string
  send_on: string
}

export type Customised = { custom_text: string | null; image_path: string | null } & Partial<Recipient>

/** The part of `products.customisation` that is used here (decisions §2, customisation). */
type Offered = {
  text?: { enabled: boolean; label?: string; max_length: number; required: boolean }
  image?: { enabled: boolean; label?: string; required?: boolean }
} | null

/** The customisation that the shopper entered, null without one. Single line; control characters are removed. */
export function readCustomisation(
  given: z.output<typeof AdditionalData> | null | undefined,
): Customised | null {
  const custom_text = given?.custom_text?.replace(/[\s\p{Cc}]+/gu, ' ').trim() || null
  const image_path = given?.image_path || null
  const recipient = given && readRecipient(given)
  return custom_text || image_path || recipient ? { custom_text, image_path, ...recipient } : null
}

function readRecipient(given: z.output<typeof AdditionalData>): Recipient | null {
  const { recipient_email, recipient_name = '', recipient_message = '', send_on = '' } = given
  if (!recipient_email) return null
  return { recipient_email: recipient_email.toLowerCase(), recipient_name, recipient_message, send_on }
}

/** What carts, orders and mails say of the recipient of a gift card; none without. */
export function recipientFields(customised: Customised | null): { label: string; value: string }[] {
  const { recipient_email, recipient_name, recipient_message, send_on } = customised ?? {}
  if (!recipient_email) return []
  return [
    { label: 'To', value: [recipient_name, recipient_email].filter(Boolean).join(', ') },
    ...(recipient_message ? [{ label: 'Message', value: `“${recipient_message}”` }] : []),
    { label: 'Sent by e-mail', value: send_on ? `on ${send_on}` : 'as soon as it is paid' },
  ]
}

/** Distinguishes lines of one product by their customisation (decisions §1.8). */
export const customisationKey = (customised: Customised | null): string =>
  customised
    ? createHash('sha256')
        .update(JSON.stringify([customised.custom_text, customised.image_path, ...recipientKey(customised)]))
        .digest('base64url')
    : ''

const recipientKey = ({ recipient_email, recipient_name, recipient_message, send_on }: Customised) =>
  recipient_email ? [recipient_email, recipient_name, recipient_message, send_on] : []

/** Days ahead that a gift card can be sent. */
const LATEST = 366

/**
 * Whether the picture was uploaded for this product is checked by `claimImage`.
 * @throws 409 CUSTOMISATION_INVALID when the product does not offer the customisation, or requires more: a gift card its recipient.
 */
export function requireCustomisation(offered: unknown, customised: Customised | null, kind: ProductKind) {
  requireRecipient(customised, kind)
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

function requireRecipient(customised: Customised | null, kind: ProductKind) {
  if (!customised?.recipient_email) {
    if (isVoucher({ kind })) throw customisationRequired('The e-mail address of the recipient')
    return
  }
  if (!isVoucher({ kind })) throw notCustomisable()
  const { send_on } = customised
  if (send_on && Date.parse(send_on) > Date.now() + LATEST * 86_400_000) throw sentTooLate()
}
