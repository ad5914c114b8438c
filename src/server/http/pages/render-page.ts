import { randomBytes } from 'node:crypto'
import type { CspSources } from '#contract/plugin.ts'
import type { PageAnswer, Pages, Preview, RenderRequest } from '#pages/answer.ts'
import {
  anonymousVisitor,
  type CookieToSet,
  type Services,
  type Visitor,
} from '#server/platform/kernel/context.ts'
import type { Effects } from '#server/platform/kernel/pipeline.ts'
import { setCookieHeader } from '#server/platform/kernel/set-cookie.ts'
import type { WorkLimit } from '#server/platform/limits/work-limit.ts'
import { type ChannelSelection, originOfChannel } from '#server/shop/channels/channel-selection.ts'
import type { Encoding } from '../compress.ts'
import type { SecurityHeaders } from '../security-headers.ts'
import { cachedBoot } from './boot-data.ts'
import { type CachedPage, cachedPage, emptyHeads } from './cached-page.ts'
import type { Cacheable } from './page-cache.ts'
import type { PageRequest } from './page-request.ts'
import { createSharedValues } from './shared-values.ts'

export type OpenApi<Api> = (visitor: Visitor, effects?: Effects) => Api

type Options<Api> = {
  openApi: OpenApi<Api>
  changes: Services['changes']
  mode: RenderRequest<Api>['mode']
  headers: SecurityHeaders
  limit: WorkLimit
  isSecure: boolean
  storeUrl: string
}

type Rendering<Api> = {
  pages: Pages<Api>
  request: PageRequest
  /** All that are active. */
  channels: ChannelSelection
  encoding: Encoding
  /** Reads the sources that plugins add to the page's policy. */
  readSources: () => Promise<CspSources>
}

type ModeInput = {
  /** Any number of visitors: only the cookies that the page names, and never a bot. */
  everyone: {
    cookies: Record<string, string>
    varies: readonly string[]
    isBootApart: boolean
    /** The copy from before, which is used again when nothing of it has changed. */
    before?: CachedPage | undefined
  }
  visitor: { visitor: Visitor; isBot: boolean }
  /** A product that is not published, the draft of a page, for a guest because a frame in another site has no cookies, or of the appearance. Security §24. */
  preview: { preview: Preview; visitor: Visitor }
}

type ReplyHeaders = Record<string, string | string[]>

type Finished = { keep: Cacheable['keep']; headers: ReplyHeaders & { vary: string } }

/** What a mode decides about a rendering. */
type Opened<Api> = {
  page: RenderRequest<Api>
  /** The headers of a document, with its policy. */
  documentHeaders: (answer: PageAnswer, sources: CspSources) => Record<string, string>
  tags: ReadonlySet<string>
  /** After the rendering: whether the page is cached, and its own headers. */
  finish: (answer: PageAnswer) => Finished
}

type Modes<Api> = {
  [Mode in keyof ModeInput]: (rendering: Rendering<Api> & ModeInput[Mode]) => Opened<Api>
}

/** Pages that are compressed at once with few bytes; further ones must be ready soon. */
const MAX_PACKED_WELL = 2

/** Renders a URL into a page ready to be sent, with its headers. */
export function createRenderer<Api>(options: Options<Api>) {
  const { headers, limit } = options
  const modes = createModes(options)
  let packing = 0

  /** Compresses quickly while other pages wait for the same threads. */
  async function pack(page: Parameters<typeof cachedPage>[0], encoding: Encoding): Promise<CachedPage> {
    packing += 1
    try {
      return await cachedPage(page, encoding, { isQuick: packing > MAX_PACKED_WELL })
    } finally {
      packing -= 1
    }
  }

  /** @throws what rendering throws; 503 when too many pages are being rendered. */
  return async function render<Mode extends keyof ModeInput>(
    mode: Mode,
    rendering: Rendering<Api> & ModeInput[Mode],
  ): Promise<CachedPage> {
    const { pages, request, encoding, readSources } = rendering
    const sources = await readSources()
    const { page, documentHeaders, tags, finish } = modes[mode](rendering)
    const isDocument = request.kind === 'document'
    const before = 'before' in rendering ? rendering.before : undefined
    const policy = JSON.stringify(sources)
    const isKnown = (inputs: string) => before?.inputs === inputs + policy
    const answer = await limit.run(() =>
      isDocument ? pages.document({ ...page, isKnown }) : pages.payload({ ...page, build: request.build }),
    )
    const { status, body, inputs } = answer
    const { keep, headers: own } = finish(answer)
    const { vary } = own
    if (before && answer.isUnchanged) {
      if (keep === 'long' && vary === before.headers.vary) return { ...before, tags, heads: emptyHeads() }
      return render(mode, { ...rendering, before: undefined })
    }
    const boot =
      answer.boot &&
      (await cachedBoot(answer.boot, { headers: { ...headers.data, vary }, tags, keep }, encoding))
    const base = isDocument && body !== '' ? documentHeaders(answer, sources) : headers.data
    // The page's own headers are stricter than the default.
    const sent = { ...base, ...answer.headers, ...own }
    const made = { ...(boot && { boot }), ...(inputs !== undefined && { inputs: inputs + policy }) }
    return pack({ status, headers: sent, body, tags, keep, ...made }, encoding)
  }
}

