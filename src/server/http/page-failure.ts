import { randomUUID } from 'node:crypto'
import { words } from '#contract/envelope.ts'
import { isBot } from '#pages/bots.ts'
import { isPayloadPath } from '#pages/payload-path.ts'
import { type BarePage, busyPage, serverErrorPage, tooManyPage } from './bare-pages.ts'
import type { Services } from './context.ts'
import { isDatabaseAway } from './database-away.ts'
import { ShopError } from './errors.ts'

type Failed = {
  /** Without the query: it may hold the token of an order or of a new password, and this is logged. */
  pathname: string
  userAgent: string
  supportEmail: string | undefined
  log: Services['log']
  dataHeaders: Record<string, string>
}

/**
 * What is sent instead of a page that could not be made, after it has been logged: bots keep what they know of the page
 * and come again later (decisions §3), the browser's code hears that there is no payload and loads the document, and
 * humans read what they can do.
 */
export function pageFailure(error: unknown, failed: Failed): BarePage {
  const { pathname, userAgent, supportEmail, log, dataHeaders } = failed
  // Not logged: whoever floods the shop must not flood its log too.
  if (error instanceof ShopError && error.httpStatus === 429) return refused(error, failed)
  const errorId = randomUUID().slice(0, 8)
  const isPassing = isTemporary(error)
  if (isPassing) log.warn({ path: pathname, cause: String(error) }, 'page: unavailable')
  else log.error({ err: error, path: pathname, error_id: errorId }, 'page failed')

  if (isBot(userAgent))
    return { status: 503, headers: { 'retry-after': '600', 'cache-control': 'no-store' }, body: '' }
  if (isPayloadPath(pathname)) return failedPayload(isPassing, errorId, dataHeaders)
  return isPassing ? busyPage() : serverErrorPage({ errorId, supportEmail })
}

function refused({ code, message, retryAfterSeconds = 60 }: ShopError, failed: Failed): BarePage {
  if (!isPayloadPath(failed.pathname)) return tooManyPage({ retryAfterSeconds })
  return dataPage(429, { code, message }, failed.dataHeaders, retryAfterSeconds)
}

const failedPayload = (isPassing: boolean, request_id: string, headers: Record<string, string>) =>
  isPassing
    ? dataPage(503, { code: 'UNAVAILABLE', message: words.unavailable }, headers, 5)
    : dataPage(500, { code: 'SERVER', message: words.server, request_id }, headers)

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

/** A loader's call may have answered so (`ReplyError`), or the work limit, or the database itself. */
function isTemporary(error: unknown): boolean {
  if (error instanceof ShopError) return error.httpStatus === 503
  const { reply } = (error ?? {}) as { reply?: { code?: unknown } }
  return reply?.code === 'UNAVAILABLE' || isDatabaseAway(error)
}
