import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CspSources } from '#contract/plugin.ts'
import type { Pages, Preview } from '#pages/answer.ts'
import { isBot } from '#pages/bots.ts'
import { isPayloadPath, parsePayloadPath } from '#pages/payload-path.ts'
import type { Services, Visitor } from '#server/platform/kernel/context.ts'
import { channelOfRequest } from '#server/shop/channels/channel-selection.ts'
import { readCspSources } from '#server/shop/plugins/read-csp-sources.ts'
import { chooseEncoding } from '../compress.ts'
import { bootOfVersion } from './boot-data.ts'
import { type CachedPage, readRequestHead } from './cached-page.ts'
import type { PageCache } from './page-cache.ts'
import { channelKey, pageKeyOf } from './page-cache-key.ts'
import type { PageCheckState, PageChecks } from './page-checks.ts'
import { splitUrl } from './page-url.ts'
import type { createRenderer } from './render-page.ts'
import { sendBare, sendPage } from './send-page.ts'
import type { VaryingCookies } from './varying-cookies.ts'

/** Nothing of a third party is loaded where customers enter payment details. Security §13. */
const screensWithoutThirdParties: ReadonlySet<string> = new Set(['checkoutPayment'])

/** How a page was answered, for metrics. */
export type PageSource = 'hit' | 'miss' | 'uncacheable' | 'visitor'

/** The preview that a token opens at a path. */
export type FindPreview = (token: string, path: string) => Promise<Preview | undefined>

type Options<Api> = {
  /** Called for every rendered page: in development the pages change. */
  pages: () => Pages<Api> | Promise<Pages<Api>>
  services: Pick<Services, 'log' | 'plugins'>
  renderer: ReturnType<typeof createRenderer<Api>>
  checks: PageChecks
  cookies: VaryingCookies
  cache: PageCache<CachedPage> | undefined
  readVisitor: (request: FastifyRequest) => Visitor | Promise<Visitor>
  findPreview: FindPreview
  onPage: (source: PageSource) => void
  /** Called with every page for everyone after it was sent. */
  onSent: (page: CachedPage, request: FastifyRequest['raw']) => void
}

type Match = NonNullable<ReturnType<Pages<unknown>['matches']>>

/** A request that passed the page checks; `state` is what they were decided by. */
type Asked<Api> = {
  pages: Pages<Api>
  match: Match | undefined
  preview: Preview | undefined
  url: string
  isPayload: boolean
  state: PageCheckState
  readSources: () => Promise<CspSources>
}

