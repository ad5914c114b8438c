import type { OtpSent } from '#contract/account.ts'
import type { CallContext, CookieToSet, Db } from '../http/context.ts'
import { rememberedSettings } from '../settings/read-settings.ts'
import { requireOtpMode } from './auth-mode.ts'
import { knownDevice } from './known-device.ts'
import { otpSent } from './otp-challenge.ts'
import { requireSendAllowance } from './otp-limits.ts'
import { type Phone, requireOtpPhone } from './phone-rule.ts'
import { sendOtp } from './send-otp.ts'

/**
 * Sends a code to log in with. Whether the phone has an account shows in nothing: not in the reply, not in what is done for it.
 * Where the shop opens no accounts an unknown phone gets no SMS. Spec §4 (OTP flow), security §5.
 *
 * @throws 409 AUTH_MODE_OFF, 422 at input, 429.
 */
export async function requestOtp(
  call: CallContext,
  input: string,
): Promise<{ sent: OtpSent; cookie: CookieToSet }> {
  const { db, visitor, channel } = call
  const settings = await rememberedSettings(call)
  requireOtpMode(settings)
  const phone = await requireOtpPhone(db, channel, input)
  const holder = await findPhoneHolder(db, phone)
  await requireSendAllowance(db, { kind: 'login', asker: askerOf(call, phone, holder), ip: visitor.ip })
  const cookie = await sendOtp(call, {
    ref: { purpose: 'login', phone: phone.full },
    storeName: settings.store_name,
    customerId: holder?.phone_verified_at ? holder.id : null,
    isWanted: settings.enable_customer_register || Boolean(holder),
  })
  return { sent: otpSent, cookie }
}

export type PhoneHolder = { id: number; password_version: number; phone_verified_at: Date | null }

/** The customer whose account has the phone, verified or not. */
export const findPhoneHolder = (db: Db, { mobile_code, phone }: Phone): Promise<PhoneHolder | undefined> =>
  db
    .selectFrom('customers')
    .select(['id', 'password_version', 'phone_verified_at'])
    .where('mobile_code', '=', mobile_code)
    .where('phone', '=', phone)
    .executeTakeFirst()

/**
 * Whose tries are counted together. A device counts by itself only for the owner of a verified phone: who has merely written
 * somebody's number into an account of their own has no tries of their own.
 */
export function askerOf(call: CallContext, { full }: Phone, holder: PhoneHolder | undefined): string {
  const owner = holder?.phone_verified_at ? holder : undefined
  const device = knownDevice(call.config, call.visitor, owner)
  return device ? `${full} ${device}` : full
}
