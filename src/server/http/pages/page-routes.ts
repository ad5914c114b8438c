import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pages, RenderRequest } from '#pages/answer.ts'
import { isPayloadPath } from '#pages/payload-path.ts'
import { registerCache } from '#server/platform/changes/caches.ts'
import type { Services, Visitor } from '#server/platform/kernel/context.ts'
import { createWorkLimit } from '#server/platform/limits/work-limit.ts'
import { visitorOf } from '#server/platform/sessions/session.ts'
import { channelsTag } from '#server/shop/channels/channel-selection.ts'
import { createSecurityHeaders } from '../security-headers.ts'
import { createSharing } from '../sharing.ts'
import { createPageAnswer, type FindPreview, type PageSource } from './answer-page.ts'
import { beforeRouting } from './before-routing.ts'
import type { CachedPage } from './cached-page.ts'
import type { PageCache } from './page-cache.ts'
import { createPageChecks, type PageCheckSources, type PageChecks } from './page-checks.ts'
import { pageFailure } from './page-failure.ts'
import { type PageRequest, splitUrl } from './page-request.ts'
import { createRecompressor } from './recompress.ts'
import { createRenderer, type OpenApi } from './render-page.ts'
import { createCachedSender } from './send-cached.ts'
import { sendBare } from './send-page.ts'
import { createVaryingCookies } from './varying-cookies.ts'
import { watchMissedSearches } from './watch-missed-searches.ts'

export type PageRoutesOptions<Api> = {
  /** Called for every rendered page: in development the pages change. */
  pages: () => Pages<Api> | Promise<Pages<Api>>
  openApi: OpenApi<Api>
  services: Pick<Services, 'changes' | 'config' | 'log' | 'plugins'> & Partial<Pick<Services, 'buildId'>>
  mode: RenderRequest<Api>['mode']
  /** What the page checks are decided by. */
  checks: PageCheckSources
  /**
   * Reads the visitor of a visitor's page; without it every visitor is a guest. Not called for pages for everyone.
   */
  readVisitor?: (request: FastifyRequest) => Visitor | Promise<Visitor>
  /** Without it every request renders the page, as in development. */
  cache?: PageCache<CachedPage>
  /** Concurrent renderings (security §10: 40 per core). */
  maxRendered?: number
  /** Called with every page sent, for metrics. */
  onPage?: (source: PageSource) => void
  /** Called with the text of every search without results whose page was sent to a visitor. */
  onMissedSearch?: (typed: string) => void
  /** Finds the preview that a token opens at a path. Without it there are no previews. */
  findPreview?: FindPreview
  /** Origins outside the shop that a payment form may post to. Security §13. */
  formTargets?: () => readonly string[]
}

/**
 * Answers every GET that no other route answers: the checks of `page-checks.ts`, then the page, cached or rendered. A
 * no-JavaScript form is a POST route of its own, which precedes the 405 here. Decisions §3 "Order of checks";
 * architecture, "The way of data".
 */
export function servePages<Api>(app: FastifyInstance, options: PageRoutesOptions<Api>) {
  const { pages, openApi, services, mode, cache, maxRendered = 40, formTargets } = options
  const { readVisitor = visitorOf, onPage = () => {}, findPreview = async () => undefined } = options
  const { changes, log, config } = services
  const { storeUrl } = config
  const headers = createSecurityHeaders({
    storeUrl,
    isDevelopment: mode === 'development',
    ...(formTargets && { formTargets }),
  })
  const checks = createPageChecks({ ...options.checks, services, dataHeaders: headers.data })
  const cookies = createVaryingCookies()
  const limit = createWorkLimit(maxRendered)
  const isSecure = storeUrl.startsWith('https:')
  const render = createRenderer({ openApi, changes, mode, headers, limit, isSecure, storeUrl })
  const onSent = watchMissedSearches(options.onMissedSearch ?? (() => {}))
  const share = createSharing(services)
  const parts = { render, checks, cookies, cache, share, readVisitor, findPreview, onPage, onSent }
  const answer = createPageAnswer({ pages, services, ...parts })
  const fail = failureSender({ checks, log, dataHeaders: headers.data })
  const sendCached = cache
    ? createCachedSender({ cache, checks, cookies, share, onHit: hitListener(cache) })
    : () => false

  if (cache) dropChangedPages(changes, cache)
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { whileLocked: true },
    handler(request, reply) {
      if (sendCached(request.raw, reply.raw)) return void reply.hijack()
      return answer(request, reply).catch((error) => fail(error, request, reply))
    },
  })
  beforeRouting(app, sendCached)
  refuseOtherMethods(app)

  function hitListener(cache: PageCache<CachedPage>) {
    const recompressor = createRecompressor({ cache })
    return (page: CachedPage, request: PageRequest) => {
      onPage('hit')
      recompressor.onHit(request.key, page)
      onSent(page, request)
    }
  }
}

function dropChangedPages(changes: Services['changes'], cache: PageCache<CachedPage>) {
  registerCache(changes, {
    drop(tags) {
      // A redirect precedes a page: a page at the source of a new rule must be dropped. After a change of the channels an
      // address may be another channel's.
      if (tags.some((tag) => tag === 'redirects' || tag === channelsTag)) cache.clear()
      else cache.drop(tags)
    },
    clear: cache.clear,
  })
}

function refuseOtherMethods(app: FastifyInstance) {
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/*',
    config: { whileLocked: true },
    // Before a body is read.
    async onRequest({ method }, reply) {
      return reply
        .code(method === 'OPTIONS' ? 204 : 405)
        .header('allow', 'GET, HEAD, OPTIONS')
        .send()
    },
    handler() {},
  })
}

type FailureOptions = { checks: PageChecks; log: Services['log']; dataHeaders: Record<string, string> }

/** Sends the page for an error, or ends the connection when a part of the reply was sent. */
const failureSender =
  ({ checks, log, dataHeaders }: FailureOptions) =>
  (error: unknown, { id: requestId, raw, headers }: FastifyRequest, reply: FastifyReply) => {
    const { pathname } = splitUrl(raw.url ?? '/')
    const userAgent = String(headers['user-agent'] ?? '')
    const { supportEmail } = checks.now()?.storeStatus ?? {}
    const isData = isPayloadPath(pathname)
    const page = pageFailure(error, {
      requestId,
      pathname,
      isData,
      userAgent,
      supportEmail,
      log,
      dataHeaders,
    })
    if (reply.sent || reply.raw.headersSent) return void reply.raw.destroy()
    return sendBare(reply, page)
  }