function createModes<Api>(options: Options<Api>): Modes<Api> {
  const { openApi, changes, mode, headers, isSecure, storeUrl } = options
  // In development the code that makes them changes too.
  const shared = mode === 'development' ? undefined : createSharedValues({ openApi, changes })
  /** With several channels, a page of one is no page for a browser that shows another: its amounts have no currency. */
  const inChannel = ({ request: { channel }, channels }: Rendering<Api>) =>
    channels.isSingle ? {} : { origin: originOfChannel(channel, { storeUrl }), variant: String(channel.id) }
  const once = (more: ReplyHeaders = {}): Finished => ({
    keep: 'never',
    headers: { vary: 'accept-encoding', 'cache-control': 'private, no-store', ...more },
  })

  return {
    everyone(rendering) {
      const { request, channels, cookies, varies, isBootApart } = rendering
      // The policy depends on the active plugins.
      const tags = new Set(['plugins'])
      const made = { isComplete: true }
      const effects = {
        onTag: (tag: string) => void tags.add(tag),
        onIncomplete: () => {
          made.isComplete = false
        },
        isForEveryone: true,
      }
      const api = openApi({ ...anonymousVisitor, cookies, channelId: request.channel.id }, effects)
      const share = shared && { share: shared(effects, request.channel.id) }
      const vary = varies.length > 0 || channels.isByCookie ? 'accept-encoding, cookie' : 'accept-encoding'
      return {
        page: {
          url: request.url,
          api,
          cookies,
          isBot: false,
          mode,
          isBootApart,
          ...share,
          ...inChannel(rendering),
        },
        documentHeaders: ({ inlineScripts: scripts, inlineStyles: styles }, sources) =>
          headers.document({ scripts, styles }, sources),
        tags,
        finish(answer): Finished {
          if (made.isComplete && !answer.isIncomplete) return { keep: keepOf(answer), headers: { vary } }
          return { keep: 'never', headers: { vary, 'cache-control': 'no-store' } }
        },
      }
    },

    visitor(rendering) {
      const { request, visitor, isBot } = rendering
      const url = urlOf(request)
      const nonce = createNonce()
      const toSet: CookieToSet[] = []
      const api = openApi(visitor, { onCookie: (cookie) => void toSet.push(cookie) })
      return {
        page: { url, api, cookies: visitor.cookies, isBot, nonce, mode, ...inChannel(rendering) },
        documentHeaders: (_answer, sources) => headers.document({ nonce }, sources),
        tags: new Set(),
        finish() {
          const cookies = toSet.map((cookie) => setCookieHeader(cookie, { isSecure }))
          return once(cookies.length > 0 ? { 'set-cookie': cookies } : {})
        },
      }
    },

    preview({ request, preview, visitor }) {
      const { cookies } = visitor
      const nonce = createNonce()
      const api = openApi(visitor, effectsOf(preview))
      return {
        page: { url: urlOf(request), api, cookies, isBot: false, nonce, mode: 'preview', preview },
        documentHeaders: (_answer, sources) => headers.preview({ nonce }, sources, preview.host),
        tags: new Set(),
        finish: ({ headers: { location } }) =>
          once(location ? { location: inPreview(location, request) } : {}),
      }
    },
  }
}

/** What the calls of a preview read. */
const effectsOf = ({ page_id, product_id }: Preview): Effects =>
  product_id === undefined ? { previewPageId: page_id } : { previewProductId: product_id }

/** The page that a preview redirects to is part of it too. */
function inPreview(location: string, { preview = '' }: PageRequest): string {
  const next = new URL(location, 'http://shop')
  next.searchParams.set('preview', preview)
  return location.startsWith('/') ? next.pathname + next.search : location
}

const createNonce = () => randomBytes(16).toString('base64')

const urlOf = ({ pathname, search }: PageRequest) => pathname + search

/** Failures are not cached: the next request may succeed. */
function keepOf({ status, isVisitor }: PageAnswer): Cacheable['keep'] {
  if (isVisitor) return 'never'
  if (status === 200) return 'long'
  return [301, 302, 303, 307, 308, 404, 410].includes(status) ? 'short' : 'never'
}
