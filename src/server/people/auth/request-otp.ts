import type { OtpSent } from '#contract/account.ts'
import type { Settings } from '#contract/storefront.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { CookieToSet, Db, Visitor } from '#server/platform/kernel/context.ts'
import { requireOtpMode } from './auth-mode.ts'
import { knownDevice } from './known-device.ts'
import { otpSent } from './otp-challenge.ts'
import { requireSendAllowance } from './otp-limits.ts'
import { type Phone, requireOtpPhone } from './phone-rule.ts'
import { sendOtp } from './send-otp.ts'

/**
 * Sends a login code. Reply and work are the same with and without an account, so that neither reveals one; a
 * shop without registration sends no SMS to unknown phones. Spec §4 (OTP flow), security §5.
 *
 * @throws 409 AUTH_MODE_OFF, 422 at input, 429.
 */
export async function requestOtp(
  db: Db,
  input: string,
  {
    config,
    settings,
    visitor,
    channel,
  }: { config: Config; settings: Settings; visitor: Visitor; channel: Channel },
): Promise<{ sent: OtpSent; cookie: CookieToSet }> {
  requireOtpMode(settings)
  const phone = await requireOtpPhone(db, channel, input)
  const holder = await findPhoneHolder(db, phone)
  await requireSendAllowance(db, {
    kind: 'login',
    limitKey: otpLimitKey({ config, visitor }, phone, holder),
    ip: visitor.ip,
  })
  const cookie = await sendOtp(
    { db, config, visitor },
    {
      ref: { purpose: 'login', phone: phone.full },
      storeName: settings.store_name,
      customerId: holder?.phone_verified_at ? holder.id : null,
      isWanted: settings.enable_customer_register || Boolean(holder),
    },
  )
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
 * The key under which attempts are counted. A device has its own count only for the owner of a verified phone,
 * so that entering another person's number in an account gains no extra attempts.
 */
export function otpLimitKey(
  { config, visitor }: { config: SigningSecrets; visitor: Visitor },
  { full }: Phone,
  holder: PhoneHolder | undefined,
): string {
  const owner = holder?.phone_verified_at ? holder : undefined
  const device = knownDevice(config, visitor, owner)
  return device ? `${full} ${device}` : full
}
