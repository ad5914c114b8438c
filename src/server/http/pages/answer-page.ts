import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CspSources } from '#contract/plugin.ts'
import type { Pages, Preview } from '#pages/answer.ts'
import { isBot } from '#pages/bots.ts'
import { WHOLE_SHOP } from '#server/content/pages/preview-token.ts'
import { anonymousVisitor, type Services, type Visitor } from '#server/platform/kernel/context.ts'
import type { ChannelSelection } from '#server/shop/channels/channel-selection.ts'
import { readCspSources } from '#server/shop/plugins/read-csp-sources.ts'
import { chooseEncoding, type Encoding } from '../compress.ts'
import type { Sharing } from '../sharing.ts'
import { bootOfVersion } from './boot-data.ts'
import { type CachedPage, readRequestHead } from './cached-page.ts'
import type { PageCache } from './page-cache.ts'
import { mayBeMember, type PageCheckState, type PageChecks } from './page-checks.ts'
import { asPayload, type PageRequest, readPageRequest } from './page-request.ts'
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
  render: ReturnType<typeof createRenderer<Api>>
  checks: PageChecks
  cookies: VaryingCookies
  cache: PageCache<CachedPage> | undefined
  share: Sharing
  readVisitor: (request: FastifyRequest) => Visitor | Promise<Visitor>
  findPreview: FindPreview
  onPage: (source: PageSource) => void
  /** Called with every page for everyone after it was sent. */
  onSent: (page: CachedPage, request: PageRequest) => void
}

type Match = NonNullable<ReturnType<Pages<unknown>['matches']>>

/** A request that passed the page checks; `state` is what they were decided by. */
type Checked<Api> = {
  request: PageRequest
  pages: Pages<Api>
  match: Match | undefined
  state: PageCheckState
  channels: ChannelSelection
  encoding: Encoding
  readSources: () => Promise<CspSources>
}

type Previewed<Api> = Checked<Api> & { preview: Preview }

/** Answers a page that cannot be sent at once: the page checks, then the page of one visitor, or of everyone. */
export function createPageAnswer<Api>(options: Options<Api>) {
  const { pages, services, render, checks, cookies, cache, share, readVisitor, findPreview } = options
  const { onPage, onSent } = options

  return async function answer(routed: FastifyRequest, reply: FastifyReply) {
    const state = await checks.read()
    const request = readPageRequest(routed.raw, state.channels)
    const preview = request.preview && (await findPreview(request.preview, request.pathname))
    const refusal = checks.refusalOf(request, state, { isPreview: Boolean(preview) })
    if (refusal) return sendBare(reply, refusal)
    const checked = await readChecked(request, state)
    if (preview) return answerPreview(routed, reply, { ...checked, preview })
    return checked.match?.visitor || (await isMember(routed, checked, readVisitor))
      ? answerForVisitor(routed, reply, checked)
      : answerForEveryone(routed, reply, checked)
  }

  async function readChecked(request: PageRequest, state: PageCheckState): Promise<Checked<Api>> {
    const current = await pages()
    const match = current.matches(request.pathname)
    const readSources = async () =>
      match && screensWithoutThirdParties.has(match.screen) ? {} : readCspSources(services)
    const encoding = chooseEncoding(readRequestHead(request.raw).acceptEncoding) ?? 'identity'
    return { request, pages: current, match, state, channels: state.channels, encoding, readSources }
  }

  async function answerPreview(routed: FastifyRequest, reply: FastifyReply, checked: Previewed<Api>) {
    // Their own cart is what staff look at in the whole shop.
    const visitor = checked.preview.page_id === WHOLE_SHOP ? await readVisitor(routed) : anonymousVisitor
    onPage('uncacheable')
    return sendPage(routed, reply, await render('preview', { ...checked, visitor }))
  }

  async function answerForVisitor(routed: FastifyRequest, reply: FastifyReply, checked: Checked<Api>) {
    const visitor = await readVisitor(routed)
    const rendered = await render('visitor', { ...checked, visitor, isBot: isBot(visitor.userAgent) })
    onPage('visitor')
    return sendPage(routed, reply, rendered)
  }

  async function answerForEveryone(routed: FastifyRequest, reply: FastifyReply, checked: Checked<Api>) {
    if (checked.request.kind === 'boot') return answerBoot(routed, reply, checked)
    const { page, cacheKey, source, shareIt } = await pageForEveryone(routed, checked)
    onPage(source)
    await sendPage(routed, reply, page, shareIt(page, checked.state))
    onSent(page, checked.request)
    cache?.updateSize(cacheKey, page)
  }

  /** Boot data is rendered and cached with its document. */
  async function answerBoot(routed: FastifyRequest, reply: FastifyReply, checked: Checked<Api>) {
    const { request, state, channels, encoding } = checked
    const document = await pageForEveryone(routed, { ...checked, request: { ...request, kind: 'document' } })
    const boot = await bootOfVersion(document.page, request, encoding)
    if (boot) return sendPage(routed, reply, boot, document.shareIt(boot, state))
    // Without such data it is a redirect, an error or of another build, which the browser learns from a payload.
    const payload = await pageForEveryone(routed, { ...checked, request: asPayload(request, channels) })
    return sendPage(routed, reply, payload.page, payload.shareIt(payload.page, state))
  }

  async function pageForEveryone(routed: FastifyRequest, checked: Checked<Api>) {
    const { request, match, state } = checked
    const varies = match?.varies ?? []
    const sent = cookies.read(routed, varies)
    const cacheKey = [request.key, ...Object.entries(sent).map((cookie) => cookie.join('='))].join('\n')
    const cached = cache?.get(cacheKey)
    if (cached) return { page: cached, cacheKey, source: 'hit' as const, shareIt: share }
    // After a change of the redirects or the store status, this may no longer be a page.
    const isCacheable = cache !== undefined && request.isCacheable && checks.now() === state
    const make = (before?: CachedPage) =>
      render('everyone', { ...checked, varies, cookies: sent, isBootApart: isCacheable, before })
    if (!isCacheable) return { page: await make(), cacheKey, source: 'uncacheable' as const, shareIt: share }
    const page = await cache.fill(cacheKey, make)
    // A page from before a change was dropped by the shared cache too, which would keep it again.
    const shareIt = cache.get(cacheKey) === page ? share : shareNothing
    return { page, cacheKey, source: 'miss' as const, shareIt }
  }
}

const shareNothing: Sharing = () => undefined

/** Whether prices of the customer's own may be on the page. */
async function isMember(
  routed: FastifyRequest,
  { request, state }: Pick<Checked<unknown>, 'request' | 'state'>,
  readVisitor: Options<unknown>['readVisitor'],
) {
  if (!mayBeMember(request, state)) return false
  const { customerId } = await readVisitor(routed)
  return customerId !== null && state.groupPrices.isMember(customerId, request.channel.id)
}
