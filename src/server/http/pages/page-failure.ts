import { replyMessages } from '#contract/envelope.ts'
import { isBot } from '#pages/bots.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { ShopError } from '#server/platform/kernel/errors.ts'
import { fieldIn } from '#server/platform/kernel/post-form.ts'
import { isUnavailable } from '#server/platform/kernel/unavailable.ts'
import { type BarePage, busyPage, serverErrorPage, tooManyPage } from '../bare-pages.ts'

type Failed = {
  /** Shown to the shopper, and in all log lines of the request. */
  requestId: string
  /** Without the query: it may contain the token of an order or of a new password, and this is logged. */
  pathname: string
  /** The request is for the data of a page, by the browser's code. */
  isData: boolean
  userAgent: string
  supportEmail: string | undefined
  log: Services['log']
  dataHeaders: Record<string, string>
}

/**
 * The reply for a page that failed, which is logged: bots keep their copy and come back later (decisions §3), the
 * browser's code gets no payload and loads the document, and shoppers see what they can do.
 */
export function pageFailure(error: unknown, failed: Failed): BarePage {
  const { requestId, pathname, isData, userAgent, supportEmail, log, dataHeaders } = failed
  // Not logged: a flood of requests must not flood the log too.
  if (error instanceof ShopError && error.httpStatus === 429) return refused(error, failed)
  const isPassing = isTemporary(error)
  if (isPassing)
    log.warn({ path: pathname, cause: String(error), request_id: requestId }, 'page: unavailable')
  else log.error({ err: error, path: pathname, request_id: requestId }, 'page failed')

  if (isBot(userAgent))
    return { status: 503, headers: { 'retry-after': '600', 'cache-control': 'no-store' }, body: '' }
  if (isData) return failedPayload(isPassing, requestId, dataHeaders)
  return isPassing ? busyPage({ reloads: true }) : serverErrorPage({ requestId, supportEmail })
}

function refused({ code, message, retryAfterSeconds = 60 }: ShopError, failed: Failed): BarePage {
  if (!failed.isData) return tooManyPage({ retryAfterSeconds })
  return dataPage(429, { code, message }, failed.dataHeaders, retryAfterSeconds)
}

const failedPayload = (isPassing: boolean, request_id: string, headers: Record<string, string>) =>
  isPassing
    ? dataPage(503, { code: 'UNAVAILABLE', message: replyMessages.unavailable }, headers, 5)
    : dataPage(500, { code: 'SERVER', message: replyMessages.server, request_id }, headers)

const dataPage = (
  status: number,
  body: Record<string, string>,
  headers: Record<string, string>,
  retryAfterSeconds?: number,
): BarePage => ({
  status,
  headers: {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  },
  body: JSON.stringify({ status: 'error', ...body }),
})

/** The error may come from a loader's call (`ReplyError`), the rendering limit, or the database itself. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof ShopError) return error.httpStatus === 503
  return fieldIn(fieldIn(error, 'reply'), 'code') === 'UNAVAILABLE' || isUnavailable(error)
}
