import { sql } from 'kysely'
import { onSaleOfProduct } from '#server/catalog/products/card-sql.ts'
import { categoryTree, categoryUrl } from '#server/catalog/products/read-category-tree.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Services } from '#server/platform/kernel/context.ts'
import { visiblePosts } from '../blog/visible-posts.ts'

/** For each row on its own: joined with all variations, a later page of ids would read those of the pages before it too. */
const isOnSale = `p.is_published and (select true from ${onSaleOfProduct} limit 1)`

export type SitemapProduct = { id: number; slug: string; updated_at: Date; pictures: string[] }

/** Parameters: $1 channel, $2 last id read, $3 batch size. */
const products = prepared<SitemapProduct>(
  'sitemap products',
  `select p.id, p.slug, p.updated_at, coalesce((
    select jsonb_agg(path order by position, id) from (
      select i.path, pi.position, pi.id from product_images pi join images i on i.id = pi.image_id
      where pi.product_id = p.id order by pi.position, pi.id limit 10
    ) first
  ), '[]') as pictures
  from products p where p.id > $2::int and ${isOnSale} order by p.id limit $3::int`,
)

const collections = prepared<{ slug: string }>(
  'sitemap collections',
  `select c.slug from collections c where (
    select true from collection_products cp join products p on p.id = cp.product_id
    where cp.collection_id = c.id and ${isOnSale} limit 1
  ) order by c.position, c.id`,
)

export const readSitemapProducts = (db: Db, { id }: Pick<Channel, 'id'>, after: number, size: number) =>
  products.all(db, id, after, size)

/** Paths of all indexable pages except products and posts; empty categories and collections are left out. */
export async function readPagePaths(
  { db, changes, catalogIndex }: Pick<Services, 'db' | 'changes' | 'catalogIndex'>,
  channel: Channel,
): Promise<string[]> {
  const [{ nodes }, listed, post, pages] = await Promise.all([
    categoryTree(db, { changes, catalogIndex, channel }),
    collections.all(db, channel.id),
    visiblePosts(db).select('p.id').limit(1).executeTakeFirst(),
    db
      .selectFrom('pages')
      .select('slug')
      .where('is_active', '=', true)
      .where((eb) => eb.or([eb('starts_at', 'is', null), eb('starts_at', '<=', sql<Date>`now()`)]))
      .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', sql<Date>`now()`)]))
      .where('page_type', '=', 'Page')
      .where('slug', '<>', '')
      .orderBy('id')
      .execute(),
  ])
  return [
    '/',
    '/shop-online',
    ...nodes
      .filter(({ category }) => category.product_count > 0)
      .map(({ category }) => categoryUrl(category.slug)),
    ...listed.map(({ slug }) => `/product-collection/${slug}`),
    ...(post ? ['/blogs'] : []),
    ...pages.map(({ slug }) => `/${encodeURIComponent(slug)}`),
  ]
}
