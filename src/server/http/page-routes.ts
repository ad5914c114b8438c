import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageRequest, Pages } from '#pages/answer.ts'
import { isBot } from '#pages/bots.ts'
import { isPayloadPath, parsePayloadPath } from '#pages/payload-path.ts'
import { formTargetsOf } from '../payments/form-targets.ts'
import { type BarePage, websiteUnavailablePage } from './bare-pages.ts'
import { beforeRouting } from './before-routing.ts'
import { type CachedPage, packFor, sendIfPacked, type Wanted, wantedBy } from './cached-page.ts'
import { chooseEncoding } from './compress.ts'
import type { Services, Visitor } from './context.ts'
import { keepFresh } from './keep-fresh.ts'
import type { PageCache } from './page-cache.ts'
import { pageKeyOf } from './page-cache-key.ts'
import { pageFailure } from './page-failure.ts'
import { splitUrl, tidyPath } from './page-url.ts'
import type { RedirectRules } from './redirect-rules.ts'
import { createRenderer, type OpenApi } from './render-page.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { visitorOf } from './session.ts'
import type { StoreStanding } from './store-standing.ts'
import { createWorkLimit } from './work-limit.ts'

export type PageRoutesOptions<Api> = {
  /** Asked for every page that is rendered: in development they change. */
  pages: () => Pages<Api> | Promise<Pages<Api>>
  openApi: OpenApi<Api>
  services: Pick<Services, 'changes' | 'config' | 'log'>
  mode: PageRequest<Api>['mode']
  /** Who asks for a page of one visitor; without it everybody is a guest. Pages for everyone never ask. */
  readVisitor?: (request: FastifyRequest) => Visitor | Promise<Visitor>
  /** Without it every page is rendered anew, as in development. */
  cache?: PageCache<CachedPage>
  readRedirects: () => Promise<RedirectRules>
  readStanding: () => Promise<StoreStanding>
  /** Names of the query parameters a screen looks at; undefined: any may matter. */
  queryOf?: (screen: string) => readonly string[] | undefined
  /** Pages rendered at once (security §10: 40 a core). */
  mostRendered?: number
  /** @throws when this address has asked for too much (security §10). */
  requirePage?: (ip: string) => void
}

/**
 * Answers every GET that nothing more specific answers: redirect rule, license, page. A no-JavaScript form is a
 * POST route of its own, which goes before the 405 here. Decisions §3 "Order of checks"; architecture, "The way of data".
 */
