import type { passkeyEndpoints } from '#contract/passkeys.ts'
import { welcome, withCartNews } from '../auth/welcome.ts'
import { customerOf } from '../http/customer-of.ts'
import { notFound } from '../http/errors.ts'
import { type Handlers, say } from '../http/handlers.ts'
import { readPasskeys } from './read-passkeys.ts'

// Their library is large, and many shops do without: it comes with the first who asks.
const adding = () => import('./add-passkey.ts')
const loggingIn = () => import('./passkey-login.ts')

/** Passkeys, a third way to log in: ADR 0013. */
export const passkeyHandlers: Handlers<typeof passkeyEndpoints> = {
  list: (_, call) => readPasskeys(call.db, customerOf(call)),

  async registerOptions({ current_password }, call) {
    const { options, cookie } = await (await adding()).passkeyRequest(
      call,
      customerOf(call),
      current_password,
    )
    call.setCookie(cookie)
    return { ...options }
  },

  async register({ response, name }, call) {
    await (await adding()).addPasskey(call, customerOf(call), { response, name })
    return say('Passkey added', await readPasskeys(call.db, customerOf(call)))
  },

  async remove({ id }, call) {
    const customerId = customerOf(call)
    const { numDeletedRows } = await call.db
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('This passkey is gone already')
    return say('Passkey removed', await readPasskeys(call.db, customerId))
  },

  async loginOptions(_, call) {
    const { options, cookie } = await (await loggingIn()).passkeyLoginRequest(call)
    call.setCookie(cookie)
    return { ...options }
  },

  async login({ response, ...ref }, call) {
    const signedIn = await (await loggingIn()).passkeyLogin(call, response, call.cartOwner(ref))
    return say(withCartNews('Logged in successfully', signedIn), await welcome(call, signedIn))
  },
}
