import type { IncomingMessage } from 'node:http'
import { isBot } from '#pages/bots.ts'
import { isPayloadPath, parsePayloadPath } from '#pages/payload-path.ts'
import { missedSearchTag } from '#server/catalog/search-tuning/read-tuning.ts'
import type { CachedPage } from './cached-page.ts'
import { splitUrl } from './page-url.ts'

/**
 * Reports the text of a sent search page without results, also of a cached one; not to a bot. The reply of the search
 * carries the tag, so that other pages cost one look into their tags.
 */
export const watchMissedSearches =
  (onMissedSearch: (typed: string) => void) =>
  (page: Pick<CachedPage, 'tags'>, { method, url = '/', headers }: IncomingMessage): void => {
    if (!page.tags.has(missedSearchTag) || method !== 'GET' || isBot(headers['user-agent'] ?? '')) return
    const { search } = splitUrl(isPayloadPath(splitUrl(url).pathname) ? parsePayloadPath(url).url : url)
    const typed = new URLSearchParams(search).get('query')
    if (typed) onMissedSearch(typed)
  }
