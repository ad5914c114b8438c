import type { Api } from '#contract/client.ts'
import { readPostedForm } from '#contract/read-posted-form.ts'
import { required } from '#pages/reads.ts'
import { defineScreen, type LoadRequest } from '#pages/screen.ts'
import { readTimeZone } from '../read-time-zone.ts'

/** Password, passkeys, devices and access log. Spec §2, account menu ('Access logs & change password'). */
export const accountSecurity = defineScreen({
  visitor: true,
  guard: 'login',
  async load(request: LoadRequest<Api>) {
    const { api } = request
    const [account, passkeys, sessions, logs, timeZone] = await Promise.all([
      required(api.account.get()),
      required(api.passkeys.list()),
      required(api.account.sessions()),
      required(api.account.accessLogs()),
      readTimeZone(api),
    ])
    return {
      view: {
        account,
        passkeys,
        sessions,
        logs,
        timeZone,
        now: new Date().toISOString(),
        posted: readPostedForm(request),
      },
    }
  },
  meta: () => ({ title: 'Security', robots: 'noindex', bodyClass: 'account' }),
})
