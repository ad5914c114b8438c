import type { OtpSent } from '#contract/account.ts'
import { noteAccess } from '../auth/note-access.ts'
import { notifyChange } from '../auth/notify-change.ts'
import { notingWrongCodes } from '../auth/noting-wrong-codes.ts'
import { type ChallengeRef, consumeChallenge, otpSent, requireCode } from '../auth/otp-challenge.ts'
import { requireSendAllowance, requireVerifyAllowance } from '../auth/otp-limits.ts'
import { type Phone, requirePhone } from '../auth/phone-rule.ts'
import { sendOtp } from '../auth/send-otp.ts'
import { inSignIn } from '../auth/sign-in.ts'
import { type NewSession, renewSession } from '../auth/start-session.ts'
import type { CallContext, CookieToSet, Tx } from '../http/context.ts'
import { rejected } from '../http/errors.ts'
import { rememberedMailLook } from '../notify/mail-look.ts'
import { rememberedSettings } from '../settings/read-settings.ts'
import { readPerson } from './read-person.ts'

const refOf = (customerId: number, { full }: Phone): ChallengeRef => ({
  purpose: `account:${customerId}`,
  phone: full,
})

/**
 * Sends a code to a phone that the customer wants in the account. The reply is the same whether another account has it.
 * Spec §4 (verification popup), security §5.
 *
 * @throws 422 at input, 429.
 */
export async function requestPhoneCode(
  call: CallContext,
  customerId: number,
  input: string,
): Promise<{ sent: OtpSent; cookie: CookieToSet }> {
  const { db, visitor, channel } = call
  const { store_name: storeName } = await rememberedSettings(call)
  const phone = await requirePhone(db, channel, input, 'input')
  await requireSendAllowance(db, { kind: 'account', asker: phone.full, ip: visitor.ip })
  const cookie = await sendOtp(call, { ref: refOf(customerId, phone), storeName, customerId, isWanted: true })
  return { sent: otpSent, cookie }
}

/**
 * Puts the phone into the account, verified; if it is another one than before, the owner is told. An account that merely wrote the same number down loses it; one that verified it
 * keeps it. Guesses count for the phone, whoever makes them: that somebody is logged in says nothing of this phone.
 *
 * @returns the session's new token
 * @throws 401 OTP_INVALID, 409 PHONE_TAKEN, 422 at input, 429.
 */
export async function verifyPhone(
  call: CallContext,
  customerId: number,
  { input, otp }: { input: string; otp: string },
): Promise<NewSession | undefined> {
  const { db, visitor, channel } = call
  const phone = await requirePhone(db, channel, input, 'input')
  await requireVerifyAllowance(db, visitor.ip)
  const ref = refOf(customerId, phone)
  const codeHash = await notingWrongCodes(call, customerId, () => requireCode(call, ref, otp, phone.full))
  const look = await rememberedMailLook(call)
  return inSignIn(db, async (tx) => {
    await consumeChallenge(tx, ref, codeHash)
    await takeFromOthers(tx, customerId, phone)
    const old = await readPerson(tx, customerId, 'and hold it')
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
    return renewSession(tx, { customerId, sessionId: visitor.sessionId })
  })
}

async function takeFromOthers(tx: Tx, customerId: number, { mobile_code, phone }: Phone) {
  const other = await tx
    .selectFrom('customers')
    .select(['id', 'phone_verified_at'])
    .where('mobile_code', '=', mobile_code)
    .where('phone', '=', phone)
    .where('id', '<>', customerId)
    .forUpdate()
    .executeTakeFirst()
  if (!other) return
  if (other.phone_verified_at) throw rejected('PHONE_TAKEN', 'This mobile number belongs to another account')
  await tx.updateTable('customers').set({ phone: null, mobile_code: '' }).where('id', '=', other.id).execute()
}
