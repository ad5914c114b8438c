import type { Storefront } from '#contract/storefront.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { type FeedPost, readFeedPosts } from '../blog/read-feed-posts.ts'
import { postUrl } from '../blog/visible-posts.ts'
import type { Addresses } from './addresses.ts'
import { element, escapeXml, parent, XML_HEAD } from './xml.ts'

type Source = { db: Db; storefront: Pick<Storefront, 'name' | 'meta' | 'channel'>; addresses: Addresses }

const NAMESPACES =
  'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"'

/** The newest posts as RSS 2.0. */
export async function* blogFeed({ db, storefront, addresses }: Source): AsyncGenerator<string> {
  const posts = await readFeedPosts(db)
  const page = await db
    .selectFrom('pages')
    .select('name')
    .where('page_type', '=', 'BlogList')
    .where('is_active', '=', true)
    .executeTakeFirst()
  const { name, meta, channel } = storefront
  yield `${XML_HEAD}<rss version="2.0" ${NAMESPACES}><channel>${[
    element('title', page ? `${page.name} | ${name}` : name),
    element('link', addresses.at('/blogs')),
    // RSS requires a description.
    element('description', meta.meta_description || name),
    element('language', channel.locale),
    `<atom:link href="${escapeXml(addresses.at('/blogs/feed.xml'))}" rel="self" type="application/rss+xml"/>`,
    element('lastBuildDate', posts[0]?.published_at.toUTCString()),
  ].join('')}\n`
  for (const post of posts) yield `${itemOf(post, addresses)}\n`
  yield '</channel></rss>\n'
}

function itemOf(post: FeedPost, addresses: Addresses) {
  const address = addresses.at(postUrl(post.slug))
  return parent(
    'item',
    element('title', post.title),
    element('link', address),
    element('guid', address),
    element('pubDate', post.published_at.toUTCString()),
    element('dc:creator', post.author),
    element('category', post.category),
    element('description', post.excerpt),
    post.cover_path
      ? `<media:content url="${escapeXml(addresses.picture(post.cover_path))}" medium="image"/>`
      : '',
  )
}
