import { limits } from '#contract/limits.ts'
import { invalidEmail, isEmail } from '#contract/rules/email.ts'
import type { TrackedOrder } from '#contract/track.ts'
import { consumeChallenge, requireCode } from '../auth/otp-challenge.ts'
import { requireSendAllowance } from '../auth/otp-limits.ts'
import { requirePhone } from '../auth/phone-rule.ts'
import { sendOtp } from '../auth/send-otp.ts'
import { findOrder } from '../checkout/read-order.ts'
import { prepared } from '../db/prepared.ts'
import type { CallContext } from '../http/context.ts'
import { invalid, notFound } from '../http/errors.ts'
import { rememberedMailLook } from '../notify/mail-look.ts'
import { withPayToken } from '../orders/with-pay-token.ts'
import { codeMail } from './code-mail.ts'
import { countingGuesses, countingWrongCodes, requireTrackAllowance } from './track-limits.ts'
import { isTrackToken, orderNoOfToken, trackToken } from './track-link.ts'

type Asked = {
  order_no?: string | undefined
  input?: string | null | undefined
  otp?: string | null | undefined
  token?: string | undefined
}
type CodeSent = { verification_required: true; length: number }

/**
 * An order for whoever may see it whole: its customer, the holder of a mail's link, or of the code that is sent to its phone or
 * e-mail. An order that there is not, and one of somebody else, answer as a known one does: a code is said to be sent. Decisions §3
 * and §4 (track-order), security §10.
 *
 * @throws 404 for a wrong token; 401 OTP_INVALID; 422 at order_no or input; 429.
 */
export async function trackOrder(call: CallContext, asked: Asked): Promise<TrackedOrder | CodeSent> {
  const { db, visitor } = call
  if (asked.token) {
    const { token } = asked
    return countingGuesses(db, visitor.ip, () => byToken(call, token))
  }
  const order_no = orderNo(asked.order_no)
  const order = await named.first(db, order_no)
  if (order && order.customer_id !== null && order.customer_id === visitor.customerId)
    return shown(call, order.id)

  const contact = await contactOf(call, asked.input)
  const isTheirs = order !== undefined && order[contact.kind] === contact.value
  const ref = { purpose: `track:${order_no}` as const, phone: contact.full }
  await requireTrackAllowance(db, visitor.ip)
  const asker = `track ${order_no} ${contact.full}`
  if (!asked.otp) {
    await requireSendAllowance(db, { kind: 'track', asker, ip: visitor.ip })
    const look = await rememberedMailLook(call)
    const cookie = await sendOtp(call, {
      ref,
      storeName: look.store_name,
      customerId: null,
      isWanted: isTheirs,
      ...(contact.kind === 'email'
        ? { mail: (code: string) => ({ recipient: contact.value, ...codeMail(look, { code, order_no }) }) }
        : {}),
    })
    call.setCookie(cookie)
    return { verification_required: true, length: limits.otpLength }
  }
  const { otp } = asked
  const codeHash = await countingWrongCodes(db, order_no, () => requireCode(call, ref, otp, asker))
  await db.transaction().execute((tx) => consumeChallenge(tx, ref, codeHash))
  // A code that was never sent has been guessed.
  if (!order || !isTheirs) throw notFound('This order could not be found')
  return shown(call, order.id)
}

async function byToken(call: CallContext, token: string): Promise<TrackedOrder> {
  const order = await named.first(call.db, orderNoOfToken(token))
  if (!order || !isTrackToken(call.config.tokenSecret, order, token))
    throw notFound('This order could not be found')
  return shown(call, order.id)
}

async function shown(call: CallContext, id: number): Promise<TrackedOrder> {
  const found = await findOrder(call.db, id)
  if (!found) throw notFound('This order could not be found')
  const order = withPayToken(call, found)
  const { order_no, status, status_label, placed_at, shipments } = order
  const token = trackToken(call.config.tokenSecret, order)
  return { verification_required: false, token, order_no, status, status_label, placed_at, shipments, order }
}

/** As people type it: in small letters, without the letters before the number. */
function orderNo(typed = ''): string {
  const compact = typed.replace(/\s+/g, '').toUpperCase()
  if (!compact) throw invalid({ order_no: ['Please enter the order number'] })
  return /^\d+$/.test(compact) ? `SF-${compact}` : compact
}

type Contact = { kind: 'email' | 'phone' /** As orders keep it. */; value: string; full: string }

async function contactOf({ db, channel }: CallContext, typed: string | null | undefined): Promise<Contact> {
  if (!typed) throw invalid({ input: ['Please enter the email or phone of the order'] })
  if (typed.includes('@')) {
    const email = typed.toLowerCase()
    if (!isEmail(email)) throw invalid({ input: [invalidEmail] })
    return { kind: 'email', value: email, full: email }
  }
  const { phone, full } = await requirePhone(db, channel, typed, 'input')
  return { kind: 'phone', value: phone, full }
}

const named = prepared<{
  id: number
  order_no: string
  customer_id: number | null
  email: string | null
  phone: string | null
}>(
  'order to track',
  'select id, order_no, customer_id, lower(email) as email, phone from orders where order_no = $1::text',
)
