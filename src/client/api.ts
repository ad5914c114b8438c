import { type Call, createClient } from '#contract/client.ts'
import type { Reply } from '#contract/envelope.ts'
import { fetchCall, unreachable } from '#contract/fetch-reply.ts'
import { routes } from '#contract/routes.ts'
import { isLeaving } from '#pages/chunk-reload.ts'
import { showToast } from './toasts.ts'

/**
 * Sends a call to the server. The only place that shows toasts: for the message of a success and of a
 * failure, except field errors (422), which are shown at their fields; `silent` shows none. Spec §7 and §8.
 * @throws only when the call's own signal has aborted it.
 */
export async function send(call: Call): Promise<Reply<unknown>> {
  const { reply } = await fetchCall(call)
  if (!call.options.silent) announce(reply)
  return reply
}

/** The typed client in the browser. */
export const api = createClient(send, routes)

function announce(reply: Reply<unknown>) {
  const { message } = reply
  // Firefox aborts the calls of a page that is left, which says nothing about the network.
  if (!message || (reply === unreachable && isLeaving())) return
  if (reply.status === 'success') showToast('success', message)
  else if (reply.code !== 'VALIDATION') showToast('error', message)
}
