import { orThrow } from '#contract/envelope.ts'
import { pageSlug } from '#contract/rules/page-slug.ts'
import { notFound } from '#pages/outcome.ts'
import { defineScreen } from '#pages/screen.ts'
import { sectionsOf } from '#sections/page-sections.ts'
import type { SectionShown } from '#sections/section.ts'
import { imageUrl } from '#ui/image-url.ts'
import { breadcrumbList, faqPage, graph } from '../json-ld.ts'

/** Catch-all: a content page by its slug, built from sections. */
export const content = defineScreen({
  async load({ api, url }) {
    const reply = await api.content.templateBoth({
      id: pageSlug(url.pathname, url.search.slice(1)),
      path: url.pathname,
      query: url.search.slice(1),
    })
    if (reply.status === 'error' && reply.code === 'NOT_FOUND') notFound()
    const pageData = orThrow(reply)
    const { page } = pageData
    // A nested address of a page that lives at the root is no second home of it.
    if (!page || pageData.page_type !== 'Page' || url.pathname.replace(/\/$/, '') !== `/${page.slug}`)
      notFound()
    const shown = {
      name: page.name,
      title: page.meta.meta_title || page.name,
      description: page.meta.meta_description,
      path: page.canonical,
      slug: page.slug,
      sections: sectionsOf(pageData),
    }
    return { ...shown, image: page.social_sharing_image, toJSON: () => shown }
  },
  meta: ({ name, title, description, path, slug, image, sections }, { url: { origin } }) => ({
    title,
    description,
    canonical: path,
    bodyClass: slug,
    ...(image && { image: imageUrl(image.path, 1280) }),
    jsonLd: graph(breadcrumbList(origin, [], name), faqOf(sections)),
  }),
})

/** A page of questions and nothing else; a few of them beside other things are no FAQ page. */
function faqOf(sections: readonly SectionShown[]) {
  if (sections.length === 0 || sections.some(({ component }) => component !== 'Faq')) return undefined
  type Groups = { groups: { items: { question: string; answer: string }[] }[] }
  const items = sections.flatMap(({ settings }) =>
    (settings as Groups).groups.flatMap((group) => group.items),
  )
  return items.length > 0 ? faqPage(items) : undefined
}
