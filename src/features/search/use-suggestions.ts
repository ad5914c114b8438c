import { useLayoutEffect, useRef, useState } from 'react'
import { api } from '#client/api.ts'
import type { Found } from './suggestion-list.ts'

/** Debounce of fast typing; the first letter and slow typing send a request at once. */
const PAUSE_MS = 80
const KEPT = 50

const known = new Map<string, Found>()

/**
 * Suggestions for the typed text. An outdated request is aborted, earlier replies are cached, and the last
 * reply stays until the next one arrives.
 */
export function useSuggestions(typed: string): Found | undefined {
  const query = typed.trim()
  const [found, setFound] = useState<Found>()
  const typedAt = useRef(Number.NEGATIVE_INFINITY)
  // Starts the request before the letter is painted.
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
    const reply = await api.search.suggest({ query }, { silent: true, signal })
    if (reply.status === 'error') return undefined
    if (known.size >= KEPT) known.clear()
    known.set(query, reply.data)
    return reply.data
  } catch {
    // Aborted by the next letter.
    return undefined
  }
}
