import type { accountEndpoints } from '#contract/account.ts'
import { knownDeviceCookie } from '../auth/known-device.ts'
import { noOtpCookie } from '../auth/send-otp.ts'
import type { NewSession } from '../auth/start-session.ts'
import type { CallContext } from '../http/context.ts'
import { customerOf } from '../http/customer-of.ts'
import { type Handlers, say } from '../http/handlers.ts'
import { sessionCookie } from '../http/session.ts'
import { endSession } from './end-session.ts'
import { readAccessLogs } from './read-access-logs.ts'
import { readAccount } from './read-account.ts'
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
    if (id === call.visitor.sessionId) call.setCookie(sessionCookie(null))
    return say('Signed out', undefined)
  },
}

const accountOf = (call: CallContext) => readAccount(call.db, customerOf(call), call.visitor.sessionId)

function renew(call: CallContext, session: NewSession | undefined) {
  if (session) call.setCookie(sessionCookie(session))
}
