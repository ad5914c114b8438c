import type { Cart } from '#contract/cart.ts'
import { words } from '#contract/envelope.ts'

/** A failure that is expected and worded for the shopper. Anything else that is thrown is a bug (500). */
export class ShopError extends Error {
  readonly httpStatus: number
  readonly code: string
  /** Goes into the envelope beside code and message: `errors`, `data`, `payload`, `validation`. */
  readonly beside: Record<string, unknown>
  readonly retryAfterSeconds: number | undefined

  constructor(
    httpStatus: number,
    code: string,
    message: string,
    beside: Record<string, unknown> = {},
    retryAfterSeconds?: number,
  ) {
    super(message)
    this.httpStatus = httpStatus
    this.code = code
    this.beside = beside
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 404: unknown, or somebody else's. */
export const notFound = (message = 'Not found', beside: Record<string, unknown> = {}) =>
  new ShopError(404, 'NOT_FOUND', message, beside)

/** 409: refused by a rule of the shop. `code` is the rule's own (decisions §1.4). */
export const rejected = (code: string, message: string, beside: Record<string, unknown> = {}) =>
  new ShopError(409, code, message, beside)

/** 409 of a cart call: carries the unchanged cart. */
export const rejectedCart = (
  code: string,
  message: string,
  cart: Cart,
  beside: Record<string, unknown> = {},
) => new ShopError(409, code, message, { data: cart, ...beside })

/** 422: errors by field, shown at the fields. */
export const invalid = (errors: Record<string, string[]>, message: string = words.invalid) =>
  new ShopError(422, 'VALIDATION', message, { errors })

/** 401 */
export const signInFirst = () => new ShopError(401, 'UNAUTHENTICATED', 'Please log in first')

/** 403 */
export const forbidden = (message = 'This request did not come from the shop') =>
  new ShopError(403, 'FORBIDDEN', message)

/** 400, 413, 415: not even a request. */
export const badRequest = (message: string, httpStatus: 400 | 413 | 415 = 400) =>
  new ShopError(httpStatus, 'BAD_REQUEST', message)

/** 503: overload, or the database is away. */
export const unavailable = (retryAfterSeconds = 5) =>
  new ShopError(503, 'UNAVAILABLE', words.unavailable, {}, retryAfterSeconds)
