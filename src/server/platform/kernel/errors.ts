import type { Cart } from '#contract/cart.ts'
import { replyMessages } from '#contract/envelope.ts'
import type { ErrorCode, RefusalCode } from '#contract/refusals.ts'
import { masked } from './masked-text.ts'

/** Added to the envelope next to code and message: `errors` by field, `data`, `payload`, `validation`. */
export type ErrorExtra = { errors?: Record<string, string[]>; [field: string]: unknown }

/** An expected failure with a message for the shopper. Any other thrown error is a bug (500). */
export class ShopError extends Error {
  readonly httpStatus: number
  readonly code: ErrorCode
  readonly extra: ErrorExtra
  readonly retryAfterSeconds: number | undefined

  constructor(
    httpStatus: number,
    code: ErrorCode,
    message: string,
    extra: ErrorExtra = {},
    retryAfterSeconds?: number,
  ) {
    super(message)
    this.httpStatus = httpStatus
    this.code = code
    this.extra = extra
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 404: unknown, or owned by another customer. */
export const notFound = (message = 'Not found', extra: ErrorExtra = {}) =>
  new ShopError(404, 'NOT_FOUND', message, extra)

/** 404: the endpoint belongs to a plugin that is not active. Plugins, "Endpoints". */
export const pluginInactive = () => new ShopError(404, 'PLUGIN_INACTIVE', 'This feature is not available')

/** 409: refused by a rule of the shop. `code` is the rule's own (decisions §1.4). */
export const rejected = (code: RefusalCode, message: string, extra: ErrorExtra = {}) =>
  new ShopError(409, code, message, extra)

/** 409 of a cart call: contains the unchanged cart. */
export const rejectedCart = (code: RefusalCode, message: string, cart: Cart, extra: ErrorExtra = {}) =>
  new ShopError(409, code, message, { data: cart, ...extra })

/** 422: errors by field, shown at the fields. */
export const invalid = (errors: Record<string, string[]>, message: string = replyMessages.invalid) =>
  new ShopError(422, 'VALIDATION', message, { errors })

/** 401 */
export const signInFirst = () => new ShopError(401, 'UNAUTHENTICATED', 'Please log in first')

/** 403 */
export const forbidden = (message = 'This request did not come from the shop') =>
  new ShopError(403, 'FORBIDDEN', message)

/** 403: the role of the member of staff, or the key that acts for them, lacks a permission. */
export const missingPermission = ({ apiKey }: { apiKey?: unknown }) =>
  forbidden(apiKey ? 'This API key does not allow this' : 'Your role does not allow this')

/** 403: a call that only a person may make, after signing in. ADR 0042. */
export const notWithKey = () => forbidden('An API key cannot do this. Sign in to the back office.')

/** 403: an owner without a second factor. ADR 0042. */
export const secondFactorFirst = () =>
  forbidden('Set up an authenticator app or a passkey first: owners need a second factor.')

/** 400, 413, 415: a malformed request. */
export const badRequest = (message: string, httpStatus: 400 | 413 | 415 = 400) =>
  new ShopError(httpStatus, 'BAD_REQUEST', message)

/** The code of an error of Node, PostgreSQL or a library: `ENOENT`, `40001`. */
export const errorCode = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined

/** Its name and code. The message may contain personal data. */
export const nameOfError = (thrown: unknown): string =>
  `${thrown instanceof Error ? thrown.name : 'Error'} ${errorCode(thrown) ?? ''}`.trim()

export const errorMessage = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** 503: overload, or the database is unavailable. */
export const unavailable = (retryAfterSeconds = 5) =>
  new ShopError(503, 'UNAVAILABLE', replyMessages.unavailable, {}, retryAfterSeconds)

const MAX_CHARACTERS = 300

/**
 * One line about an error that may be stored in the database: without e-mail addresses and long numbers, at most 300
 * characters.
 */
export function errorSummary(error: unknown): string {
  const line = errorMessage(error).split('\n', 1)[0] ?? ''
  return `${nameOfError(error)}: ${masked(line)}`.slice(0, MAX_CHARACTERS)
}
