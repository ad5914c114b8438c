import { ReplyError } from '#contract/envelope.ts'
import type { Faq } from '#contract/faq.ts'
import { pageSlug } from '#contract/rules/page-slug.ts'
import { notFound, redirect } from '#pages/outcome.ts'
import { defineScreen } from '#pages/screen.ts'
import { sectionsOf } from '#sections/page-sections.ts'
import type { SectionShown } from '#sections/section.ts'
import { previewImage } from '#ui/image-url.ts'
import { breadcrumbList, faqPage, graph } from '../json-ld.ts'

/** Catch-all: a content page by its slug, built from sections. */
export const content = defineScreen({
  async load({ api, url, isPreview }) {
    const reply = await api.content.templateBoth({
      id: pageSlug(url.pathname, url.search.slice(1)),
      path: url.pathname,
      query: url.search.slice(1),
    })
    if (reply.status === 'error') {
      // The address of a collection without its end.
      if (reply.code === 'NOT_FOUND' && /^\/product-collection\/?$/.test(url.pathname))
        redirect('/collections', 301)
      throw new ReplyError(reply)
    }
    const { data: pageData } = reply
    const { page } = pageData
    // A page at the root is not served at a nested URL too.
    if (!page || pageData.page_type !== 'Page' || url.pathname.replace(/\/$/, '') !== `/${page.slug}`)
      notFound()
    const view = {
      name: page.name,
      title: page.meta.meta_title || page.name,
      description: page.meta.meta_description,
      path: page.canonical,
      slug: page.slug,
      sections: sectionsOf(pageData, { isPreview }),
    }
    return { view, head: { image: page.social_sharing_image } }
  },
  meta: ({ view: { name, title, description, path, slug, sections }, head: { image } }, { url }) => ({
    title,
    description,
    canonical: path,
    bodyClass: slug,
    // The search in an FAQ page.
    ...(url.searchParams.has('q') && { robots: 'noindex,follow' }),
    ...(image && { image: previewImage(image) }),
    jsonLd: graph(breadcrumbList(url.origin, [], name), faqOf(sections)),
  }),
})

/** Only a page that consists of questions is an FAQ page. */
function faqOf(sections: readonly SectionShown[]) {
  if (sections.length === 0 || sections.some(({ component }) => component !== 'Faq')) return undefined
  const items = sections.flatMap(({ data }) =>
    (data as Pick<Faq, 'groups'>).groups.flatMap((group) => group.items),
  )
  return items.length > 0 ? faqPage(items) : undefined
}
