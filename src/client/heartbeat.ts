import { createClient } from '#contract/client.ts'
import { baseRoutes } from '#contract/late-routes.ts'
import { send } from './api.ts'

const api = createClient(send, { base: baseRoutes })

/** Tells the shop once a day that this browser was here; the reply's cookie is how it knows. Spec §7, decisions §6. */
export async function sendHeartbeat() {
  const today = new Date().toISOString().slice(0, 10)
  if (document.cookie.includes(`heartbeat=${today}`)) return
  // Failure is nobody's business but the console's.
  await api.base
    .heartBeat({ url: location.origin }, { silent: true })
    .catch((error: unknown) => console.info('heartbeat', error))
}