export function servePages<Api>(app: FastifyInstance, options: PageRoutesOptions<Api>) {
  const {
    services,
    cache,
    mode,
    queryOf,
    openApi,
    mostRendered = 40,
    readVisitor = visitorOf,
    requirePage,
  } = options
  const { changes, config, log } = services
  const security = createSecurityHeaders({
    storeUrl: config.storeUrl,
    isDevelopment: mode === 'development',
    formTargets: formTargetsOf(config),
  })
  const redirects = keepFresh(options.readRedirects, { changes, tags: ['redirects'] })
  const standing = keepFresh(options.readStanding, { changes, tags: ['storefront', 'settings'] })
  const limit = createWorkLimit(mostRendered)
  const renderer = createRenderer({
    openApi,
    mode,
    headers: security,
    limit,
    isSecure: config.storeUrl.startsWith('https:'),
  })
  /** Cookies that some page for everyone depends on, as far as such pages have been asked for. */
  const varyingCookies = new Set<string>()

  changes.subscribe((tags) => {
    // A redirect goes before a page: no page may be kept where one begins.
    if (tags.includes('redirects')) cache?.clear()
    else cache?.drop(tags)
  })

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler(request, reply) {
      if (sendReady(request.raw, reply.raw)) return void reply.hijack()
      return answer(request, reply).catch((error) => fail(error, request, reply))
    },
  })
  beforeRouting(app, sendReady)

  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/*',
    // Before a body is read.
    async onRequest({ method }, reply) {
      return reply
        .code(method === 'OPTIONS' ? 204 : 405)
        .header('allow', 'GET, HEAD, OPTIONS')
        .send()
    },
    handler() {},
  })

  /** Sends what needs no second thought: the way of almost every request. */
  function sendReady(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    if (!cache || !redirects.now() || !standing.now()?.isLicensed) return false
    const page = findReady(request.url ?? '/')
    if (!page) return false
    const wanted = wantedBy(request)
    return !mayVary(wanted) && sendIfPacked(wanted, response, page)
  }

  function findReady(url: string): CachedPage | undefined {
    if (!url.includes('?')) return cache?.get(url)
    if (queryOf) return undefined
    return cache?.get(pageKeyOf(url, { isPayload: isPayloadPath(splitUrl(url).pathname) }).url)
  }

  /** Perhaps another variation of the page is meant. */
  function mayVary({ cookie }: Wanted) {
    if (cookie !== undefined) for (const name of varyingCookies) if (cookie.includes(name)) return true
    return false
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    requirePage?.(request.ip)
    const url = request.raw.url ?? '/'
    const { pathname, search } = splitUrl(url)
    const isPayload = isPayloadPath(pathname)
    const asked = isPayload ? parsePayloadPath(url) : { url, build: '' }
    const page = splitUrl(asked.url)

    const rules = await redirects.read()
    const rule = rules.find(page.pathname, page.search)
    if (rule && isPayload) return sendPayloadRedirect(reply, asked.build, rule.location)
    if (rule) return redirect(reply, rule)

    const { isLicensed, supportEmail } = await standing.read()
    if (!isLicensed) return sendBare(reply, websiteUnavailablePage({ supportEmail }))
    // Password and modes (decisions §3, "Special pages") are checked here, before anything is looked up.

    const tidy = tidyPath(pathname)
    if (tidy !== pathname) return redirect(reply, { location: tidy + search, status: 301 })

    const pages = await options.pages()
    const match = pages.matches(page.pathname)
    if (match?.visitor) {
      const visitor = await readVisitor(request)
      const rendered = await renderer.forVisitor(pages, {
        url,
        isPayload,
        visitor,
        isBot: isBot(visitor.userAgent),
        encoding: encodingOf(request),
      })
      return sendRaw(request, reply, rendered)
    }

    const known = match && queryOf?.(match.screen)
    const key = pageKeyOf(url, { isPayload, ...(known && { known }) })
    const cookies = varyingCookiesIn(request, match?.varies ?? [])
    const render = () =>
      renderer.forEveryone(pages, {
        url: key.url,
        isPayload,
        cookies,
        varies: match?.varies ?? [],
        encoding: encodingOf(request),
      })
    const cacheKey = [key.url, ...Object.entries(cookies).map((cookie) => cookie.join('='))].join('\n')
    const kept = cache?.get(cacheKey)
    // With other redirects than those asked above, this may be a page that is none any more.
    const isKeepable = cache && key.isKeepable && redirects.now() === rules
    const made = kept ?? (await (isKeepable ? cache.fill(cacheKey, render) : render()))
    await sendRaw(request, reply, made)
    cache?.weighAgain(cacheKey, made)
  }

  /** Only what is short and plain, so that a page cannot be kept in any number of variations by sending nonsense. */
  function varyingCookiesIn(request: FastifyRequest, names: readonly string[]): Record<string, string> {
    if (names.length === 0) return {}
    for (const name of names) varyingCookies.add(name)
    const sent = visitorOf(request).cookies
    return Object.fromEntries(
      names.flatMap((name) =>
        /^[\w.-]{1,32}$/.test(sent[name] ?? '') ? [[name, sent[name] as string]] : [],
      ),
    )
  }

  function sendPayloadRedirect(reply: FastifyReply, build: string, location: string) {
    const build_id = /^[\w-]{1,64}$/.test(build) ? build : ''
    return reply
      .headers({ ...security.data, 'cache-control': 'no-cache' })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ build_id, redirect: location }))
  }

  function redirect(reply: FastifyReply, { location, status }: { location: string; status: number }) {
    return reply
      .code(status)
      .headers({ ...security.data, 'cache-control': 'no-cache', location })
      .send()
  }

  function fail(error: unknown, { raw, headers }: FastifyRequest, reply: FastifyReply) {
    const { pathname } = splitUrl(raw.url ?? '/')
    const userAgent = String(headers['user-agent'] ?? '')
    const { supportEmail } = standing.now() ?? {}
    const page = pageFailure(error, { pathname, userAgent, supportEmail, log, dataHeaders: security.data })
    if (reply.sent || reply.raw.headersSent) return void reply.raw.destroy()
    return sendBare(reply, page)
  }
}

async function sendRaw({ raw }: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  const wanted = wantedBy(raw)
  await packFor(wanted, page)
  // From here on nothing can fail: a reply that was taken over cannot be given back.
  reply.hijack()
  sendIfPacked(wanted, reply.raw, page)
}

const sendBare = (reply: FastifyReply, { status, headers, body }: BarePage) =>
  reply.code(status).headers(headers).send(body)

const encodingOf = ({ raw }: FastifyRequest) => chooseEncoding(wantedBy(raw).acceptEncoding) ?? 'identity'
