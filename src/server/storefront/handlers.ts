import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { baseEndpoints, storefrontEndpoints } from '#contract/storefront.ts'
import { readAccount } from '../account/read-account.ts'
import type { CallContext } from '../http/context.ts'
import type { Handlers } from '../http/handlers.ts'
import { signedInCookie } from '../http/session.ts'
import { pickSettings, rememberedSettings } from '../settings/read-settings.ts'
import { originOf } from './origin.ts'
import { rememberedStorefront } from './read-storefront.ts'

export const storefrontHandlers: Handlers<typeof storefrontEndpoints> = {
  async all(_input, call) {
    const { storefront } = await rememberedStorefront(call)
    return storefront
  },

  async initialValues({ keys }, call) {
    const [licensed, settings] = await Promise.all([rememberedStorefront(call), rememberedSettings(call)])
    const asked = typeof keys === 'string' ? keys.split(',').map((key) => key.trim()) : keys
    const host = originOf(call.config)
    // no plugin and no admin yet
    const rest = { plugins: [], ...(await accountOf(call)), admin_token: null }
    return { ...licensed, host, settings: pickSettings(settings, asked), ...rest }
  },
}

/** Absent for guests. A browser that still believes itself logged in is told that it is not. */
async function accountOf({ db, visitor, setCookie }: CallContext) {
  if (visitor.customerId !== null)
    return { account: await readAccount(db, visitor.customerId, visitor.sessionId) }
  if (visitor.cookies.signed_in) setCookie(signedInCookie(null))
  return {}
}

export const baseHandlers: Handlers<typeof baseEndpoints> = {
  host: (_input, { config }) => originOf(config),

  /** Once a day and browser; the cookie is how the browser knows that it has been today (decisions §1.7, §6). */
  heartBeat(_input, { setCookie }) {
    const value = new Date().toISOString().slice(0, 10)
    setCookie({ name: 'heartbeat', value, maxAgeSeconds: limits.heartbeatCookieDays * 86_400 })
    return undefined
  },

  /** Healthy is a shop whose database answers; the failure is a 503 of the pipeline. */
  async health(_input, { db, buildId }) {
    await sql`select 1`.execute(db)
    return { build_id: buildId() }
  },
}
