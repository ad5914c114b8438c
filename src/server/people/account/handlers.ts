import type { accountEndpoints } from '#contract/account.ts'
import { noCartCookie } from '#server/commerce/cart/store/cart-cookie.ts'
import type { CallContext } from '#server/platform/kernel/call-context.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { rememberedMailLook } from '#server/platform/notify/mail-look.ts'
import { updateMailPreferences } from '#server/platform/notify/update-mail-preferences.ts'
import { customerOf, sessionCookie, signedInCookie } from '#server/platform/sessions/session.ts'
import { rememberedSettings } from '#server/shop/settings/read-settings.ts'
import { knownDeviceCookie } from '../auth/known-device.ts'
import { noOtpCookie } from '../auth/send-otp.ts'
import type { NewSession } from '../auth/start-session.ts'
import { readAccessLogs } from '../customers/read-access-logs.ts'
import { readAccount } from '../customers/read-account.ts'
import { confirmEmail, requestEmailConfirmation } from './confirm-email.ts'
import { deleteAccount } from './delete-account.ts'
import { endOtherSessions, endSession } from './end-session.ts'
import { exportAccount } from './export-account.ts'
import { readSessions } from './read-sessions.ts'
import { reauthenticate, reauthenticationSeconds, requestProofCode } from './reauthenticate.ts'
import { updatePassword } from './update-password.ts'
import { updateProfile } from './update-profile.ts'
import { requestPhoneCode, verifyPhone } from './verify-phone.ts'

/** The customer's account: spec §7 Account, decisions §4 and §5. */
export const accountHandlers: Handlers<typeof accountEndpoints> = {
  get: (_, call) => accountOf(call),

  async updateProfile(input, call) {
    renew(call, await updateProfile(call.db, customerOf(call), input, await withMailLook(call)))
    return say('Profile updated', await accountOf(call))
  },

  async updateMailPreferences({ marketing_opt_in }, call) {
    await updateMailPreferences(call.db, customerOf(call), marketing_opt_in)
    return say('Saved', await accountOf(call))
  },

  async updatePassword(input, call) {
    const { session, customer, revoked } = await updatePassword(
      call.db,
      customerOf(call),
      input,
      await withMailLook(call),
    )
    renew(call, session)
    call.setCookie(knownDeviceCookie(call.config, customer))
    return say('Password updated', { sessions_revoked: revoked })
  },

  async otpGenerate({ input }, call) {
    const { sent, cookie } = await requestPhoneCode(
      call.db,
      customerOf(call),
      input,
      await withStoreName(call),
    )
    call.setCookie(cookie)
    return say('OTP sent', sent)
  },

  async otpVerify(input, call) {
    renew(call, await verifyPhone(call.db, customerOf(call), input, await withMailLook(call)))
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
    await requestEmailConfirmation(call.db, customerOf(call), await withMailLook(call))
    return say('We have sent you a link', undefined)
  },

  async emailVerify({ token }, call) {
    renew(call, await confirmEmail(call.db, customerOf(call), token, await withMailLook(call)))
    return say('Email address confirmed', await accountOf(call))
  },

  async reauthenticateGenerate(_, call) {
    const { sent, cookie } = await requestProofCode(call.db, customerOf(call), await withStoreName(call))
    call.setCookie(cookie)
    return say('OTP sent', sent)
  },

  async reauthenticate(input, call) {
    await reauthenticate(call.db, customerOf(call), input, call)
    return { expires_in: reauthenticationSeconds }
  },

  export: (_, call) => exportAccount(call.db, customerOf(call), call),

  async deleteAccount(_, call) {
    const { plugins, log } = call
    await deleteAccount(call.db, customerOf(call), { ...(await withMailLook(call)), plugins, log })
    call.setCookie(sessionCookie(null))
    call.setCookie(signedInCookie(null))
    call.setCookie(noCartCookie)
    call.clearBrowserStorage()
    return say('Your account has been deleted', undefined)
  },
}

const accountOf = (call: CallContext) => readAccount(call, customerOf(call), call.visitor.sessionId)

function renew(call: CallContext, session: NewSession | undefined) {
  if (session) call.setCookie(sessionCookie(session))
}

async function withMailLook(call: CallContext) {
  const { config, visitor, channel } = call
  return { config, visitor, channel, look: await rememberedMailLook(call) }
}

async function withStoreName(call: CallContext) {
  const { config, visitor, channel } = call
  const { store_name: storeName } = await rememberedSettings(call.db, call)
  return { config, visitor, channel, storeName }
}
