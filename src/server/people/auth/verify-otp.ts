import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import type { Db, Tx, Visitor } from '#server/platform/kernel/context.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import { auditFailedOtp } from './audit-failed-otp.ts'
import { requireOtpMode, requireRegistration } from './auth-mode.ts'
import { claimOrder, type OrderRef } from './claim-order.ts'
import { knownDevice } from './known-device.ts'
import { noteAccess } from './note-access.ts'
import { type ChallengeRef, consumeChallenge, requireCode } from './otp-challenge.ts'
import { requireVerifyAllowance } from './otp-limits.ts'
import { type Phone, requireOtpPhone } from './phone-rule.ts'
import { removeEarlierAccess } from './remove-earlier-access.ts'
import { findPhoneHolder, otpLimitKey } from './request-otp.ts'
import { type LoginOptions, type SignedIn, signIn, signInTransaction } from './sign-in.ts'

/**
 * Logs in by SMS code; a phone without an account gets one when the shop allows registration. Spec §4 (OTP
 * flow).
 *
 * @throws 401 OTP_INVALID with `attempts_left`, 409 AUTH_MODE_OFF or REGISTRATION_OFF, 422 at input, 429.
 */
export async function verifyOtp(
  db: Db,
  { input, otp, ...order }: { input: string; otp: string } & OrderRef,
  options: LoginOptions & { look: MailLook },
): Promise<SignedIn & { isNew: boolean }> {
  const { config, settings, visitor, channel, plugins, cart } = options
  requireOtpMode(settings)
  const phone = await requireOtpPhone(db, channel, input)
  await requireVerifyAllowance(db, visitor.ip)
  const ref: ChallengeRef = { purpose: 'login', phone: phone.full }
  const holder = await findPhoneHolder(db, phone)
  const codeHash = await auditFailedOtp(db, visitor, holder?.phone_verified_at ? holder.id : null, () =>
    requireCode({ db, config, visitor }, ref, otp, otpLimitKey(options, phone, holder)),
  )
  return signInTransaction(db, async (tx) => {
    await consumeChallenge(tx, ref, codeHash)
    const known = await claimPhone(tx, options, phone)
    if (known === undefined) requireRegistration(settings)
    const customerId = known ?? (await openAccount(tx, phone))
    if (known === undefined) await plugins.runHooks(tx, 'customer.registered', { customer_id: customerId })
    const claimedOrderId = await claimOrder(tx, options, customerId, order)
    const signedIn = await signIn(tx, options, {
      customerId,
      method: 'otp',
      isRemembered: true,
      cart,
      claimedOrderId,
    })
    return { ...signedIn, isNew: known === undefined }
  })
}

/**
 * Finds the account of the verified phone. An account that has the number unverified keeps it only in a known
 * browser and loses it otherwise, because its owner may have entered another person's number to capture their
 * login.
 */
async function claimPhone(
  tx: Tx,
  { config, visitor, look }: { config: SigningSecrets; visitor: Visitor; look: MailLook },
  phone: Phone,
): Promise<number | undefined> {
  const holder = await tx
    .selectFrom('customers')
    .select(['id', 'password_version', 'email_verified_at', 'phone_verified_at'])
    .where('mobile_code', '=', phone.mobile_code)
    .where('phone', '=', phone.phone)
    .forUpdate()
    .executeTakeFirst()
  if (!holder || holder.phone_verified_at) return holder?.id
  const isOwn = knownDevice(config, visitor, holder) !== undefined
  await tx
    .updateTable('customers')
    .set(isOwn ? { phone_verified_at: new Date() } : { phone: null, mobile_code: '' })
    .where('id', '=', holder.id)
    .execute()
  // The caller starts a new session, so none of the earlier ones remains.
  if (isOwn && holder.email_verified_at === null)
    await removeEarlierAccess(tx, { customerId: holder.id, contact: 'phone', sessionId: undefined }, look)
  if (!isOwn)
    await noteAccess(tx, visitor, { event: 'phone_changed', customerId: holder.id, sessionId: undefined })
  return isOwn ? holder.id : undefined
}

async function openAccount(tx: Tx, { mobile_code, phone }: Phone): Promise<number> {
  const { id } = await tx
    .insertInto('customers')
    .values({ mobile_code, phone, phone_verified_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
