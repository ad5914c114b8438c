import { Agent, get } from 'node:http'

export type RouteAnswer = {
  path: string
  status: number
  /** Milliseconds to the first byte, and to the last one unless the answer is left after its first part. */
  first: number
  last: number | undefined
}

/** Each file of the sitemap is requested once in so many rounds. */
export const fileRounds = 100

/**
 * Every kind of open address once; `round` makes the addresses of listings, products and searches new ones, so that none of
 * them is in the page cache.
 */
export function openPaths(round: number, products: number, sitemapFiles: readonly string[]): string[] {
  const product = (of: number) => 1 + ((round * 7_919 + of * 104_729) % products)
  const page = 2 + ((round * 31) % 400)
  return [
    ...['/', '/shop-online', `/shop-online?page=${page}`, `/shop-online?sort=price_asc&page=${page}`],
    ...[`/shop-online?availability=in_stock&page=${page}`, `/product-category/ceramics?page=${page}`],
    ...[`/shop-online/ceramics?sort=newest&page=${page}`, '/collections', `/search?query=mug&page=${page}`],
    ...[
      `/search?query=coastal%20lmap%20${product(1)}`,
      `/product/bench-${product(2)}`,
      `/product/bench-${product(3)}`,
    ],
    ...[
      '/blogs',
      `/blogs?page=${page}`,
      `/blogs?search=mug%20${page}`,
      `/blogs/bench-post-${1 + (product(4) % 2_000)}`,
      `/old/${product(5)}`,
    ],
    ...['/robots.txt', '/sitemap.xml', '/sitemap-pages.xml', '/feeds/google.xml', '/blogs/feed.xml'],
    ...sitemapFiles.filter((_, at) => at % fileRounds === round % fileRounds),
    ...[
      '/api/category/all',
      '/api/tag/all',
      '/api/storefront/all',
      '/api/storefront/initial-values',
      '/api/health',
    ],
    ...[
      `/api/search/search?query=terra%20${product(6) % 1_000}`,
      `/api/product/single-product/bench-${product(7)}`,
    ],
    `/api/product/single-product/bench-${product(8)}/related`,
  ]
}

/** The feed of the whole catalog is a stream of minutes: its beginning counts. */
const isStream = (path: string) => path === '/feeds/google.xml'

export function openShopper(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (path: string) =>
    new Promise<RouteAnswer>((resolve, reject) => {
      const began = performance.now()
      const sent = get(
        { agent, port, host: '127.0.0.1', path, headers: { 'accept-encoding': 'gzip' } },
        (response) => {
          const first = performance.now() - began
          const answer = { path, status: response.statusCode ?? 0, first }
          response.once('data', () => {
            if (!isStream(path)) return
            resolve({ ...answer, last: undefined })
            response.destroy()
          })
          response.on('data', () => {})
          response.on('end', () => resolve({ ...answer, last: performance.now() - began }))
        },
      )
      sent.on('error', reject)
    })
  return { ask, close: () => agent.destroy() }
}
