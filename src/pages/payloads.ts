import type { Page, Payload } from './page.ts'
import { pathOf } from './path-of.ts'
import { payloadPath } from './payload-path.ts'

const KEEP_MS = 30_000

/** Requests pages' data from the server. Prefetched data is used once, while it is fresh. */
export function createPayloads(build: string) {
  const ahead = new Map<string, Promise<Payload>>()

  async function ask(url: URL, signal?: AbortSignal): Promise<Payload> {
    const response = await fetch(payloadPath(url, build), { signal })
    const payload: Payload = await response.json()
    // An error's reply is JSON too, but of the API's shape.
    if (!payload.build_id) throw new Error('No page')
    return payload
  }

  return {
    has: (url: URL) => ahead.has(pathOf(url)),

    /** Never rejects: a failure shows when the page is opened. */
    async askAhead(url: URL) {
      const key = pathOf(url)
      const asked = ask(url)
      const forget = () => ahead.get(key) === asked && ahead.delete(key)
      ahead.set(key, asked)
      await asked.then(() => setTimeout(forget, KEEP_MS), forget)
    },

    /** A prefetched page, which stays available. Never rejects. */
    async peek(url: URL): Promise<Page | undefined> {
      const payload = await ahead.get(pathOf(url))?.catch(() => undefined)
      return payload && 'screen' in payload ? payload : undefined
    },

    /** @throws when the server is unreachable or the reply contains no page. */
    take(url: URL, signal: AbortSignal) {
      const key = pathOf(url)
      const asked = ahead.get(key)
      ahead.delete(key)
      return asked ?? ask(url, signal)
    },
  }
}

export type Payloads = ReturnType<typeof createPayloads>
