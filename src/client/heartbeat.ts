import { api } from './api.ts'

/** Reports a visit once a day; the reply's cookie identifies the browser. Spec §7, decisions §6. */
export async function sendHeartbeat() {
  const today = new Date().toISOString().slice(0, 10)
  if (document.cookie.includes(`heartbeat=${today}`)) return
  // A failure is only logged to the console.
  await api.base
    .heartBeat({ url: location.origin }, { silent: true })
    .catch((error: unknown) => console.info('heartbeat', error))
}
