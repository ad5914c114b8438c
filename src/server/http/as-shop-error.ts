import { replyMessages } from '#contract/envelope.ts'
import { badRequest, ShopError, unavailable } from '#server/platform/kernel/errors.ts'
import type { CallReply } from '#server/platform/kernel/pipeline.ts'
import { isUnavailable } from '#server/platform/kernel/unavailable.ts'

/**
 * Converts errors of Fastify (broken JSON, another content type, a body that is too large) and of a session that
 * could not be read.
 */
export function asShopError(error: unknown, request_id: string): ShopError {
  if (error instanceof ShopError) return error
  if (isUnavailable(error)) return unavailable()
  const statusCode = statusCodeOf(error)
  if (statusCode === 415) return badRequest('Please send JSON (content-type: application/json)', 415)
  if (statusCode === 413) return badRequest('This request is too large', 413)
  if (statusCode === undefined || statusCode >= 500)
    return new ShopError(500, 'SERVER', replyMessages.server, { request_id })
  return badRequest('This request could not be read')
}

/** The envelope of a refusal. */
export function refusalReply(refusal: ShopError): CallReply {
  const { httpStatus, code, message, extra, retryAfterSeconds } = refusal
  const body = { status: 'error', code, message, ...extra }
  return { httpStatus, body, tags: [], cookies: [], retryAfterSeconds }
}

/** The status that Fastify gave its error. */
export const statusCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : undefined
