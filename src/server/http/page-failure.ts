import { randomUUID } from 'node:crypto'
import { words } from '#contract/envelope.ts'
import { isBot } from '#pages/bots.ts'
import { isPayloadPath } from '#pages/payload-path.ts'
import { type BarePage, busyPage, serverErrorPage } from './bare-pages.ts'
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
  const errorId = randomUUID().slice(0, 8)
  const isPassing = isTemporary(error)
  if (isPassing) log.warn({ path: pathname, cause: String(error) }, 'page: unavailable')
  else log.error({ err: error, path: pathname, error_id: errorId }, 'page failed')

  if (isBot(userAgent))
    return { status: 503, headers: { 'retry-after': '600', 'cache-control': 'no-store' }, body: '' }
  if (isPayloadPath(pathname)) return failedPayload(isPassing, errorId, dataHeaders)
  return isPassing ? busyPage() : serverErrorPage({ errorId, supportEmail })
}

function failedPayload(isPassing: boolean, request_id: string, headers: Record<string, string>): BarePage {
  const body = isPassing
    ? { status: 'error', code: 'UNAVAILABLE', message: words.unavailable }
    : { status: 'error', code: 'SERVER', message: words.server, request_id }
  return {
    status: isPassing ? 503 : 500,
    headers: {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(isPassing && { 'retry-after': '5' }),
    },
    body: JSON.stringify(body),
  }
}

/** A loader's call may have answered so (`ReplyError`), or the work limit, or the database itself. */
function isTemporary(error: unknown): boolean {
  if (error instanceof ShopError) return error.httpStatus === 503
  const { reply } = (error ?? {}) as { reply?: { code?: unknown } }
  return reply?.code === 'UNAVAILABLE' || isDatabaseAway(error)
}
