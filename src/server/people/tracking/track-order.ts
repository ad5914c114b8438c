import * as limits from '#contract/limits.ts'
import { invalidEmail, isEmail, normalizeEmail } from '#contract/rules/email.ts'
import type { TrackedOrder } from '#contract/track.ts'
import { type OrderAccess, withPayToken } from '#server/commerce/orders/model/order-token.ts'
import { orderNotFound } from '#server/commerce/orders/model/refusals.ts'
import { isTrackToken, orderNoOfToken, trackToken } from '#server/commerce/orders/model/track-link.ts'
import { findOrder } from '#server/commerce/orders/read-order.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { CookieToSet, Db, Tx, Visitor } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { mobileCodeOfOrder } from '#server/platform/notify/mobile-code-sql.ts'
import { consumeChallenge, requireCode } from '../auth/otp-challenge.ts'
import { requireSendAllowance } from '../auth/otp-limits.ts'
import { requirePhoneOfAnyCountry } from '../auth/phone-rule.ts'
import { sendOtp } from '../auth/send-otp.ts'
import { linkProvenOrder } from '../customers/link-guest-orders.ts'
import { codeMail } from './code-mail.ts'
import { limitFailedLookups, limitWrongCodes, requireTrackAllowance } from './track-limits.ts'

type OrderLookup = {
  order_no?: string | undefined
  input?: string | null | undefined
  otp?: string | null | undefined
  token?: string | undefined
}
/** The cookie binds the code to the browser that requested it. */
type CodeSent = { verification_required: true; length: number; cookie: CookieToSet }
type TrackOptions = { config: Config; visitor: Visitor; channel: Channel; look: MailLook }

/**
 * Returns the full order to its customer, to the holder of a mailed link, or to the holder of a code sent to
 * its phone or email. Unknown orders and other people's get the same reply as known ones, so that it reveals
 * nothing. Decisions §3 and §4 (track-order), security §10.
 *
 * @throws 404 for a wrong token; 401 OTP_INVALID; 422 at order_no or input; 429.
 */
export async function trackOrder(
  db: Db,
  lookup: OrderLookup,
  { config, visitor, channel, look }: TrackOptions,
): Promise<TrackedOrder | CodeSent> {
  if (lookup.token) {
    const { token } = lookup
    return limitFailedLookups(db, visitor.ip, () => byToken(db, config, token))
  }
  const order_no = orderNo(lookup.order_no)
  const order = await named.first(db, order_no)
  if (order && order.customer_id !== null && order.customer_id === visitor.customerId)
    return shown(db, config, order)

  const contact = await contactOf(db, channel, lookup.input)
  const isTheirs = order !== undefined && order[contact.kind] === contact.value
  const ref = { purpose: `track:${order_no}` as const, phone: contact.full }
  await requireTrackAllowance(db, visitor.ip)
  const limitKey = `track ${order_no} ${contact.full}`
  if (!lookup.otp) {
    await requireSendAllowance(db, { kind: 'track', limitKey, ip: visitor.ip })
    const cookie = await sendOtp(
      { db, config, visitor },
      {
        ref,
        storeName: look.store_name,
        customerId: null,
        isWanted: isTheirs,
        // Typed without the country's code, the number may be of the order's country.
        ...(isTheirs && contact.kind === 'phone' ? { smsTo: `${order.mobile_code}${order.phone}` } : {}),
        ...(contact.kind === 'email'
          ? { mail: (code: string) => ({ recipient: contact.value, ...codeMail(look, { code, order_no }) }) }
          : {}),
      },
    )
    return { verification_required: true, length: limits.otpLength, cookie }
  }
  const { otp } = lookup
  const codeHash = await limitWrongCodes(db, order_no, () =>
    requireCode({ db, config, visitor }, ref, otp, limitKey),
  )
  await db.transaction().execute(async (tx) => {
    await consumeChallenge(tx, ref, codeHash)
    // A guest is found by the e-mail address of the order, or by its phone without one.
    if (order && isTheirs && (contact.kind === 'email' || !order.email)) await linkProvenOrder(tx, order.id)
  })
  // No code was sent for this order, so this one was guessed.
  if (!order || !isTheirs) throw orderNotFound()
  return shown(db, config, order)
}

async function byToken(db: Db, secrets: SigningSecrets, token: string): Promise<TrackedOrder> {
  const order = await named.first(db, orderNoOfToken(token))
  if (!order || !isTrackToken(secrets, order, token)) throw orderNotFound()
  return shown(db, secrets, order)
}

async function shown(db: Db, secrets: SigningSecrets, known: OrderAccess): Promise<TrackedOrder> {
  const found = await findOrder(db, known.id)
  if (!found) throw orderNotFound()
  const order = await withPayToken(db, secrets, found)
  const { order_no, status, status_label, placed_at, shipments } = order
  const token = trackToken(secrets, { ...known, order_no })
  return { verification_required: false, token, order_no, status, status_label, placed_at, shipments, order }
}

/** Accepts typed input: lower case, spaces, or no prefix. */
export function orderNo(typed = ''): string {
  const compact = typed.replace(/\s+/g, '').toUpperCase()
  if (!compact) throw invalid({ order_no: ['Please enter the order number'] })
  return /^\d+$/.test(compact) ? `SF-${compact}` : compact
}

export type Contact = { kind: 'email' | 'phone' /** As orders keep it. */; value: string; full: string }

/** @throws 422 at `input` */
export async function contactOf(
  db: Db | Tx,
  channel: Channel,
  typed: string | null | undefined,
): Promise<Contact> {
  if (!typed) throw invalid({ input: ['Please enter the email or phone of the order'] })
  // As addresses of orders are stored; a full-width @ becomes one as well.
  const email = normalizeEmail(typed).trim().toLowerCase()
  if (email.includes('@')) {
    if (!isEmail(email)) throw invalid({ input: [invalidEmail] })
    return { kind: 'email', value: email, full: email }
  }
  const { phone, full } = await requirePhoneOfAnyCountry(db, channel, typed, 'input')
  return { kind: 'phone', value: phone, full }
}

type NamedOrder = OrderAccess & {
  order_no: string
  customer_id: number | null
  email: string | null
  phone: string | null
  /** Of the country that it is delivered to, or of the shop's. */
  mobile_code: string
}

const named = prepared<NamedOrder>(
  'order to track',
  `select o.id, o.access_key, o.order_no, o.customer_id, lower(o.email) as email, o.phone, ${mobileCodeOfOrder('o.id')} as mobile_code
  from orders o where o.order_no = $1::text`,
)
