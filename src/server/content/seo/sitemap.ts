import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { postUrl, readPostRuns, readPostSlugs } from '../blog/visible-posts.ts'
import type { Addresses } from './addresses.ts'
import { batchesByKey } from './by-key.ts'
import { readPagePaths, readSitemapProducts, type SitemapProduct } from './read-sitemap-rows.ts'
import { element, parent, XML_HEAD } from './xml.ts'

export type SitemapSource = {
  services: Pick<Services, 'db' | 'changes' | 'catalogIndex'>
  channel: Channel
  addresses: Addresses
  /**
   * sitemaps.org allows 50,000 URLs and 50 MB per file; with ten images each, the size limit applies first. A file is made while
   * a crawler waits, and again after each change, so that it has as many as are read in a few hundredths of a second. ADR 0053.
   */
  urlsPerFile: number
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const PICTURES = 'http://www.google.com/schemas/sitemap-image/1.1'

/** The shop's sitemap in one file, or a sitemap index when it would be too large. */
export async function* sitemap(source: SitemapSource): AsyncGenerator<string> {
  const { services, channel, addresses, urlsPerFile } = source
  const [paths, posts, products] = await Promise.all([
    readPagePaths(services, channel),
    readPostRuns(services.db, urlsPerFile),
    services.catalogIndex.idRuns({ channelId: channel.id, productsPerRun: urlsPerFile }),
  ])
  if (paths.length + posts.total + products.total <= urlsPerFile)
    return yield* urlSet(pagesOf(source, paths), postsFrom(source, 1), productsFrom(source, 1))
  const files = ['pages', ...posts.firstIds.map((id) => `posts-${id}`), ...products.firstIds]
  yield indexOf(files.map((name) => addresses.at(`/sitemap-${name}.xml`)))
}

/** The file of all pages except products and posts. */
export async function* sitemapOfPages(source: SitemapSource): AsyncGenerator<string> {
  yield* urlSet(pagesOf(source, await readPagePaths(source.services, source.channel)))
}

/**
 * A file of products, named by its first id. The name stays valid when earlier products change; at worst two
 * files list the same product.
 */
export const sitemapOfProducts = (source: SitemapSource, from: number) => urlSet(productsFrom(source, from))

/** A file of posts, named by its first id in the same way. */
export const sitemapOfPosts = (source: SitemapSource, from: number) => urlSet(postsFrom(source, from))

const indexOf = (files: string[]) =>
  `${XML_HEAD}<sitemapindex xmlns="${NAMESPACE}">${files.map((file) => parent('sitemap', element('loc', file))).join('\n')}</sitemapindex>\n`

async function* urlSet(...parts: (AsyncIterable<string> | Iterable<string>)[]) {
  yield `${XML_HEAD}<urlset xmlns="${NAMESPACE}" xmlns:image="${PICTURES}">\n`
  for (const part of parts) yield* part
  yield '</urlset>\n'
}

const pagesOf = ({ addresses }: Pick<SitemapSource, 'addresses'>, paths: string[]) =>
  paths.map((path) => `${parent('url', element('loc', addresses.at(path)))}\n`)

async function* postsFrom({ services: { db }, addresses, urlsPerFile }: SitemapSource, from: number) {
  const readAfter = (id: number, size: number) => readPostSlugs(db, id, size)
  for await (const batch of batchesByKey(readAfter, { from, most: urlsPerFile }))
    yield pagesOf(
      { addresses },
      batch.map(({ slug }) => postUrl(slug)),
    ).join('')
}

async function* productsFrom(
  { services: { db }, channel, addresses, urlsPerFile }: SitemapSource,
  from: number,
) {
  const readAfter = (id: number, size: number) => readSitemapProducts(db, channel, id, size)
  for await (const batch of batchesByKey(readAfter, { from, most: urlsPerFile }))
    yield batch.map((product) => `${productUrl(product, addresses)}\n`).join('')
}

const productUrl = ({ slug, updated_at, pictures }: SitemapProduct, addresses: Addresses) =>
  parent(
    'url',
    element('loc', addresses.product(slug)),
    element('lastmod', updated_at.toISOString()),
    ...pictures.map((path) => parent('image:image', element('image:loc', addresses.picture(path)))),
  )
