import type { authEndpoints } from '#contract/auth.ts'
import { noCartCookie } from '../cart/cart-cookie.ts'
import { type Handlers, say } from '../http/handlers.ts'
import { sessionCookie, signedInCookie } from '../http/session.ts'
import { completeReset, validateReset } from './complete-reset.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { register } from './register.ts'
import { requestOtp } from './request-otp.ts'
import { requestReset } from './request-reset.ts'
import { noOtpCookie } from './send-otp.ts'
import { verifyOtp } from './verify-otp.ts'
import { welcome, withCartNews } from './welcome.ts'

/** The calls of signing in and out: spec §7 Auth, decisions §4. */
export const authHandlers: Handlers<typeof authEndpoints> = {
  async login(input, call) {
    const signedIn = await login(call, input, call.cartOwner(input))
    return say(withCartNews('Logged in successfully', signedIn), await welcome(call, signedIn))
  },

  async register(input, call) {
    const signedIn = await register(call, input, call.cartOwner(input))
    return say(withCartNews(`Welcome, ${input.first_name}`, signedIn), await welcome(call, signedIn))
  },

  async otpRequest({ input }, call) {
    const { sent, cookie } = await requestOtp(call, input)
    call.setCookie(cookie)
    return say('OTP sent', sent)
  },

  async otpVerify(input, call) {
    const signedIn = await verifyOtp(call, input, call.cartOwner(input))
    call.setCookie(noOtpCookie)
    const data = { ...(await welcome(call, signedIn)), is_new: signedIn.isNew }
    return say(withCartNews('Logged in successfully', signedIn), data)
  },

  async reset({ email }, call) {
    await requestReset(call, email)
    return say('If this email has an account, a reset link has been sent', undefined)
  },

  async validateReset(input, call) {
    await validateReset(call, input)
    return { valid: true, email: input.email }
  },

  async resetComplete(input, call) {
    await completeReset(call, input)
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
