import type { Api } from '#contract/client.ts'
import { orThrow } from '#contract/envelope.ts'
import { readPostedForm } from '#contract/read-posted-form.ts'
import { defineScreen, type LoadRequest } from '#pages/screen.ts'
import { readTimeZone } from '../read-time-zone.ts'

/** Password, passkeys, devices and access log. Spec §2, account menu ('Access logs & change password'). */
export const accountSecurity = defineScreen({
  visitor: true,
  guard: 'login',
  async load(request: LoadRequest<Api>) {
    const { api } = request
    const [account, passkeys, sessions, logs, timeZone] = await Promise.all([
      api.account.get().then(orThrow),
      api.passkeys.list().then(orThrow),
      api.account.sessions().then(orThrow),
      api.account.accessLogs().then(orThrow),
      readTimeZone(api),
    ])
    return {
      account,
      passkeys,
      sessions,
      logs,
      timeZone,
      now: new Date().toISOString(),
      posted: readPostedForm(request),
    }
  },
  meta: () => ({ title: 'Security', robots: 'noindex', bodyClass: 'account' }),
})
