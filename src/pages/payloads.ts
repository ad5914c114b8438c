import type { Page, Payload } from './page.ts'
import { payloadPath } from './payload-path.ts'

const KEEP_MS = 30_000

/** Asks the server for pages' data. What was asked for ahead of time is handed out once, while it is fresh. */
export function createPayloads(build: string) {
  const ahead = new Map<string, Promise<Payload>>()

  async function ask(url: URL, signal?: AbortSignal): Promise<Payload> {
    const response = await fetch(payloadPath(url, build), { signal })
    const payload: Payload = await response.json()
    // An error's answer may be JSON too, but of the API's shape.
    if (!payload.build_id) throw new Error('No page')
    return payload
  }

  return {
    has: (url: URL) => ahead.has(keyOf(url)),

    /** Never rejects: whether it worked shows when the page is wanted. */
    async askAhead(url: URL) {
      const key = keyOf(url)
      const asked = ask(url)
      const forget = () => ahead.get(key) === asked && ahead.delete(key)
      ahead.set(key, asked)
      await asked.then(() => setTimeout(forget, KEEP_MS), forget)
    },

    /** A page that was asked for ahead, and stays to be taken. Never rejects. */
    async peek(url: URL): Promise<Page | undefined> {
      const payload = await ahead.get(keyOf(url))?.catch(() => undefined)
      return payload && 'screen' in payload ? payload : undefined
    },

    /** @throws when the server cannot be reached or gives no page. */
    take(url: URL, signal: AbortSignal) {
      const key = keyOf(url)
      const asked = ahead.get(key)
      ahead.delete(key)
      return asked ?? ask(url, signal)
    },
  }
}

export type Payloads = ReturnType<typeof createPayloads>

const keyOf = (url: URL) => url.pathname + url.search
