import type { Page } from '#contract/content.ts'
import type { CallContext, Db } from '../http/context.ts'
import { notFound } from '../http/errors.ts'
import { remember } from '../http/remember.ts'
import { idOrSlug } from './id-or-slug.ts'
import type { PageType } from './page-type.ts'
import { readSections, type StoredSection, shownSections } from './read-sections.ts'
import { imageOf, readImages } from './to-image.ts'

/** How a page is looked up: by what an address says, or as the page of a screen. */
export type PageRef = { id: number } | { slug: string } | { page_type: PageType }

/**
 * A page with the sections that are to be seen now.
 * @throws 404 when it is unknown or not active: a draft looks like none.
 */
export async function readPage(call: CallContext, id: string): Promise<Page> {
  const found = await findPage(call, idOrSlug(id))
  if (!found) throw notFound('There is no such page')
  return found.page
}

/** The same without the complaint, and with the page's type. Tags the reply, also when there is no such page (yet). */
export async function findPage(
  call: CallContext,
  ref: PageRef,
): Promise<{ page: Page; page_type: string } | undefined> {
  const key = `page ${JSON.stringify(ref)}`
  const stored = await remember(
    call,
    key,
    (row) => tagsOf(row, ref),
    () => loadPage(call.db, ref),
  )
  call.tag(...tagsOf(stored, ref))
  if (!stored) return undefined
  const { sections, page_type, ...rest } = stored
  const page = {
    ...rest,
    sections: shownSections(sections, new Date()),
    canonical: `/${encodeURIComponent(rest.slug)}`,
  }
  return { page, page_type }
}

type StoredPage = Omit<Page, 'sections' | 'canonical'> & { page_type: string; sections: StoredSection[] }

/** Where there is none, the tag of the one that may come: `pages` is noted whenever a page is added or taken away. */
const tagsOf = (page: StoredPage | undefined, ref: PageRef) =>
  page ? [`page:${page.slug}`] : ['slug' in ref ? `page:${ref.slug}` : 'pages']

async function loadPage(db: Db, ref: PageRef): Promise<StoredPage | undefined> {
  const active = db
    .selectFrom('pages')
    .select(['id', 'slug', 'name', 'page_type', 'is_active', 'meta_title', 'meta_description'])
    .select('social_image_path')
    .where('is_active', '=', true)
  const row = await ('id' in ref
    ? active.where('id', '=', ref.id)
    : 'slug' in ref
      ? active.where('slug', '=', ref.slug)
      : active.where('page_type', '=', ref.page_type).orderBy('id')
  ).executeTakeFirst()
  if (!row) return undefined

  const { social_image_path, meta_title, meta_description, ...page } = row
  const images = await readImages(db, social_image_path ? [social_image_path] : [])
  return {
    ...page,
    meta: { meta_title: meta_title ?? page.name, meta_description: meta_description ?? '' },
    social_sharing_image: imageOf(social_image_path, images),
    sections: await readSections(db, { page_id: page.id }),
  }
}
