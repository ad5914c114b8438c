import { batchesBySize } from '#server/catalog/catalog-index/feed/batches-by-size.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import type { Addresses } from './addresses.ts'
import { batchesByKey } from './by-key.ts'
import { feedItems } from './feed-items.ts'
import { readFeedIds, readFeedProducts } from './read-feed-products.ts'
import type { SeoContext } from './seo-context.ts'
import { element, XML_HEAD } from './xml.ts'

type Source = { services: Pick<Services, 'db'>; finding: SeoContext; addresses: Addresses }

/** The whole catalog as RSS 2.0 with Google's fields, one batch of products at a time. */
export async function* googleFeed({ services: { db }, finding, addresses }: Source): AsyncGenerator<string> {
  const { channel, storefront } = finding
  const { name, meta, delivery } = storefront
  const around = {
    addresses,
    delivery,
    handlingDays: finding.handlingDays,
    currency: channel.currency,
    country: storefront.channel.country.code,
  }
  yield `${XML_HEAD}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${[
    element('title', name),
    element('link', addresses.at('/')),
    // RSS requires a description.
    element('description', meta.meta_description || name),
  ].join('')}\n`
  const readAfter = (id: number, size: number) => readFeedIds(db, id, size)
  for await (const next of batchesByKey(readAfter, { size: 200 }))
    for await (const batch of batchesBySize(
      db,
      next.map(({ id }) => id),
    )) {
      const products = await readFeedProducts(db, channel, batch)
      yield products.map((product) => feedItems(product, around)).join('')
    }
  yield '</channel></rss>\n'
}
