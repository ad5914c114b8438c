import pino, { type LoggerOptions } from 'pino'
import { currentRequestId } from '../kernel/request-id.ts'

/**
 * Every line written while a request is answered has its `request_id`, which error pages and replies show.
 *
 * Removes secrets from every log line of the shop. A database error contains the whole refused row, and a URL may be
 * a reset link: neither is logged. Security §20; tested by `tests/canary.test.ts`.
 */
export const logOptions = {
  mixin() {
    const request_id = currentRequestId()
    return request_id === undefined ? {} : { request_id }
  },
  redact: ['password', 'otp', 'token', 'authorization', 'cookie', 'phone', 'email'],
  serializers: {
    err: (error: unknown) => (error instanceof Error ? withoutRows(error) : error),
    path: masked,
    cause: masked,
    error: masked,
  },
} satisfies LoggerOptions

/** Keeps the fields of a database error that name the fault, and drops those with row data. */
function withoutRows(error: Error) {
  const { type, message, stack, code, table, constraint } = pino.stdSerializers.err(error)
  return { type, message: masked(message), stack: masked(stack), code, table, constraint }
}

/** Masks e-mail addresses, tokens and long numbers in any text. */
export function masked<Value>(value: Value): Value | string {
  if (typeof value !== 'string') return value
  return value
    .replace(/(\/account\/reset-password\/)[^\s"]*/g, '$1…')
    .replace(/[^\s"'()=,/@]+(?:@|%40)[^\s"'()=,/@]+\.[a-z]{2,}/gi, '[email]')
    .replace(/(?<![\w-])[\w-]{40,}(?![\w-])/g, '[token]')
    .replace(/(?<!\d)\d{6,}(\d{2})(?!\d)/g, '…$1')
}
