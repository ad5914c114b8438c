import pino, { type LoggerOptions } from 'pino'
import { masked } from '#server/platform/kernel/masked-text.ts'
import { currentTrace } from '#server/platform/kernel/trace.ts'

/**
 * Every line written while a request is answered has its `request_id`, which error pages and replies show, and its `trace_id`; lines of a job
 * have the latter.
 *
 * Removes secrets from every log line of the shop. A database error contains the whole refused row, and a URL may be
 * a reset link: neither is logged. Security §20; tested by `tests/canary.test.ts`.
 */
export const logOptions = {
  mixin() {
    const trace = currentTrace()
    return trace ? { request_id: trace.requestId, trace_id: trace.id } : {}
  },
  redact: ['password', 'otp', 'token', 'authorization', 'cookie', 'phone', 'email'],
  serializers: {
    err: (error: unknown) => (error instanceof Error ? withoutRows(error) : masked(error)),
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
