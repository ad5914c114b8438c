import type { Page, Payload } from './page.ts'

type Source = { build: string; take: (url: URL, signal: AbortSignal) => Promise<Payload> }

let source: Source | undefined

/** The runtime registers the source of pages' data when it starts. */
export const readPagesFrom = (from: Source) => {
  source = from
}

/** Whether `readPage` can work: not before the runtime has started. */
export const canReadPages = () => source !== undefined

/**
 * The data of a page without navigating to it, such as a list's next page, or the product behind a card. Uses
 * the link's prefetched data. Undefined where only a page load helps: another build, a redirect, an error, no
 * network.
 */
export async function readPage(
  href: string,
  signal = new AbortController().signal,
): Promise<Page | undefined> {
  if (!source) return undefined
  const { build, take } = source
  try {
    const payload = await take(new URL(href, location.href), signal)
    if ('other_build' in payload || 'redirect' in payload || payload.build_id !== build || payload.error)
      return undefined
    return payload
  } catch {
    return undefined
  }
}
