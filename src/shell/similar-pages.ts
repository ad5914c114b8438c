import type { Api } from '#contract/client.ts'
import { type Card, toCard } from '#features/card/card.ts'
import { loadBestSellers } from '#features/product/load-best-sellers.ts'

/** Pages that a visitor of a missing URL may have meant. */
export type SimilarPages = { links: { name: string; url: string }[]; cards: Card[]; best: Card[] }

const MAX_CARDS = 4

/**
 * Searches for the words of a missing URL's last part: products, and categories as links. None for the names of files,
 * which only programs ask for.
 */
export async function loadSimilarPages({ api, url }: { api: Api; url: URL }): Promise<SimilarPages> {
  const query = wordsOf(url.pathname)
  if (query === '') return { links: [], cards: [], best: [] }
  const [reply, best] = await Promise.all([api.search.suggest({ query }), loadBestSellers(api)])
  if (reply.status !== 'success') return { links: [], cards: [], best }
  const { products, categories } = reply.data
  return {
    links: categories.map(({ name, slug }) => ({ name, url: `/product-category/${slug}` })),
    cards: products.slice(0, MAX_CARDS).map(toCard),
    best: products.length > 0 ? [] : best,
  }
}

function wordsOf(pathname: string) {
  const last = pathname.split('/').filter(Boolean).at(-1) ?? ''
  if (last.includes('.')) return ''
  try {
    return decodeURIComponent(last)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .slice(0, 80)
  } catch {
    return ''
  }
}
