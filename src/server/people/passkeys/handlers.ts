import type { passkeyEndpoints } from '#contract/passkeys.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { rememberedMailLook } from '#server/platform/notify/mail-look.ts'
import { customerOf } from '#server/platform/sessions/session.ts'
import { rememberedSettings } from '#server/shop/settings/read-settings.ts'
import { loginOptions, signInReply } from '../auth/handlers.ts'
import { withCartMessage } from '../auth/sign-in-reply.ts'
import { readPasskeys } from './read-passkeys.ts'
import { passkeyRemoved } from './refusals.ts'

/** Passkeys, a third way to log in: ADR 0040. Their library is large and many shops do without, so it is loaded on first use. */
export const passkeyHandlers: Handlers<typeof passkeyEndpoints> = {
  list: (_, call) => readPasskeys(call.db, customerOf(call)),

  async registerOptions({ current_password }, call) {
    const { passkeyRequest } = await import('./add-passkey.ts')
    const { options, cookie } = await passkeyRequest(call.db, customerOf(call), current_password, {
      config: call.config,
      settings: await rememberedSettings(call.db, call),
    })
    call.setCookie(cookie)
    return { ...options }
  },

  async register({ response, name }, call) {
    const { addPasskey } = await import('./add-passkey.ts')
    const { config, visitor } = call
    const settings = await rememberedSettings(call.db, call)
    const options = { config, settings, visitor, look: await rememberedMailLook(call) }
    await addPasskey(call.db, customerOf(call), { response, name }, options)
    return say('Passkey added', await readPasskeys(call.db, customerOf(call)))
  },

  async remove({ id }, call) {
    const customerId = customerOf(call)
    const { numDeletedRows } = await call.db
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw passkeyRemoved()
    return say('Passkey removed', await readPasskeys(call.db, customerId))
  },

  async loginOptions(_, call) {
    const { passkeyLoginRequest } = await import('./passkey-login.ts')
    const { options, cookie } = await passkeyLoginRequest(call.db, {
      config: call.config,
      settings: await rememberedSettings(call.db, call),
      ip: call.visitor.ip,
    })
    call.setCookie(cookie)
    return { ...options }
  },

  async login({ response, ...ref }, call) {
    const { passkeyLogin } = await import('./passkey-login.ts')
    const signedIn = await passkeyLogin(call.db, response, await loginOptions(call, ref))
    return say(withCartMessage('Logged in successfully', signedIn), await signInReply(call, signedIn))
  },
}
