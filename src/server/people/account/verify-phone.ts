import type { OtpSent } from '#contract/account.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { CookieToSet, Db, Tx, Visitor } from '#server/platform/kernel/context.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { auditFailedOtp } from '../auth/audit-failed-otp.ts'
import { noteAccess } from '../auth/note-access.ts'
import { notifyChange } from '../auth/notify-change.ts'
import { type ChallengeRef, consumeChallenge, otpSent, requireCode } from '../auth/otp-challenge.ts'
import { requireSendAllowance, requireVerifyAllowance } from '../auth/otp-limits.ts'
import { type Phone, requirePhone } from '../auth/phone-rule.ts'
import { removeEarlierAccess } from '../auth/remove-earlier-access.ts'
import { sendOtp } from '../auth/send-otp.ts'
import { signInTransaction } from '../auth/sign-in.ts'
import { type NewSession, renewSession } from '../auth/start-session.ts'
import { readPerson } from './read-person.ts'
import { phoneTaken } from './refusals.ts'

type PhoneOptions = { config: Config; visitor: Visitor; channel: Channel }

const refOf = (customerId: number, { full }: Phone): ChallengeRef => ({
  purpose: `account:${customerId}`,
  phone: full,
})

/**
 * Sends a code to a phone the customer wants to add. The reply is the same when another account has the phone.
 * Spec §4 (verification popup), security §5.
 *
 * @throws 422 at input, 429.
 */
export async function requestPhoneCode(
  db: Db,
  customerId: number,
  input: string,
  { config, visitor, channel, storeName }: PhoneOptions & { storeName: string },
): Promise<{ sent: OtpSent; cookie: CookieToSet }> {
  const phone = await requirePhone(db, channel, input, 'input')
  await requireSendAllowance(db, { kind: 'account', limitKey: phone.full, ip: visitor.ip })
  const cookie = await sendOtp(
    { db, config, visitor },
    { ref: refOf(customerId, phone), storeName, customerId, isWanted: true },
  )
  return { sent: otpSent, cookie }
}

/**
 * Saves the verified phone and notifies the owner of a changed number; an account that has the number
 * unverified loses it. Guesses count per phone, because being logged in proves nothing about it. The first proof of the
 * account removes the access that was added before it (ADR 0040).
 *
 * @returns the session's new token
 * @throws 401 OTP_INVALID, 409 PHONE_TAKEN, 422 at input, 429.
 */
export async function verifyPhone(
  db: Db,
  customerId: number,
  { input, otp }: { input: string; otp: string },
  { config, visitor, channel, look }: PhoneOptions & { look: MailLook },
): Promise<NewSession | undefined> {
  const phone = await requirePhone(db, channel, input, 'input')
  await requireVerifyAllowance(db, visitor.ip)
  const ref = refOf(customerId, phone)
  const codeHash = await auditFailedOtp(db, visitor, customerId, () =>
    requireCode({ db, config, visitor }, ref, otp, phone.full),
  )
  return signInTransaction(db, async (tx) => {
    await consumeChallenge(tx, ref, codeHash)
    await removeFromOtherAccount(tx, customerId, phone)
    const old = await readPerson(tx, customerId, 'and hold it')
    const isProven = await hasProvenContact(tx, customerId)
    await tx
      .updateTable('customers')
      .set({ phone: phone.phone, mobile_code: phone.mobile_code, phone_verified_at: new Date() })
      .where('id', '=', customerId)
      .execute()
    await noteAccess(tx, visitor, { event: 'otp_verified', customerId })
    if (old.fullPhone !== phone.full) {
      await noteAccess(tx, visitor, { event: 'phone_changed', customerId })
      await notifyChange(tx, old.email, 'phone_changed', look)
    }
    if (!isProven)
      await removeEarlierAccess(tx, { customerId, contact: 'phone', sessionId: visitor.sessionId }, look)
    return renewSession(tx, { customerId, sessionId: visitor.sessionId })
  })
}

async function removeFromOtherAccount(tx: Tx, customerId: number, { mobile_code, phone }: Phone) {
  const other = await tx
    .selectFrom('customers')
    .select(['id', 'phone_verified_at'])
    .where('mobile_code', '=', mobile_code)
    .where('phone', '=', phone)
    .where('id', '<>', customerId)
    .forUpdate()
    .executeTakeFirst()
  if (!other) return
  if (other.phone_verified_at) throw phoneTaken()
  await tx.updateTable('customers').set({ phone: null, mobile_code: '' }).where('id', '=', other.id).execute()
}

async function hasProvenContact(tx: Tx, customerId: number): Promise<boolean> {
  const { email_verified_at, phone_verified_at } = await tx
    .selectFrom('customers')
    .select(['email_verified_at', 'phone_verified_at'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  return email_verified_at !== null || phone_verified_at !== null
}
