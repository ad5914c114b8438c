import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Sharing } from '../sharing.ts'
import { type CachedPage, isCompressed, readRequestHead, sendIfCompressed } from './cached-page.ts'
import type { PageCache } from './page-cache.ts'
import { mayBeMember, type PageChecks } from './page-checks.ts'
import { type PageRequest, readPageRequest } from './page-request.ts'
import { sendBareRaw } from './send-page.ts'
import type { VaryingCookies } from './varying-cookies.ts'

type Options = {
  cache: PageCache<CachedPage>
  checks: PageChecks
  cookies: VaryingCookies
  share: Sharing
  /** Called when a cached page is sent. */
  onHit: (page: CachedPage, request: PageRequest) => void
}

/**
 * Sends a cached page, or the reply of a page check, without waiting. The function returns false, with nothing sent,
 * when the page must be rendered or compressed.
 */
export const createCachedSender =
  ({ cache, checks, cookies, share, onHit }: Options) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const state = checks.now()
    if (!state) return false
    const requested = readPageRequest(request, state.channels)
    // The route decides whether it is a preview.
    const page = requested.preview === undefined ? findPage(cache, requested) : undefined
    if (!page) return false
    const requestHead = readRequestHead(request)
    // With such a cookie another variant of the page may be meant, or the page of one customer.
    if (cookies.mayVary(requestHead) || mayBeMember(requested, state)) return false
    if (!isCompressed(requestHead, page)) return false
    const refusal = checks.refusalOf(requested, state)
    if (refusal) sendBareRaw(request, response, refusal)
    else {
      sendIfCompressed(requestHead, response, page, share(page, state))
      // The document was counted.
      if (requested.kind !== 'boot') onHit(page, requested)
    }
    return true
  }

function findPage(cache: PageCache<CachedPage>, { key, kind, build, version }: PageRequest) {
  const page = cache.get(key)
  if (kind !== 'boot') return page
  return page?.boot?.build === build && page.boot.version === version ? page.boot.page : undefined
}
