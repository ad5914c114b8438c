import type { Settings } from '#contract/storefront.ts'

/** Login modes of the spec's section 2. */
export type LoginMode = 'otp' | 'legacy' | 'forgot'
export type RegisterMode = Exclude<LoginMode, 'forgot'>

type Switches = Partial<Pick<Settings, 'enable_otp_auth' | 'enable_legacy_auth' | 'enable_customer_register'>>

/**
 * The login methods that a shop offers. Without any it is e-mail and password, so that customers are never
 * locked out (decisions §3). Spec §2 (login and register dialog), §4 (auth dialog).
 */
export function authModes({ enable_otp_auth, enable_legacy_auth, enable_customer_register }: Switches) {
  const hasOtp = enable_otp_auth === true
  const hasLegacy = enable_legacy_auth === true || !hasOtp
  const first: RegisterMode = hasOtp ? 'otp' : 'legacy'
  return {
    hasOtp,
    hasLegacy,
    hasBoth: hasOtp && hasLegacy,
    canRegister: enable_customer_register === true,
    first,
  }
}

/** The requested mode if the shop has it, otherwise the shop's first one. */
export function loginModeOf(settings: Switches, requested: string | null | undefined): LoginMode {
  const { hasOtp, hasLegacy, first } = authModes(settings)
  if ((requested === 'legacy' || requested === 'forgot') && hasLegacy) return requested
  return requested === 'otp' && hasOtp ? requested : first
}

/** The same for a registration. */
export function registerModeOf(settings: Switches, requested: string | null | undefined): RegisterMode {
  const mode = loginModeOf(settings, requested)
  return mode === 'forgot' ? authModes(settings).first : mode
}

export const titleOf = (mode: LoginMode) => (mode === 'forgot' ? 'Forgot Password?' : 'Login')
