import type { Settings } from '#contract/storefront.ts'
import { rejected } from '../http/errors.ts'

type Modes = Pick<Settings, 'enable_otp_auth' | 'enable_legacy_auth'>

/**
 * May one log in by e-mail and password here? Also when both modes are off, so that a shop is never without a way in (decisions §3).
 * @throws 409 AUTH_MODE_OFF
 */
export function requireLegacyMode({ enable_legacy_auth, enable_otp_auth }: Modes) {
  if (!enable_legacy_auth && enable_otp_auth)
    throw rejected('AUTH_MODE_OFF', 'Please log in with the code that we send to your phone')
}

/** @throws 409 AUTH_MODE_OFF when codes are not a way in here. */
export function requireOtpMode({ enable_otp_auth }: Modes) {
  if (!enable_otp_auth) throw rejected('AUTH_MODE_OFF', 'Please log in with your email')
}

/** @throws 409 AUTH_MODE_OFF when passkeys are not a way in here. */
export function requirePasskeyMode({ enable_passkey_auth }: Pick<Settings, 'enable_passkey_auth'>) {
  if (!enable_passkey_auth) throw rejected('AUTH_MODE_OFF', 'This shop does not use passkeys')
}

/** @throws 409 REGISTRATION_OFF when the shop takes no new customers (spec §6). */
export function requireRegistration({
  enable_customer_register,
}: Pick<Settings, 'enable_customer_register'>) {
  if (!enable_customer_register) throw rejected('REGISTRATION_OFF', 'This shop does not open new accounts')
}
