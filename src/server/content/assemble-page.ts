import type { Page, PageData, Section } from '#contract/content.ts'
import { words } from '#contract/envelope.ts'
import { pageSlug } from '#contract/rules/page-slug.ts'
import type { CallContext } from '../http/context.ts'
import { notFound } from '../http/errors.ts'
import { findCatalogueTag } from './find-catalogue-tag.ts'
import { type PageType, pageTypeOf } from './page-type.ts'
import { findPage } from './read-page.ts'
import { readTemplate } from './read-template.ts'

/**
 * Template, page and the data of every section of an address in one go. Spec §7 (templateBoth), decisions §4.
 *
 * @param address `slug` as `pageSlug` derives it, '' for the home page; `query` without `?`
 * @throws 404 with `payload.template` when the address leads nowhere, so that the 404 page has its header and footer.
 */
export async function assemblePage(
  call: CallContext,
  { slug, path, query }: { slug: string; path: string; query: string },
): Promise<PageData> {
  const page_type = pageTypeOf(path)
  const [template, found] = await Promise.all([
    readTemplate(call, page_type),
    findPageOf(call, page_type, slug, path),
  ])
  if (found === undefined) throw notFound(words.pageNotFound(path), { payload: { template } })

  const sections = [...template.header, ...template.sections, ...(found?.sections ?? []), ...template.footer]
  const component_data = await loadAll(call, sections, { path, query })
  return { template, page: found, page_type, component_data }
}

/** Null: the address is good, and its screen brings all of its content. Undefined: there is nothing here. */
async function findPageOf(
  call: CallContext,
  pageType: PageType,
  slug: string,
  path: string,
): Promise<Page | null | undefined> {
  if (pageType === 'Home' || pageType === 'Page') {
    const found = await findPage(call, { slug })
    // '/x/cart' ends with a slug that is a screen's, but it is not that screen's address
    return found?.page_type === pageType ? found.page : undefined
  }
  if (isOfCatalogue(pageType)) {
    const tag = await findCatalogueTag(call.db, pageType, pageSlug(path))
    if (!tag) return undefined
    call.tag(tag)
  }
  const found = await findPage(call, { page_type: pageType })
  if (found) return found.page
  return isUnbuilt(pageType) ? undefined : null
}

const isOfCatalogue = (type: PageType) =>
  type === 'Product' || type === 'Category' || type === 'Collection' || type === 'SuperCategory'

/** The journal has no posts, and the special pages no modes to belong to, before their issues come. */
const isUnbuilt = (type: PageType) => type === 'BlogList' || type === 'BlogPost' || type === 'Special'

/** All at once. A section whose data cannot be had is logged and yields nothing: the page stays up (architecture). */
async function loadAll(
  call: CallContext,
  sections: Section[],
  at: { path: string; query: string },
): Promise<PageData['component_data']> {
  const loaded = await Promise.all(
    sections.map(async ({ key, component, settings }) => {
      try {
        const data = await call.loadSection({ component, settings }, { api: call.api, ...at })
        return data === null || data === undefined ? [] : [{ key, data }]
      } catch (error) {
        call.log.error({ err: error, component, section: key, path: at.path }, 'section failed')
        return []
      }
    }),
  )
  return loaded.flat()
}
