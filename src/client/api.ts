import { type Call, createClient } from '#contract/client.ts'
import type { Failure } from '#contract/envelope.ts'
import { routes } from '#contract/routes.ts'
import { isLeaving } from '#pages/chunk-reload.ts'
import { showToast } from './toasts.ts'

/**
 * Sends a call to the server. The only place that shows toasts: for the message of a success and of a
 * failure, except field errors (422), which are shown at their fields; `silent` shows none. Spec §7 and §8.
 * @throws only when the call's own signal has aborted it.
 */
export async function send({ method, path, input, options }: Call): Promise<unknown> {
  const reply = await ask(method, path, input, options.signal)
  if (!options.silent) announce(reply)
  return reply
}

/** The typed client in the browser. */
export const api = createClient(send, routes)

type Envelope = { status?: string; message?: string; code?: string; errors?: unknown }

function announce({ status, message, code }: Envelope) {
  // Firefox aborts the calls of a page that is left, which says nothing about the network.
  if (!message || (code === unreachable.code && isLeaving())) return
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

export const offlineMessage = 'You seem to be offline. Please check your connection.'

/** The reply when the server is unreachable or answers something else than the API. */
const unreachable: Failure = { status: 'error', code: 'OFFLINE', message: offlineMessage }

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
