import type { authEndpoints } from '#contract/auth.ts'
import { scopeIn } from '#server/commerce/cart/move-cart.ts'
import { noCartCookie } from '#server/commerce/cart/store/cart-cookie.ts'
import type { CallContext } from '#server/platform/kernel/call-context.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { rememberedMailLook } from '#server/platform/notify/mail-look.ts'
import { sessionCookie, signedInCookie } from '#server/platform/sessions/session.ts'
import { rememberedSettings } from '#server/shop/settings/read-settings.ts'
import { readAccount } from '../customers/read-account.ts'
import { completeReset, validateReset } from './complete-reset.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { register } from './register.ts'
import { requestOtp } from './request-otp.ts'
import { requestReset } from './request-reset.ts'
import { noOtpCookie } from './send-otp.ts'
import type { LoginOptions, SignedIn } from './sign-in.ts'
import { signInCookies, withCartMessage } from './sign-in-reply.ts'
import { verifyOtp } from './verify-otp.ts'

/** Login, registration and logout: spec §7 Auth, decisions §4. */
export const authHandlers: Handlers<typeof authEndpoints> = {
  async login(input, call) {
    const signedIn = await login(call.db, input, await loginOptions(call, input))
    return say(withCartMessage('Logged in successfully', signedIn), await signInReply(call, signedIn))
  },

  async register(input, call) {
    const signedIn = await register(call.db, input, {
      ...(await loginOptions(call, input)),
      look: await rememberedMailLook(call),
    })
    return say(withCartMessage(`Welcome, ${input.first_name}`, signedIn), await signInReply(call, signedIn))
  },

  async otpRequest({ input }, call) {
    const { sent, cookie } = await requestOtp(call.db, input, {
      config: call.config,
      settings: await rememberedSettings(call.db, call),
      visitor: call.visitor,
      channel: call.channel,
    })
    call.setCookie(cookie)
    return say('OTP sent', sent)
  },

  async otpVerify(input, call) {
    const signedIn = await verifyOtp(call.db, input, {
      ...(await loginOptions(call, input)),
      look: await rememberedMailLook(call),
    })
    call.setCookie(noOtpCookie)
    const data = { ...(await signInReply(call, signedIn)), is_new: signedIn.isNew }
    return say(withCartMessage('Logged in successfully', signedIn), data)
  },

  async reset({ email }, call) {
    await requestReset(call.db, email, {
      settings: await rememberedSettings(call.db, call),
      look: await rememberedMailLook(call),
      visitor: call.visitor,
    })
    return say('If this email has an account, a reset link has been sent', undefined)
  },

  async validateReset(input, call) {
    await validateReset(call.db, call.visitor.ip, input)
    return { valid: true, email: input.email }
  },

  async resetComplete(input, call) {
    const { config, visitor } = call
    await completeReset(call.db, input, { config, visitor, look: await rememberedMailLook(call) })
    return say('Your password has been changed. Please log in.', undefined)
  },

  async logout(_, call) {
    await logout(call.db, call.visitor)
    call.setCookie(sessionCookie(null))
    call.setCookie(signedInCookie(null))
    call.clearBrowserStorage()
    if (call.visitor.customerId !== null) call.setCookie(noCartCookie)
    return say('Logged out', { user: null, cart_session_id: null })
  },
}

/** What each login method needs, for the cart that the input refers to. */
export async function loginOptions(
  call: CallContext,
  ref: { cart_session?: string | null | undefined },
): Promise<LoginOptions> {
  const { config, visitor, channel, plugins } = call
  const settings = await rememberedSettings(call.db, call)
  // Carts of one channel are merged.
  const { owner: cart } = await scopeIn(call, ref)
  return { config, settings, visitor, channel, plugins, cart }
}

/** Sets the cookies of a logged-in browser and returns the account. */
export async function signInReply(call: CallContext, signedIn: SignedIn) {
  for (const cookie of signInCookies(signedIn, call)) call.setCookie(cookie)
  const { customer, session, merged } = signedIn
  const user = await readAccount(call, customer.id, session.id)
  return { user, cart_session_id: merged.cart?.cart_session ?? null }
}
