import { type Call, createClient } from '#contract/client.ts'
import { earlyCartRoutes } from '#contract/early-routes.ts'
import { type Failure, words } from '#contract/envelope.ts'
import { showToast } from './toasts.ts'

/**
 * Carries a call to the server. The one place where toasts are made: a success shows its message, a failure too, but for field
 * errors (422), which stand at their fields; `silent` shows none. Spec §7 and §8.
 *
 * @throws only when the call's own signal has called it off.
 */
export async function send({ method, path, input, options }: Call): Promise<unknown> {
  const reply = await ask(method, path, input, options.signal)
  if (!options.silent) announce(reply)
  return reply
}

/** The typed client in the browser: what every page asks. The others have a client of their own, beside what calls them. */
export const api = createClient(send, { cart: earlyCartRoutes })

type Envelope = { status?: string; message?: string; code?: string; errors?: unknown }

function announce({ status, message, code }: Envelope) {
  if (!message) return
  if (status === 'success') showToast('success', message)
  else if (code !== 'VALIDATION') showToast('error', message)
}

async function ask(method: string, path: string, input: Record<string, unknown>, signal?: AbortSignal) {
  const isRead = method === 'GET' || method === 'DELETE'
  const query = isRead ? queryOf(input) : ''
  try {
    const response = await fetch(path + query, {
      method,
      credentials: 'same-origin',
      ...(signal ? { signal } : {}),
      ...(isRead ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }),
    })
    return (await response.json()) as Envelope
  } catch (error) {
    if (signal?.aborted) throw error
    return unreachable
  }
}

/** No answer, or one that is no reply of ours: the shopper hears that it did not work, and nothing breaks. */
const unreachable: Failure = { status: 'error', code: 'OFFLINE', message: words.offline }

function queryOf(input: Record<string, unknown>) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) for (const item of value) query.append(`${name}[]`, String(item))
    else query.set(name, String(value))
  }
  const text = query.toString()
  return text && `?${text}`
}
