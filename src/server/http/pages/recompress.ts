import { type Bodies, type Encoding, identityOf, packSmallest } from '../compress.ts'
import type { CachedPage } from './cached-page.ts'
import type { PageCache } from './page-cache.ts'

/** Hits after which a page counts as often requested. */
const HITS = 8
/** The pause after each page, as a multiple of the time that its compression took: at most a fifth of one core. */
const REST = 4

type Options = {
  cache: Pick<PageCache<CachedPage>, 'get' | 'updateSize'>
  /** Shortest pause between two pages, in milliseconds. */
  minRestMs?: number
}

/**
 * Compresses often requested pages again with brotli's highest quality, one at a time in zlib's own thread: 9 % fewer bytes for a
 * hundred times the work, which only pages that are sent many times repay. ADR 0024.
 */
export function createRecompressor({ cache, minRestMs = 200 }: Options) {
  /** By its bodies, which a page that is used again keeps. */
  const hits = new WeakMap<Bodies, number>()
  const waiting = new Map<string, CachedPage>()
  let isBusy = false

  async function work() {
    if (isBusy) return
    isBusy = true
    try {
      for (const [key, page] of waiting) {
        waiting.delete(key)
        const started = performance.now()
        await recompress(key, page)
        const pauseMs = Math.max(minRestMs, REST * (performance.now() - started))
        await new Promise<void>((resolve) => void setTimeout(resolve, pauseMs).unref())
      }
    } finally {
      isBusy = false
    }
  }

  async function recompress(key: string, page: CachedPage) {
    // It may have been dropped while it waited.
    if (cache.get(key) !== page) return
    for (const part of [page, page.boot?.page]) {
      if (!part || part.isPlain) continue
      const best = await packSmallest(await identityOf(part.bodies))
      if (cache.get(key) !== page) return
      replaceBody(part, 'br', best)
    }
    cache.updateSize(key, page)
  }

  return {
    /** Counts a hit of a cached page. */
    onHit(key: string, page: CachedPage) {
      if (page.isPlain || page.bodies.br === undefined) return
      const count = (hits.get(page.bodies) ?? 0) + 1
      hits.set(page.bodies, count)
      if (count !== HITS) return
      waiting.set(key, page)
      void work().catch(() => {})
    },
  }
}

function replaceBody(page: CachedPage, encoding: Encoding, body: Buffer) {
  page.bodies[encoding] = body
  // They contain the length of the body before.
  for (const heads of Object.values(page.heads)) delete heads[encoding]
}
