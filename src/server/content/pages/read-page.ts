import { sql } from 'kysely'
import type { Page } from '#contract/content.ts'
import type { FieldValues } from '#contract/custom-fields.ts'
import { type ReplyCache, remember } from '#server/platform/changes/remember.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { imageOf, readImages } from '#server/platform/media/to-image.ts'
import { rememberedTexts } from '#server/shop/channels/channel-texts.ts'
import { showRecordFields } from '#server/shop/custom-fields/show-values.ts'
import { idOrSlug } from './id-or-slug.ts'
import { fillSettings } from './map-settings.ts'
import type { PageType } from './page-type.ts'
import { isScheduled, readSections, type StoredSection, shownSections } from './read-sections.ts'
import { pageNotFound } from './refusals.ts'

type ChannelCache = ReplyCache & { channel: Channel }

/** How a page is looked up: by id, by slug, or as the page of a screen. */
export type PageRef = { id: number } | { slug: string } | { page_type: PageType }

/**
 * A page with its currently visible sections.
 * @throws 404 when it is unknown or not active or outside its schedule: a draft is indistinguishable from no page.
 */
export async function readPage(db: Db, cache: ChannelCache, id: string): Promise<Page> {
  const found = await findPage(db, cache, idOrSlug(id))
  if (!found) throw pageNotFound()
  return found.page
}

/**
 * The same without throwing, and with the page's type. Tags the reply even without a page, so that it is
 * invalidated when one is added.
 */
export async function findPage(
  db: Db,
  cache: ChannelCache,
  ref: PageRef,
): Promise<{ page: Page; page_type: string } | undefined> {
  const key = `page ${JSON.stringify(ref)}`
  const stored = await remember(
    cache,
    key,
    (row) => tagsOf(row, ref),
    () => loadPage(db, ref),
  )
  cache.tag(...tagsOf(stored, ref))
  const now = new Date()
  if (!stored || !isScheduled(stored, now)) return undefined
  const { sections, page_type, starts_at: _start, ends_at: _end, ...rest } = stored
  const texts = await rememberedTexts(db, cache.channel, cache)
  const page = {
    ...rest,
    meta: fillSettings(rest.meta, texts),
    sections: shownSections(sections, now, texts),
    canonical: `/${encodeURIComponent(rest.slug)}`,
  }
  return { page, page_type }
}

type StoredPage = Omit<Page, 'sections' | 'canonical'> & {
  page_type: string
  starts_at: Date | null
  ends_at: Date | null
  sections: StoredSection[]
}

/** Without a page, the tag of the one that may be added: `pages` changes when a page is added or removed. */
const tagsOf = (page: StoredPage | undefined, ref: PageRef) =>
  page ? [`page:${page.slug}`] : ['slug' in ref ? `page:${ref.slug}` : 'pages']

async function loadPage(db: Db, ref: PageRef): Promise<StoredPage | undefined> {
  const active = db
    .selectFrom('pages')
    .select(['id', 'slug', 'name', 'page_type', 'is_active', 'meta_title', 'meta_description'])
    .select(['social_image_path', 'starts_at', 'ends_at', sql<FieldValues>`custom`.as('custom')])
    .where('is_active', '=', true)
  const row = await ('id' in ref
    ? active.where('id', '=', ref.id)
    : 'slug' in ref
      ? active.where('slug', '=', ref.slug)
      : active.where('page_type', '=', ref.page_type).orderBy('id')
  ).executeTakeFirst()
  if (!row) return undefined

  const { social_image_path, meta_title, meta_description, custom, ...page } = row
  const [shown] = await showRecordFields(db, 'page', [custom], { places: ['api'], locale: 'en' })
  const images = await readImages(db, social_image_path ? [social_image_path] : [])
  return {
    ...page,
    meta: { meta_title: meta_title ?? page.name, meta_description: meta_description ?? '' },
    social_sharing_image: imageOf(social_image_path, images),
    sections: await readSections(db, { page_id: page.id }),
    ...(shown && shown.fields.length > 0 && { custom_fields: shown.fields }),
  }
}
