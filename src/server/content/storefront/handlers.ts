import type { channelChoiceEndpoints } from '#contract/channel-choice.ts'
import * as limits from '#contract/limits.ts'
import type { baseEndpoints, storefrontEndpoints } from '#contract/storefront.ts'
import { WHOLE_SHOP } from '#server/content/pages/preview-token.ts'
import { readAccount } from '#server/people/customers/read-account.ts'
import type { CallContext } from '#server/platform/kernel/call-context.ts'
import { originOf } from '#server/platform/kernel/csrf.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { signedInCookie } from '#server/platform/sessions/session.ts'
import { staffHintCookie } from '#server/platform/sessions/staff-session.ts'
import { originOfChannel } from '#server/shop/channels/channel-selection.ts'
import { readCookieEntries } from '#server/shop/consent/read-cookie-entries.ts'
import { saveCookies } from '#server/shop/consent/save-cookies.ts'
import { readActivePlugins } from '#server/shop/plugins/handlers.ts'
import { pickSettings, rememberedSettings } from '#server/shop/settings/read-settings.ts'
import { readStorefront, rememberedStorefront } from './read-storefront.ts'
import { selectChannel } from './select-channel.ts'
import { subscribeToMode } from './subscribe-to-mode.ts'
import { verifyStorePassword } from './verify-password.ts'

export const storefrontHandlers: Handlers<typeof storefrontEndpoints> = {
  async all(_input, call) {
    const { storefront } = await readLicensedStorefront(call)
    return storefront
  },

  async initialValues({ keys }, call) {
    const [licensed, settings] = await Promise.all([
      readLicensedStorefront(call),
      rememberedSettings(call.db, call),
    ])
    const requestedKeys = typeof keys === 'string' ? keys.split(',').map((key) => key.trim()) : keys
    const host = originOfChannel(call.channel, call.config)
    const admin_token = await adminTokenOf(call)
    const rest = { plugins: await readActivePlugins(call), ...(await accountOf(call)), admin_token }
    return { ...licensed, host, settings: pickSettings(settings, requestedKeys), ...rest }
  },

  async verifyPassword({ password }, call) {
    const options = { config: call.config, ip: call.visitor.ip }
    const { cookie, ...verified } = await verifyStorePassword(call.db, password, options)
    if (cookie) call.setCookie(cookie)
    return say('Welcome', verified)
  },

  async subscribeToMode(request, call) {
    await subscribeToMode(call.db, call.visitor.ip, request)
    const { email, mode } = request
    return say('Thank you. We will let you know when we open.', { email, mode })
  },

  async saveCookies({ choices }, call) {
    const { storefront } = await readLicensedStorefront(call)
    const { cookie, ...saved } = await saveCookies(call.db, storefront, choices)
    if (cookie) call.setCookie(cookie)
    return say('Your cookie preferences are saved', saved)
  },
}

/** The storefront with the cookies of the active plugins. */
async function readLicensedStorefront(call: CallContext) {
  const { storefront, ...licensed } =
    call.previewPageId === WHOLE_SHOP
      ? await readStorefront(call.db, call.channel, call.config, { isDraft: true })
      : await rememberedStorefront(call.db, call.channel, call)
  return { ...licensed, storefront: { ...storefront, cookies: await readCookieEntries(call, storefront) } }
}

/** The logged-in account; absent for guests. It clears a `signed_in` cookie that outlived its session. */
async function accountOf(call: CallContext) {
  const { visitor, setCookie } = call
  if (visitor.customerId !== null)
    return { account: await readAccount(call, visitor.customerId, visitor.sessionId) }
  if (visitor.cookies.signed_in) setCookie(signedInCookie(null))
  return {}
}

/** Null in pages for everyone, which are cached. It clears a `staff` cookie that outlived its session. */
async function adminTokenOf({ isForEveryone, createAdminToken, visitor, setCookie }: CallContext) {
  if (isForEveryone) return null
  const token = (await createAdminToken?.(visitor)) ?? null
  if (token === null && visitor.cookies.staff) setCookie(staffHintCookie(null))
  return token
}

export const baseHandlers: Handlers<typeof baseEndpoints> = {
  host: (_input, { config }) => originOf(config),

  /** Called once a day per browser; the cookie lets the browser skip further calls (decisions §1.7, §6). */
  heartBeat(_input, { setCookie }) {
    const value = new Date().toISOString().slice(0, 10)
    setCookie({ name: 'heartbeat', value, maxAgeSeconds: limits.heartbeatCookieDays * 86_400 })
    return undefined
  },

  /** Liveness: the process responds. `/api/ready` reports whether it accepts traffic. */
  health: (_input, { buildId }) => ({ build_id: buildId() }),
}

export const channelChoiceHandlers: Handlers<typeof channelChoiceEndpoints> = {
  async select({ channel: code }, call) {
    const { channel, cookie, ...moved } = await selectChannel(call, code, call.cartOwner({}))
    call.setCookie(cookie)
    return say(`You are shopping in ${channel.name}, in ${channel.currency}`, { channel: code, ...moved })
  },
}
