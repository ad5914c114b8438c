import type { accountEndpoints } from '#contract/account.ts'
import { knownDeviceCookie } from '../auth/known-device.ts'
import { noOtpCookie } from '../auth/send-otp.ts'
import type { NewSession } from '../auth/start-session.ts'
import { noCartCookie } from '../cart/cart-cookie.ts'
import type { CallContext } from '../http/context.ts'
import { customerOf } from '../http/customer-of.ts'
import { type Handlers, say } from '../http/handlers.ts'
import { sessionCookie, signedInCookie } from '../http/session.ts'
import { confirmEmail, requestEmailConfirmation } from './confirm-email.ts'
import { deleteAccount } from './delete-account.ts'
import { endOtherSessions, endSession } from './end-session.ts'
import { exportAccount } from './export-account.ts'
import { readAccessLogs } from './read-access-logs.ts'
import { readAccount } from './read-account.ts'
import { readSessions } from './read-sessions.ts'
import { proofSeconds, reauthenticate, requestProofCode } from './reauthenticate.ts'
import { updateMailPreferences } from './update-mail-preferences.ts'
import { updatePassword } from './update-password.ts'
import { updateProfile } from './update-profile.ts'
import { requestPhoneCode, verifyPhone } from './verify-phone.ts'

/** The calls of a customer's own account: spec §7 Account, decisions §4 and §5. */
export const accountHandlers: Handlers<typeof accountEndpoints> = {
  get: (_, call) => accountOf(call),

  async updateProfile(input, call) {
    renew(call, await updateProfile(call, customerOf(call), input))
    return say('Profile updated', await accountOf(call))
  },

  async updateMailPreferences({ marketing_opt_in }, call) {
    await updateMailPreferences(call.db, customerOf(call), marketing_opt_in)
    return say('Saved', await accountOf(call))
  },

  async updatePassword(input, call) {
    const { session, customer, revoked } = await updatePassword(call, customerOf(call), input)
    renew(call, session)
    call.setCookie(knownDeviceCookie(call.config, customer))
    return say('Password updated', { sessions_revoked: revoked })
  },

  async otpGenerate({ input }, call) {
    const { sent, cookie } = await requestPhoneCode(call, customerOf(call), input)
    call.setCookie(cookie)
    return say('OTP sent', sent)
  },

  async otpVerify(input, call) {
    renew(call, await verifyPhone(call, customerOf(call), input))
    call.setCookie(noOtpCookie)
    return say('Mobile number verified', await accountOf(call))
  },

  accessLogs: ({ page }, call) =>
    readAccessLogs(call.db, { customerId: customerOf(call), sessionId: call.visitor.sessionId }, page),

  async deleteSession({ id }, call) {
    await endSession(call.db, call.visitor, customerOf(call), id)
    if (id === call.visitor.sessionId) {
      call.setCookie(sessionCookie(null))
      call.setCookie(signedInCookie(null))
    }
    return say('Signed out', undefined)
  },

  sessions: (_, call) => readSessions(call.db, customerOf(call), call.visitor.sessionId),

  async endOtherSessions(_, call) {
    const sessions_revoked = await endOtherSessions(call.db, call.visitor, customerOf(call))
    return say('Signed out everywhere else', { sessions_revoked })
  },

  async emailGenerate(_, call) {
    await requestEmailConfirmation(call, customerOf(call))
    return say('We have sent you a link', undefined)
  },

  async emailVerify({ token }, call) {
    await confirmEmail(call, customerOf(call), token)
    return say('Email address confirmed', await accountOf(call))
  },

  async reauthenticateGenerate(_, call) {
    const { sent, cookie } = await requestProofCode(call, customerOf(call))
    call.setCookie(cookie)
    return say('OTP sent', sent)
  },

  async reauthenticate(input, call) {
    await reauthenticate(call, customerOf(call), input)
    return { expires_in: proofSeconds }
  },

  export: (_, call) => exportAccount(call, customerOf(call)),

  async deleteAccount(_, call) {
    await deleteAccount(call, customerOf(call))
    call.setCookie(sessionCookie(null))
    call.setCookie(signedInCookie(null))
    call.setCookie(noCartCookie)
    call.clearBrowserStorage()
    return say('Your account has been deleted', undefined)
  },
}

const accountOf = (call: CallContext) => readAccount(call.db, customerOf(call), call.visitor.sessionId)

function renew(call: CallContext, session: NewSession | undefined) {
  if (session) call.setCookie(sessionCookie(session))
}
