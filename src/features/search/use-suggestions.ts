import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { api } from '#client/api.ts'
import type { Found } from './suggestion-list.ts'

/** Debounce of fast typing; the first letter and slow typing send a request at once. */
const PAUSE_MS = 80
const KEPT = 50

const known = new Map<string, Found>()
/** The request that began with the key, before the field had its letter. */
let early: { query: string; reply: Promise<Found | undefined>; abort: () => void } | undefined

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
    const controller = new AbortController()
    const show = async () => {
      const answer = await (takeEarly(query, controller.signal) ?? ask(query, controller.signal))
      if (answer && !controller.signal.aborted) setFound(answer)
    }
    const timer = waits ? setTimeout(show, PAUSE_MS) : void show()
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query])
  return query ? found : undefined
}

/**
 * Requests the suggestions for a letter when its key is pressed: the browser's own work on the field and React's rendering come
 * before the effect of `useSuggestions`.
 */
export function useEarlySuggestions(field: HTMLInputElement) {
  useEffect(() => {
    let pressedAt = Number.NEGATIVE_INFINITY
    const request = (event: InputEvent) => {
      const waits = event.timeStamp - pressedAt < PAUSE_MS
      pressedAt = event.timeStamp
      early?.abort()
      early = undefined
      const query = textAfter(field, event)?.trim()
      if (waits || !query || known.has(query)) return
      const controller = new AbortController()
      early = { query, reply: ask(query, controller.signal), abort: () => controller.abort() }
    }
    field.addEventListener('beforeinput', request)
    return () => field.removeEventListener('beforeinput', request)
  }, [field])
}

/** The text of the field after the event; undefined where that is not simply one more letter. */
function textAfter(
  { value, selectionStart, selectionEnd }: HTMLInputElement,
  { inputType, data }: InputEvent,
) {
  if (!data) return undefined
  // An on-screen keyboard composes a word and sends all of it with each letter.
  if (inputType === 'insertCompositionText') return data.startsWith(value) ? data : undefined
  if (inputType !== 'insertText' || selectionStart === null || selectionEnd === null) return undefined
  return value.slice(0, selectionStart) + data + value.slice(selectionEnd)
}

function takeEarly(query: string, signal: AbortSignal) {
  if (early?.query !== query) return undefined
  const { reply, abort } = early
  early = undefined
  signal.addEventListener('abort', abort)
  return reply
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
