import type { IncomingMessage, ServerResponse } from 'node:http'
import { isPayloadPath, parsePayloadPath } from '#pages/payload-path.ts'
import { type CachedPage, isCompressed, readRequestHead, sendIfCompressed } from './cached-page.ts'
import type { PageCache } from './page-cache.ts'
import { channelKey, pageKeyOf } from './page-cache-key.ts'
import type { PageChecks } from './page-checks.ts'
import { splitUrl } from './page-url.ts'
import { sendBareRaw } from './send-page.ts'
import type { VaryingCookies } from './varying-cookies.ts'

type Options = {
  cache: PageCache<CachedPage>
  checks: PageChecks
  cookies: VaryingCookies
  /** Called when a cached page is sent. */
  onHit: (hit: { key: string; page: CachedPage; request: IncomingMessage }) => void
}

/**
 * Sends a cached page, or the reply of a page check, without waiting. The function returns false, with nothing sent,
 * when the page must be rendered or compressed.
 */
export const createCachedSender =
  ({ cache, checks, cookies, onHit }: Options) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const state = checks.now()
    if (!state) return false
    const asked = keyOf(request.url ?? '/', channelKey(state.channels, request))
    const kept = asked && cache.get(asked.key)
    const page = asked?.version === undefined ? kept : bootOf(kept, asked)
    if (!asked || !page) return false
    const requestHead = readRequestHead(request)
    // With such a cookie another variant of the page may be meant.
    if (cookies.mayVary(requestHead) || !isCompressed(requestHead, page)) return false
    const refusal = checks.refusalOf(request, state)
    if (refusal) sendBareRaw(request, response, refusal)
    else {
      sendIfCompressed(requestHead, response, page)
      // The document was counted.
      if (asked.version === undefined) onHit({ key: asked.key, page, request })
    }
    return true
  }

type Asked = { key: string; build?: string; version?: string }

/** Undefined for what may be a preview, which the route decides. Boot data is kept with its document. */
function keyOf(url: string, suffix: string): Asked | undefined {
  if (!url.includes('?')) return { key: url + suffix }
  if (url.includes('preview=')) return undefined
  const isPayload = isPayloadPath(splitUrl(url).pathname)
  const { url: document, build, version } = isPayload ? parsePayloadPath(url) : { url }
  if (version === undefined) return { key: pageKeyOf(url, { isPayload }).url + suffix }
  return { key: pageKeyOf(document, { isPayload: false }).url + suffix, build, version }
}

const bootOf = (document: CachedPage | undefined, { build, version }: Asked) =>
  document?.boot?.build === build && document?.boot?.version === version ? document?.boot?.page : undefined
