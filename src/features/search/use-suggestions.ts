import { useLayoutEffect, useRef, useState } from 'react'
import { catalogueApi } from '#client/catalogue-api.ts'
import type { Found } from './suggestion-list.ts'

/** Letters that follow one another faster are one question; the first of them, and whoever types slower, does not wait. */
const PAUSE_MS = 80
const KEPT = 50

const known = new Map<string, Found>()

/**
 * What the shop suggests for what is typed. An answer that has been overtaken is dropped, and its call called off; what was asked
 * before is there at once. Until the next answer comes, the last one stays.
 */
export function useSuggestions(typed: string): Found | undefined {
  const query = typed.trim()
  const [found, setFound] = useState<Found>()
  const typedAt = useRef(Number.NEGATIVE_INFINITY)
  // The question is on its way before the letter is drawn.
  useLayoutEffect(() => {
    const waits = performance.now() - typedAt.current < PAUSE_MS
    typedAt.current = performance.now()
    if (!query) return setFound(undefined)
    const cached = known.get(query)
    if (cached) return setFound(cached)
    const asked = new AbortController()
    const show = async () => {
      const answer = await ask(query, asked.signal)
      if (answer && !asked.signal.aborted) setFound(answer)
    }
    const timer = waits ? setTimeout(show, PAUSE_MS) : void show()
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
