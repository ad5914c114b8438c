import { sectionKey } from '#contract/admin/content/compare-pages.ts'
import type { Page } from '#contract/content.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { imageOf, readImages } from '#server/platform/media/to-image.ts'
import { readTexts } from '#server/shop/channels/channel-texts.ts'
import { fillSettings, sanitiseSettings } from './map-settings.ts'
import { readEditablePage } from './read-editable-page.ts'
import { imagePathsIn, withImages } from './settings-images.ts'

/**
 * The page as its draft shows it, whatever its schedule: a preview shows what is being prepared. Hidden sections are left out; a new
 * section has the id 0 and the key that its editor gave it.
 *
 * @throws 404 for an unknown page.
 */
export async function readDraftPage(db: Db, channel: Channel, pageId: number): Promise<Page> {
  const { slug, content } = await readEditablePage(db, pageId)
  const { name, is_active, meta_title, meta_description, social_image_path } = content
  const sections = content.sections.flatMap(({ id, key, ...section }, at) =>
    section.is_visible
      ? [{ ...section, id: id ?? 0, key: sectionKey({ id, key }, at), sort_order: at + 1 }]
      : [],
  )
  const texts = await readTexts(db, channel)
  const images = await readImages(db, [
    ...imagePathsIn(sections),
    ...(social_image_path === null ? [] : [social_image_path]),
  ])
  return {
    ...{ id: pageId, slug, name, is_active },
    meta: fillSettings({ meta_title: meta_title ?? name, meta_description: meta_description ?? '' }, texts),
    social_sharing_image: imageOf(social_image_path, images),
    sections: sections.map((section) => ({
      ...section,
      settings: fillSettings(sanitiseSettings(withImages(section.settings, images)), texts),
    })),
    canonical: `/${encodeURIComponent(slug)}`,
  }
}
