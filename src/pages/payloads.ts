import type { Page, Payload } from './page.ts'
import { pathOf } from './page.ts'
import { payloadPath } from './payload-path.ts'

const KEEP_MS = 30_000

/** Requests pages' data from the server. Prefetched data is used once, while it is fresh. */
export function createPayloads(build: string) {
  const prefetched = new Map<string, Promise<Payload>>()

  async function ask(url: URL, signal?: AbortSignal): Promise<Payload> {
    const response = await fetch(payloadPath(url, build), { signal })
    const payload: Payload = await response.json()
    // An error's reply is JSON too, but of the API's shape.
    if (!payload.build_id) throw new Error('No page')
    return payload
  }

  return {
    has: (url: URL) => prefetched.has(pathOf(url)),

    /** Never rejects: a failure shows when the page is opened. */
    async prefetch(url: URL) {
      const key = pathOf(url)
      const requested = ask(url)
      const forget = () => prefetched.get(key) === requested && prefetched.delete(key)
      prefetched.set(key, requested)
      await requested.then(() => setTimeout(forget, KEEP_MS), forget)
    },

    /** A prefetched page, which stays available. Never rejects. */
    async peek(url: URL): Promise<Page | undefined> {
      const payload = await prefetched.get(pathOf(url))?.catch(() => undefined)
      return payload && 'screen' in payload ? payload : undefined
    },

    /** @throws when the server is unreachable or the reply contains no page. */
    take(url: URL, signal: AbortSignal) {
      const key = pathOf(url)
      const requested = prefetched.get(key)
      prefetched.delete(key)
      return requested ?? ask(url, signal)
    },
  }
}

export type Payloads = ReturnType<typeof createPayloads>
