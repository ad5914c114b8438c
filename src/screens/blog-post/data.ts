import type { Post } from '#contract/blog.ts'
import { blogUrl, readBlogPage } from '#features/blog/blog-page.ts'
import { readDayFormat, toPostCard } from '#features/blog/post-card-data.ts'
import { toCard } from '#features/card/card.ts'
import { redirect } from '#pages/outcome.ts'
import { required } from '#pages/reads.ts'
import { defineScreen } from '#pages/screen.ts'
import { imageSrcSet, imageUrl, previewImage } from '#ui/image-url.ts'
import { breadcrumbList, graph, type Thing } from '../json-ld.ts'
import { COVER_SIZES } from './cover-sizes.ts'

/** A post: `/blogs/{slug}`. Spec §2; UX "Blog list / post". */
export const blogPost = defineScreen({
  async load({ api, params, url: { origin } }) {
    const path = params.slug ?? ''
    const slug = path.split('/').at(-1) ?? ''
    const [post, dayOf, { name }, storefront] = await Promise.all([
      required(api.blog.post({ slug })),
      readDayFormat(api),
      readBlogPage(api),
      required(api.storefront.all()),
    ])
    // A nested address leads to the only one.
    if (path !== slug) redirect(post.url, 301)
    const { title, excerpt, image, author, author_bio, published_at, category, tags, body, url } = post
    const view = {
      blog: name,
      title,
      excerpt,
      image,
      author,
      author_bio,
      published_at,
      day: dayOf(published_at),
      minutes: post.reading_minutes,
      category: category && { name: category.name, url: blogUrl({ category: category.slug }) },
      tags: tags.map((tag) => ({ name: tag.name, url: blogUrl({ tag: tag.slug }) })),
      body: body.map((block) =>
        block.type === 'image' ? { ...block, image: { ...block.image, placeholder: null } } : block,
      ),
      products: post.products.map(toCard),
      related: post.related.map((other) => toPostCard(other, dayOf)),
      previous: post.previous,
      next: post.next,
      address: new URL(url, origin).href,
    }
    return { view, head: { post, shop: storefront.name } }
  },
  meta: ({ view: { blog, image }, head: { post, shop } }, { url: { origin } }) => {
    const { meta, url, title, published_at, updated_at, author, category, tags, social_sharing_image } = post
    return {
      title: meta.meta_title,
      description: meta.meta_description,
      canonical: url,
      bodyClass: post.slug,
      feed: { title: `${blog} | ${shop}`, href: '/blogs/feed.xml' },
      ...(social_sharing_image && { image: previewImage(social_sharing_image) }),
      properties: {
        'og:type': 'article',
        'article:published_time': published_at,
        'article:modified_time': updated_at,
        ...(author && { 'article:author': author }),
        ...(category && { 'article:section': category.name }),
        ...(tags.length > 0 && { 'article:tag': tags.map(({ name }) => name).join(', ') }),
      },
      ...(image && {
        preload: [
          { href: imageUrl(image.path, 640), imageSrcSet: imageSrcSet(image), imageSizes: COVER_SIZES },
        ],
      }),
      jsonLd: graph(
        posting(post, { origin, shop }),
        breadcrumbList(origin, [{ name: blog, url: '/blogs' }], title),
      ),
    }
  },
})

function posting(post: Post, { origin, shop }: { origin: string; shop: string }): Thing {
  const at = (path: string) => new URL(path, origin).href
  const publisher = { '@type': 'Organization', name: shop, url: at('/') }
  const picture = post.image ?? post.social_sharing_image
  return {
    '@type': 'BlogPosting',
    '@id': `${at(post.url)}#post`,
    // Search engines cut longer ones.
    headline: post.title.slice(0, 110),
    description: post.excerpt || undefined,
    image: picture ? [at(encodeURI(imageUrl(picture.path, 1280)))] : undefined,
    datePublished: post.published_at,
    dateModified: post.updated_at > post.published_at ? post.updated_at : post.published_at,
    author: post.author ? { '@type': 'Person', name: post.author } : publisher,
    publisher,
    mainEntityOfPage: at(post.url),
    isPartOf: { '@id': `${at('/blogs')}#blog` },
    articleSection: post.category?.name,
    keywords: post.tags.length > 0 ? post.tags.map(({ name }) => name).join(', ') : undefined,
    wordCount: post.word_count,
    // Not of the type Product, which is invalid without an offer or a rating; the product's own page has those.
    mentions: post.products.map(({ name, url }) => ({ '@type': 'Thing', name, url: at(url) })),
  }
}
