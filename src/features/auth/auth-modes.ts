import type { Settings } from '#contract/storefront.ts'

/** Ways of logging in, as the spec's section 2 names them, in our spelling. */
export type LoginMode = 'otp' | 'legacy' | 'forgot'
export type RegisterMode = Exclude<LoginMode, 'forgot'>

type Switches = Partial<Pick<Settings, 'enable_otp_auth' | 'enable_legacy_auth' | 'enable_customer_register'>>

/**
 * Which ways in a shop offers. Without either it is e-mail and password, so that nobody is ever locked out (decisions §3).
 * Spec §2 (login and register dialog), §4 (auth dialog).
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

/** The mode that was wished for where the shop has it, otherwise the one it begins with. */
export function loginModeOf(settings: Switches, wish: string | null | undefined): LoginMode {
  const { hasOtp, hasLegacy, first } = authModes(settings)
  if ((wish === 'legacy' || wish === 'forgot') && hasLegacy) return wish
  return wish === 'otp' && hasOtp ? wish : first
}

/** The same for opening an account. */
export function registerModeOf(settings: Switches, wish: string | null | undefined): RegisterMode {
  const mode = loginModeOf(settings, wish)
  return mode === 'forgot' ? authModes(settings).first : mode
}

export const titleOf = (mode: LoginMode) => (mode === 'forgot' ? 'Forgot Password?' : 'Login')
