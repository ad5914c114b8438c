import type { Call } from './client.ts'
import { type Failure, type Reply, replyMessages } from './envelope.ts'

/** A reply with its HTTP status, which is 0 when nothing answered. */
export type Fetched = { httpStatus: number; reply: Reply<unknown> }

export const offlineMessage = 'You seem to be offline. Please check your connection.'

/** The reply when the server is unreachable or answers something else than the API. */
export const unreachable: Failure = { status: 'error', code: 'OFFLINE', message: offlineMessage }

/** Browsers let 64 KB of such bodies be on their way at once, and refuse more. */
const maxKeepaliveBody = 4_000

/**
 * Sends a call of the typed client over HTTP: what is not in the path is the query of GET and DELETE, the body otherwise. A small write
 * outlives the page: a visitor who leaves it at once has pressed the button all the same.
 */
export function fetchCall(
  { method, path, input, options: { signal } }: Call,
  headers?: Record<string, string>,
): Promise<Fetched> {
  const isRead = method === 'GET' || method === 'DELETE'
  const body = isRead ? undefined : JSON.stringify(input)
  return fetchReply(isRead ? path + queryOf(input) : path, {
    method,
    headers: isRead ? { ...headers } : { 'content-type': 'application/json', ...headers },
    ...(signal && { signal }),
    ...(body && { body }),
    keepalive: method !== 'GET' && (body?.length ?? 0) < maxKeepaliveBody,
  })
}

/** @throws only when the call's own signal has aborted it. */
export async function fetchReply(path: string, init: RequestInit): Promise<Fetched> {
  let httpStatus = 0
  try {
    const response = await fetch(path, init)
    httpStatus = response.status
    return { httpStatus, reply: await response.json() }
  } catch (error) {
    if (init.signal?.aborted) throw error
    return { httpStatus, reply: unreachable }
  }
}

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

/** Sends a form with files to an endpoint that takes one. The header is what a form on another site cannot send. Security §8. */
export const fetchForm = (path: string, body: FormData, headers?: Record<string, string>) =>
  fetchReply(path, { method: 'POST', body, headers: { 'x-requested-with': 'fetch', ...headers } })

/** The message of a refused form: of its first field with an error, otherwise of the whole. */
export const firstMessage = ({ errors, message }: Failure): string =>
  Object.values(errors ?? {})[0]?.[0] ?? message ?? replyMessages.server
