import { isBot } from '#pages/bots.ts'
import { missedSearchTag } from '#server/catalog/search-tuning/read-tuning.ts'
import type { CachedPage } from './cached-page.ts'
import type { PageRequest } from './page-request.ts'

/**
 * Reports the text of a sent search page without results, also of a cached one; not to a bot. The reply of the search
 * carries the tag, so that other pages cost one look into their tags.
 */
export const watchMissedSearches =
  (onMissedSearch: (typed: string) => void) =>
  (page: Pick<CachedPage, 'tags'>, { raw, search }: PageRequest): void => {
    if (!page.tags.has(missedSearchTag) || raw.method !== 'GET' || isBot(raw.headers['user-agent'] ?? ''))
      return
    const typed = new URLSearchParams(search).get('query')
    if (typed) onMissedSearch(typed)
  }
