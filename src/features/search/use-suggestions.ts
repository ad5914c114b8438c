import { useEffect, useState } from 'react'
import { catalogueApi } from '#client/catalogue-api.ts'
import type { Found } from './suggestion-list.ts'

/** As short as typing allows: the answer must be there before the eye is. */
const DEBOUNCE_MS = 80
const KEPT = 50

const known = new Map<string, Found>()

/**
 * What the shop suggests for what is typed. An answer that has been overtaken is dropped, and its call called off; what was asked
 * before is there at once. Until the next answer comes, the last one stays.
 */
export function useSuggestions(typed: string): Found | undefined {
  const query = typed.trim()
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    if (!query) return setFound(undefined)
    const cached = known.get(query)
    if (cached) return setFound(cached)
    const asked = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await ask(query, asked.signal)
      if (answer && !asked.signal.aborted) setFound(answer)
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [query])
  return query ? found : undefined
}

async function ask(query: string, signal: AbortSignal): Promise<Found | undefined> {
  try {
    const reply = await catalogueApi.search.suggest({ query }, { silent: true, signal })
    if (reply.status === 'error') return undefined
    if (known.size >= KEPT) known.clear()
    known.set(query, reply.data)
    return reply.data
  } catch {
    // Called off by the next letter.
    return undefined
  }
}
