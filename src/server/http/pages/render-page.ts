import { randomBytes } from 'node:crypto'
import type { CspSources } from '#contract/plugin.ts'
import type { PageAnswer, PageRequest, Pages, Preview } from '#pages/answer.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
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
import { type CachedPage, cachedPage } from './cached-page.ts'
import type { Cacheable } from './page-cache.ts'
import { createSharedValues } from './shared-values.ts'

export type OpenApi<Api> = (visitor: Visitor, effects?: Effects) => Api

type Options<Api> = {
  openApi: OpenApi<Api>
  changes: Services['changes']
  mode: PageRequest<Api>['mode']
  headers: SecurityHeaders
  limit: WorkLimit
  isSecure: boolean
  storeUrl: string
}

type RenderRequest = {
  url: string
  isPayload: boolean
  encoding: Encoding
  /** Reads the sources that plugins add to the page's policy. */
  readSources: () => Promise<CspSources>
}

/** `channel`: the one of the request among all that are active. */
type InChannel = { channel: Channel; channels: ChannelSelection }

type PreviewRequest = RenderRequest & { preview: Preview }

/** Pages that are compressed at once with few bytes; further ones must be ready soon. */
const MOST_PACKED_WELL = 2

/** Renders a URL into a page ready to be sent, with its headers. */
export function createRenderer<Api>({
  openApi,
  changes,
  mode,
  headers,
  limit,
  isSecure,
  storeUrl,
}: Options<Api>) {
  // In development the code that makes them changes too.
  const shared = mode === 'development' ? undefined : createSharedValues({ openApi, changes })
  const render = (pages: Pages<Api>, isPayload: boolean, request: PageRequest<Api>) =>
    limit.run(() => (isPayload ? pages.payload(request) : pages.document(request)))
  /** With several channels, a page of one is no page for a browser that shows another: its amounts have no currency. */
  const placeOf = ({ channel, channels }: InChannel) =>
    channels.isSingle ? {} : { origin: originOfChannel(channel, { storeUrl }), variant: String(channel.id) }

  let packing = 0

  /** Compresses quickly while other pages wait for the same threads. */
  async function pack(page: Parameters<typeof cachedPage>[0], encoding: Encoding): Promise<CachedPage> {
    packing += 1
    try {
      return await cachedPage(page, encoding, { isQuick: packing > MOST_PACKED_WELL })
    } finally {
      packing -= 1
    }
  }

  return {
    /**
     * Renders a page for any number of visitors: only with the cookies that it names, and never for a bot, so that it
     * does not matter which request came first.
     *
     * @throws what rendering throws; 503 when too many pages are being rendered.
     */
    async forEveryone(
      pages: Pages<Api>,
      {
        url,
        isPayload,
        cookies,
        varies,
        channel,
        channels,
        encoding,
        readSources,
        isBootApart,
      }: RenderRequest &
        InChannel & { cookies: Record<string, string>; varies: readonly string[]; isBootApart: boolean },
    ): Promise<CachedPage> {
      // The policy depends on the active plugins.
      const tags = new Set(['plugins'])
      const sources = await readSources()
      let isComplete = true as boolean
      const effects = {
        onTag: (tag: string) => void tags.add(tag),
        onIncomplete: () => {
          isComplete = false
        },
        isForEveryone: true,
      }
      const api = openApi({ ...anonymousVisitor, cookies, channelId: channel.id }, effects)
      const share = shared && { share: shared(effects, channel.id) }
      const answer = await render(pages, isPayload, {
        ...{ url, api, cookies, isBot: false, mode, isBootApart, ...share },
        ...placeOf({ channel, channels }),
      })
      const { inlineScripts: scripts, inlineStyles: styles } = answer
      if (answer.isIncomplete) isComplete = false
      const vary = varies.length > 0 || channels.isByCookie ? 'accept-encoding, cookie' : 'accept-encoding'
      const keep = isComplete ? keepOf(answer) : 'never'
      const boot =
        answer.boot &&
        (await cachedBoot(answer.boot, { headers: { ...headers.data, vary }, tags, keep }, encoding))
      return pack(
        {
          status: answer.status,
          headers: {
            ...headersOf(answer, isPayload, () => headers.document({ scripts, styles }, sources)),
            vary,
            ...(!isComplete && { 'cache-control': 'no-store' }),
          },
          body: answer.body,
          tags,
          keep,
          ...(boot && { boot }),
        },
        encoding,
      )
    },

    /**
     * Renders a page for one visitor, sent once.
     *
     * @throws as `forEveryone`.
     */
    async forVisitor(
      pages: Pages<Api>,
      {
        url,
        isPayload,
        visitor,
        isBot,
        channel,
        channels,
        encoding,
        readSources,
      }: RenderRequest & InChannel & { visitor: Visitor; isBot: boolean },
    ): Promise<CachedPage> {
      const sources = await readSources()
      const nonce = randomBytes(16).toString('base64')
      const toSet: CookieToSet[] = []
      const api = openApi(visitor, { onCookie: (cookie) => void toSet.push(cookie) })
      const answer = await render(pages, isPayload, {
        url,
        api,
        cookies: visitor.cookies,
        isBot,
        nonce,
        mode,
        ...placeOf({ channel, channels }),
      })
      const cookies = toSet.map((cookie) => setCookieHeader(cookie, { isSecure }))
      return pack(
        {
          status: answer.status,
          headers: {
            ...headersOf(answer, isPayload, () => headers.document({ nonce }, sources)),
            vary: 'accept-encoding',
            'cache-control': 'private, no-store',
            ...(cookies.length > 0 && { 'set-cookie': cookies }),
          },
          body: answer.body,
          tags: new Set(),
          keep: 'never',
        },
        encoding,
      )
    },

    /**
     * Renders the draft of a page, for a guest and sent once: a frame in another site has no cookies, and a preview shows nothing of
     * an account. Security §24.
     *
     * @throws as `forEveryone`.
     */
    async forPreview(
      pages: Pages<Api>,
      { url, isPayload, encoding, readSources, preview }: PreviewRequest,
    ): Promise<CachedPage> {
      const sources = await readSources()
      const nonce = randomBytes(16).toString('base64')
      const api = openApi(anonymousVisitor, { previewPageId: preview.page_id })
      const answer = await render(pages, isPayload, {
        url,
        api,
        cookies: {},
        isBot: false,
        nonce,
        mode: 'preview',
        preview,
      })
      return pack(
        {
          status: answer.status,
          headers: {
            ...headersOf(answer, isPayload, () => headers.preview({ nonce }, sources, preview.host)),
            vary: 'accept-encoding',
            'cache-control': 'private, no-store',
          },
          body: answer.body,
          tags: new Set(),
          keep: 'never',
        },
        encoding,
      )
    },
  }

  function headersOf(answer: PageAnswer, isPayload: boolean, documentHeaders: () => Record<string, string>) {
    const isDocument = !isPayload && answer.body !== ''
    // The page's own header is stricter than the default.
    return { ...(isDocument ? documentHeaders() : headers.data), ...answer.headers }
  }
}

/** Failures are not cached: the next request may succeed. */
function keepOf({ status, isVisitor }: PageAnswer): Cacheable['keep'] {
  if (isVisitor) return 'never'
  if (status === 200) return 'long'
  return [301, 302, 303, 307, 308, 404, 410].includes(status) ? 'short' : 'never'
}
