import pino, { type LoggerOptions } from 'pino'

/**
 * What keeps secrets out of every log line of the shop, whoever writes it. An error of the database tells the whole row that it
 * would not take, and an address may be a reset link: neither is written down. Security §20; `tests/canary.test.ts` looks.
 */
export const logOptions = {
  redact: ['password', 'otp', 'token', 'authorization', 'cookie', 'phone', 'email'],
  serializers: {
    err: (error: unknown) => (error instanceof Error ? withoutRows(error) : error),
    path: masked,
    cause: masked,
    error: masked,
  },
} satisfies LoggerOptions

/** Of a database error only what names the fault, not what it happened to. */
function withoutRows(error: Error) {
  const { type, message, stack, code, table, constraint } = pino.stdSerializers.err(error)
  return { type, message: masked(message), stack: masked(stack), code, table, constraint }
}

/** Addresses, tokens and long numbers become unreadable, whatever text they stand in. */
export function masked<Value>(value: Value): Value | string {
  if (typeof value !== 'string') return value
  return value
    .replace(/(\/account\/reset-password\/)[^\s"]*/g, '$1…')
    .replace(/[^\s"'()=,/@]+(?:@|%40)[^\s"'()=,/@]+\.[a-z]{2,}/gi, '[email]')
    .replace(/(?<![\w-])[\w-]{40,}(?![\w-])/g, '[token]')
    .replace(/(?<!\d)\d{6,}(\d{2})(?!\d)/g, '…$1')
}
