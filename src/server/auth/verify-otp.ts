import type { CallContext, CartOwner, Tx } from '../http/context.ts'
import { rememberedSettings } from '../settings/read-settings.ts'
import { requireOtpMode, requireRegistration } from './auth-mode.ts'
import { claimOrder, type OrderRef } from './claim-order.ts'
import { knownDevice } from './known-device.ts'
import { noteAccess } from './note-access.ts'
import { notingWrongCodes } from './noting-wrong-codes.ts'
import { type ChallengeRef, consumeChallenge, requireCode } from './otp-challenge.ts'
import { requireVerifyAllowance } from './otp-limits.ts'
import { type Phone, requireOtpPhone } from './phone-rule.ts'
import { askerOf, findPhoneHolder } from './request-otp.ts'
import { inSignIn, type SignedIn, signIn } from './sign-in.ts'

/**
 * Logs in by the code of an SMS; a phone without an account gets one where the shop opens accounts. Spec §4 (OTP flow).
 *
 * @throws 401 OTP_INVALID with `attempts_left`, 409 AUTH_MODE_OFF or REGISTRATION_OFF, 422 at input, 429.
 */
export async function verifyOtp(
  call: CallContext,
  { input, otp, ...order }: { input: string; otp: string } & OrderRef,
  cart: CartOwner,
): Promise<SignedIn & { isNew: boolean }> {
  const { db, visitor, channel } = call
  const settings = await rememberedSettings(call)
  requireOtpMode(settings)
  const phone = await requireOtpPhone(db, channel, input)
  await requireVerifyAllowance(db, visitor.ip)
  const ref: ChallengeRef = { purpose: 'login', phone: phone.full }
  const holder = await findPhoneHolder(db, phone)
  const codeHash = await notingWrongCodes(call, holder?.phone_verified_at ? holder.id : null, () =>
    requireCode(call, ref, otp, askerOf(call, phone, holder)),
  )
  return inSignIn(db, async (tx) => {
    await consumeChallenge(tx, ref, codeHash)
    const known = await claimPhone(tx, call, phone)
    if (known === undefined) requireRegistration(settings)
    const customerId = known ?? (await openAccount(tx, phone))
    await claimOrder(tx, call, customerId, order)
    const signedIn = await signIn(tx, call, { customerId, method: 'otp', isRemembered: true, cart })
    return { ...signedIn, isNew: known === undefined }
  })
}

/**
 * The account of the phone, which its holder has just proved to hold. An account that has the number unverified proves nothing
 * by it: it keeps it only in a browser that it knows, and otherwise loses it, since somebody may have written this number into
 * an account of their own to wait for its owner.
 */
async function claimPhone(
  tx: Tx,
  { config, visitor }: CallContext,
  phone: Phone,
): Promise<number | undefined> {
  const holder = await tx
    .selectFrom('customers')
    .select(['id', 'password_version', 'phone_verified_at'])
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
