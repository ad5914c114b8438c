import type { Settings } from '#contract/storefront.ts'
import { otpLoginOff, passkeysOff, passwordLoginOff, registrationOff } from './refusals.ts'

type Modes = Pick<Settings, 'enable_otp_auth' | 'enable_legacy_auth'>

/**
 * Requires that email and password login is enabled. It also passes when both modes are off, so that a shop
 * always has one login method (decisions §3).
 * @throws 409 AUTH_MODE_OFF
 */
export function requireLegacyMode({ enable_legacy_auth, enable_otp_auth }: Modes) {
  if (!enable_legacy_auth && enable_otp_auth) throw passwordLoginOff()
}

/** @throws 409 AUTH_MODE_OFF when OTP login is disabled. */
export function requireOtpMode({ enable_otp_auth }: Modes) {
  if (!enable_otp_auth) throw otpLoginOff()
}

/** @throws 409 AUTH_MODE_OFF when passkeys are disabled. */
export function requirePasskeyMode({ enable_passkey_auth }: Pick<Settings, 'enable_passkey_auth'>) {
  if (!enable_passkey_auth) throw passkeysOff()
}

/** @throws 409 REGISTRATION_OFF when the shop does not accept new customers (spec §6). */
export function requireRegistration({
  enable_customer_register,
}: Pick<Settings, 'enable_customer_register'>) {
  if (!enable_customer_register) throw registrationOff()
}
