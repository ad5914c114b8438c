import { randomBytes } from 'node:crypto'
import type { PageAnswer, PageRequest, Pages } from '#pages/answer.ts'
import { type CachedPage, cachedPage } from './cached-page.ts'
import type { Encoding } from './compress.ts'
import { type CookieToSet, nobody, type Visitor } from './context.ts'
import type { Cacheable } from './page-cache.ts'
import type { Allowed, SecurityHeaders } from './security-headers.ts'
import type { Effects } from './serve.ts'
import { setCookieHeader } from './set-cookie.ts'
import type { WorkLimit } from './work-limit.ts'

export type OpenApi<Api> = (visitor: Visitor, effects?: Effects) => Api

type Options<Api> = {
  openApi: OpenApi<Api>
  mode: PageRequest<Api>['mode']
  headers: SecurityHeaders
  limit: WorkLimit
  isSecure: boolean
}

type Asked = { url: string; isPayload: boolean; encoding: Encoding }

/** Turns an address into a page ready to be sent, with the headers that belong to it. */
export function createRenderer<Api>({ openApi, mode, headers, limit, isSecure }: Options<Api>) {
  const render = (pages: Pages<Api>, isPayload: boolean, request: PageRequest<Api>) =>
    limit.run(() => (isPayload ? pages.payload(request) : pages.document(request)))

  return {
    /**
     * A page that any number of visitors are given: nobody's cookies but the ones it names, and never a bot's, so that
     * it does not matter who asked first.
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
        encoding,
      }: Asked & { cookies: Record<string, string>; varies: readonly string[] },
    ): Promise<CachedPage> {
      const tags = new Set<string>()
      const api = openApi(
        { ...nobody, cookies },
        {
          onTag: (tag) => tags.add(tag),
          isForEveryone: true,
        },
      )
      const answer = await render(pages, isPayload, { url, api, cookies, isBot: false, mode })
      const { inlineScripts: scripts, inlineStyles: styles } = answer
      return cachedPage(
        {
          status: answer.status,
          headers: {
            ...headersOf(answer, isPayload, { scripts, styles }),
            vary: varies.length > 0 ? 'accept-encoding, cookie' : 'accept-encoding',
          },
          body: answer.body,
          tags,
          keep: keepOf(answer),
        },
        encoding,
      )
    },

    /**
     * A page of one visitor, sent once.
     *
     * @throws as `forEveryone`.
     */
    async forVisitor(
      pages: Pages<Api>,
      { url, isPayload, visitor, isBot, encoding }: Asked & { visitor: Visitor; isBot: boolean },
    ): Promise<CachedPage> {
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
      })
      const cookies = toSet.map((cookie) => setCookieHeader(cookie, { isSecure }))
      return cachedPage(
        {
          status: answer.status,
          headers: {
            ...headersOf(answer, isPayload, { nonce }),
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
  }

  function headersOf(answer: PageAnswer, isPayload: boolean, allowed: Allowed) {
    const isDocument = !isPayload && answer.body !== ''
    // What the page says of itself is stricter than what is said of all.
    return { ...(isDocument ? headers.document(allowed) : headers.data), ...answer.headers }
  }
}

/** Failures are not kept: the next one to ask may find it mended. */
function keepOf({ status, isVisitor }: PageAnswer): Cacheable['keep'] {
  if (isVisitor) return 'never'
  if (status === 200) return 'long'
  return [301, 302, 303, 307, 308, 404, 410].includes(status) ? 'short' : 'never'
}
