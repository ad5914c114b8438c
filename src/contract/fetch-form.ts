import { type Failure, replyMessages } from './envelope.ts'
import { fetchReply } from './fetch-reply.ts'

/** Sends a form with files to an endpoint that takes one. The header is what a form on another site cannot send. Security §8. */
export const fetchForm = (path: string, body: FormData, headers?: Record<string, string>) =>
  fetchReply(path, { method: 'POST', body, headers: { 'x-requested-with': 'fetch', ...headers } })

/** The message of a refused form: of its first field with an error, otherwise of the whole. */
export const firstMessage = ({ errors, message }: Failure): string =>
  Object.values(errors ?? {})[0]?.[0] ?? message ?? replyMessages.server