/** Answers a page that cannot be sent at once: the page checks, then the page of one visitor, or of everyone. */
export function createPageAnswer<Api>(options: Options<Api>) {
  const { pages, services, renderer, checks, cookies, cache, readVisitor, findPreview } = options
  const { onPage, onSent } = options

  return async function answer(request: FastifyRequest, reply: FastifyReply) {
    const state = await checks.read()
    const url = request.raw.url ?? '/'
    const preview = await findPreviewAt(pageOf(url))
    const refusal = checks.refusalOf(request.raw, state, { isPreview: preview !== undefined })
    if (refusal) return sendBare(reply, refusal)
    const asked = await readAsked(url, { state, preview })
    if (asked.preview) return answerPreview(request, reply, { ...asked, preview: asked.preview })
    return asked.match?.visitor
      ? answerForVisitor(request, reply, asked)
      : answerForEveryone(request, reply, asked)
  }

  async function findPreviewAt({ pathname, search }: { pathname: string; search: string }) {
    const token = search.includes('preview=') && new URLSearchParams(search).get('preview')
    return token ? findPreview(token, pathname) : undefined
  }

  async function readAsked(url: string, decided: Pick<Asked<Api>, 'state' | 'preview'>): Promise<Asked<Api>> {
    const isPayload = isPayloadPath(splitUrl(url).pathname)
    const current = await pages()
    const match = current.matches(pageOf(url).pathname)
    const readSources = async () =>
      match && screensWithoutThirdParties.has(match.screen) ? {} : readCspSources(services)
    return { ...decided, pages: current, match, url, isPayload, readSources }
  }

  async function answerPreview(
    request: FastifyRequest,
    reply: FastifyReply,
    { pages, url, isPayload, preview, readSources }: Asked<Api> & { preview: Preview },
  ) {
    const encoding = encodingOf(request)
    const rendered = await renderer.forPreview(pages, { url, isPayload, preview, encoding, readSources })
    onPage('uncacheable')
    return sendPage(request, reply, rendered)
  }

  async function answerForVisitor(
    request: FastifyRequest,
    reply: FastifyReply,
    { pages, url, isPayload, state: { channels }, readSources }: Asked<Api>,
  ) {
    const visitor = await readVisitor(request)
    const rendered = await renderer.forVisitor(pages, {
      url,
      isPayload,
      visitor,
      channels,
      channel: channelOfRequest(channels, request.raw),
      isBot: isBot(visitor.userAgent),
      encoding: encodingOf(request),
      readSources,
    })
    onPage('visitor')
    return sendPage(request, reply, rendered)
  }

  async function answerForEveryone(request: FastifyRequest, reply: FastifyReply, asked: Asked<Api>) {
    const { build, version } = asked.isPayload ? parsePayloadPath(asked.url) : {}
    if (build !== undefined && version !== undefined)
      return answerBoot(request, reply, { ...asked, build, version })
    const { page, cacheKey, source } = await pageForEveryone(request, asked)
    onPage(source)
    await sendPage(request, reply, page)
    onSent(page, request.raw)
    cache?.updateSize(cacheKey, page)
  }

  /** Boot data is rendered and kept with its document. */
  async function answerBoot(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: Asked<Api> & { build: string; version: string },
  ) {
    const { url } = parsePayloadPath(asked.url)
    const { page } = await pageForEveryone(request, { ...asked, url, isPayload: false })
    const boot = await bootOfVersion(page, asked, encodingOf(request))
    // Without such data it is a redirect, an error or of another build, which the browser learns from a payload.
    const { build, version } = asked
    const payloadUrl = asked.url.replace(`${build}~${version}`, build)
    return sendPage(
      request,
      reply,
      boot ?? (await pageForEveryone(request, { ...asked, url: payloadUrl })).page,
    )
  }

  async function pageForEveryone(
    request: FastifyRequest,
    { pages, match, url, isPayload, state, readSources }: Asked<Api>,
  ) {
    const key = pageKeyOf(url, { isPayload })
    const varies = match?.varies ?? []
    const sent = cookies.read(request, varies)
    const { channels } = state
    const cacheKey = [
      key.url + channelKey(channels, request.raw),
      ...Object.entries(sent).map((cookie) => cookie.join('=')),
    ].join('\n')
    const kept = cache?.get(cacheKey)
    if (kept) return { page: kept, cacheKey, source: 'hit' as const }
    // After a change of the redirects or the store status, this may no longer be a page.
    const isKeepable = cache !== undefined && key.isKeepable && checks.now() === state
    const render = () =>
      renderer.forEveryone(pages, {
        url: key.url,
        isPayload,
        cookies: sent,
        varies,
        channels,
        channel: channelOfRequest(channels, request.raw),
        encoding: encodingOf(request),
        readSources,
        isBootApart: isKeepable,
      })
    const page = await (isKeepable ? cache.fill(cacheKey, render) : render())
    return { page, cacheKey, source: isKeepable ? ('miss' as const) : ('uncacheable' as const) }
  }
}

/** Path and query of the requested page, also when its data alone is requested. */
const pageOf = (url: string) =>
  splitUrl(isPayloadPath(splitUrl(url).pathname) ? parsePayloadPath(url).url : url)

const encodingOf = ({ raw }: FastifyRequest) =>
  chooseEncoding(readRequestHead(raw).acceptEncoding) ?? 'identity'
