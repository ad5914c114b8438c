import type { Api } from '#contract/client.ts'
import type { Page, PageData, Section } from '#contract/content.ts'
import { pageSlug } from '#contract/rules/page-slug.ts'
import type { ReplyCache } from '#server/platform/changes/remember.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Services } from '#server/platform/kernel/context.ts'
import { loadPluginSection } from '#server/shop/plugins/load-section.ts'
import { BLOG_TAG, isVisiblePost } from '../blog/visible-posts.ts'
import { findCatalogTag } from './find-catalog-tag.ts'
import { type PageType, pageTypeOf } from './page-type.ts'
import { WHOLE_SHOP } from './preview-token.ts'
import { readDraftPage } from './read-draft-page.ts'
import { findPage } from './read-page.ts'
import { readTemplate } from './read-template.ts'
import { urlNotFound } from './refusals.ts'

/** `previewPageId`: the reply shows the draft of this page. */
type PreviewableReply = ReplyCache & { channel: Channel; previewPageId?: number }

/** What sections are loaded with; a failed one is logged and marks the reply as incomplete. */
export type PageOptions = PreviewableReply &
  Pick<Services, 'loadSection' | 'plugins' | 'sections' | 'log'> & { api: Api; markIncomplete: () => void }

/**
 * Reads the template, the page and the data of every section of a URL. Spec §7 (templateBoth), decisions §4.
 *
 * @param address `slug` as `pageSlug` derives it, '' for the home page; `query` without `?`
 * @throws 404 with `payload.template` for an unknown URL, so that the 404 page has its header and footer.
 */
export async function assemblePage(
  db: Db,
  options: PageOptions,
  { slug, path, query }: { slug: string; path: string; query: string },
): Promise<PageData> {
  const page_type = pageTypeOf(path)
  const [template, found] = await Promise.all([
    readTemplate(db, options, page_type),
    findPageOf(db, options, page_type, slug, path),
  ])
  if (found === undefined) throw urlNotFound(path, template)

  const sections = [...template.header, ...template.sections, ...(found?.sections ?? []), ...template.footer]
  const component_data = await loadAll(options, sections, { path, query })
  return { template, page: found, page_type, component_data }
}

/** Null: a valid URL whose screen supplies all content. Undefined: not found. */
async function findPageOf(
  db: Db,
  options: PreviewableReply,
  pageType: PageType,
  slug: string,
  path: string,
): Promise<Page | null | undefined> {
  if (pageType === 'Home' || pageType === 'Page') {
    if (options.previewPageId !== undefined && options.previewPageId !== WHOLE_SHOP) {
      const draft = await readDraftPage(db, options.channel, options.previewPageId)
      return draft.slug === slug ? draft : undefined
    }
    const found = await findPage(db, options, { slug })
    // '/x/cart' ends with a screen's slug, but is not that screen's URL.
    return found?.page_type === pageType ? found.page : undefined
  }
  if (isCatalogTag(pageType)) {
    const tag = await findCatalogTag(db, pageType, pageSlug(path))
    if (!tag) return undefined
    options.tag(tag)
  }
  if (pageType === 'BlogPost') {
    options.tag(BLOG_TAG)
    if (!(await isVisiblePost(db, pageSlug(path)))) return undefined
  }
  const found = await findPage(db, options, { page_type: pageType })
  if (found) return found.page
  return isUnbuilt(pageType) ? undefined : null
}

const isCatalogTag = (type: PageType) =>
  type === 'Product' || type === 'Category' || type === 'Collection' || type === 'SuperCategory'

/** Special pages are not implemented yet. */
const isUnbuilt = (type: PageType) => type === 'Special'

/**
 * Loads all sections in parallel. A section that fails is logged and left out of this response, which is then
 * not cached.
 */
async function loadAll(
  options: PageOptions,
  sections: Section[],
  at: { path: string; query: string },
): Promise<PageData['component_data']> {
  const loaded = await Promise.all(
    sections.map(async ({ key, component, settings }) => {
      try {
        const section = { component, settings }
        const request = { api: options.api, ...at }
        const data =
          (await options.loadSection(section, request)) ??
          (await loadPluginSection(section, request, options))
        return data === null || data === undefined ? [] : [{ key, data }]
      } catch (error) {
        options.markIncomplete()
        options.log.error({ err: error, component, section: key, path: at.path }, 'section failed')
        return []
      }
    }),
  )
  return loaded.flat()
}
