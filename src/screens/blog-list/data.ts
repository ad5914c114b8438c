import { blogUrl, readBlogPage } from '#features/blog/blog-page.ts'
import { readDayFormat, toPostCard } from '#features/blog/post-card-data.ts'
import { notFound } from '#pages/outcome.ts'
import { required } from '#pages/reads.ts'
import { defineScreen } from '#pages/screen.ts'
import { breadcrumbList, graph } from '../json-ld.ts'

/** The list of posts: `/blogs?category=&tag=&search=&page=`. Spec §2; UX "Blog list / post". */
export const blogList = defineScreen({
  async load({ api, url: { searchParams } }) {
    const requested = (name: string) => (searchParams.get(name) ?? '').trim().slice(0, 200)
    const filters = { category: requested('category'), tag: requested('tag'), search: requested('search') }
    const page = pageOf(searchParams.get('page'))
    const [list, dayOf, { name, meta }, storefront] = await Promise.all([
      required(api.blog.list({ ...filters, page })),
      readDayFormat(api),
      readBlogPage(api),
      required(api.storefront.all()),
    ])
    const category = list.categories.find(({ slug }) => slug === filters.category)
    const tag = list.tags.find(({ slug }) => slug === filters.tag)
    // Unknown filters are no pages, so that made-up addresses are neither cached nor indexed.
    if ((filters.category && !category) || (filters.tag && !tag) || page > list.last_page) notFound()

    const posts = list.data.map((post) => toPostCard(post, dayOf))
    const isFiltered = Boolean(category || tag || filters.search)
    const hasLead = !isFiltered && page === 1 && list.data[0]?.is_featured === true
    const view = {
      name,
      lead: (hasLead && posts[0]) || null,
      posts: hasLead ? posts.slice(1) : posts,
      categories: list.categories.map(({ slug, ...rest }) => ({
        ...rest,
        slug,
        url: blogUrl({ category: slug }),
      })),
      category: category?.name ?? '',
      tag: tag?.name ?? '',
      filters,
      page,
      lastPage: list.last_page,
      total: list.total,
      isFiltered,
    }
    return { view, head: { meta, shop: storefront.name, list } }
  },
  meta: ({ view, head: { meta, shop, list } }, { url: { origin } }) => {
    const { name, page, isFiltered, category, tag, filters } = view
    const about = category || tag || (filters.search && `“${filters.search}”`)
    const at = (path: string) => new URL(path, origin).href
    const title = about ? `${about} | ${name}` : meta.meta_title || name
    return {
      title: page > 1 ? `${title} (page ${page})` : title,
      description: meta.meta_description || `${name}: stories from ${shop}`,
      canonical: blogUrl({ ...filters, page }),
      bodyClass: 'blogs',
      feed: { title: `${name} | ${shop}`, href: '/blogs/feed.xml' },
      ...(isFiltered
        ? { robots: 'noindex,follow' }
        : {
            jsonLd: graph(
              {
                '@type': 'Blog',
                '@id': `${at('/blogs')}#blog`,
                name,
                url: at('/blogs'),
                publisher: { '@type': 'Organization', name: shop, url: at('/') },
                blogPost: list.data.map((post) => ({
                  '@type': 'BlogPosting',
                  headline: post.title,
                  url: at(post.url),
                  datePublished: post.published_at,
                })),
              },
              breadcrumbList(origin, [], name),
            ),
          }),
    }
  },
})

function pageOf(text: string | null) {
  const page = Math.trunc(Number(text ?? 1))
  return page >= 1 && page <= 10_000 ? page : 1
}
