import type { Section } from '#contract/content.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { readImages } from '#server/platform/media/to-image.ts'
import type { ChannelTexts } from '#server/shop/channels/channel-texts.ts'
import { fillSettings, sanitiseSettings } from './map-settings.ts'
import { imagePathsIn, withImages } from './settings-images.ts'

/** A section with its schedule, visible or not: the cacheable form. */
export type StoredSection = {
  id: number
  area: 'header' | 'main' | 'footer'
  component: string
  is_visible: boolean
  sort_order: number
  starts_at: Date | null
  ends_at: Date | null
  settings: Record<string, unknown>
}

/** All sections of a page or template in order, with the images of their settings resolved. */
export async function readSections(
  db: Db,
  owner: { page_id: number } | { template_id: number },
): Promise<StoredSection[]> {
  const [column, id] =
    'page_id' in owner ? (['page_id', owner.page_id] as const) : (['template_id', owner.template_id] as const)
  const rows = await db
    .selectFrom('sections')
    .select(['id', 'area', 'component', 'is_visible', 'sort_order', 'starts_at', 'ends_at', 'settings'])
    .where(column, '=', id)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const images = await readImages(db, imagePathsIn(rows))
  return rows.map((row) => ({
    ...row,
    settings: sanitiseSettings(withImages(row.settings, images)),
  }))
}

/** The sections visible at a time, in wire format, with the texts of a channel. `ends_at` is exclusive. */
export const shownSections = (sections: StoredSection[], now: Date, texts: ChannelTexts): Section[] =>
  sections
    .filter((section) => isShown(section, now))
    .map((section) => ({ ...toSection(section), settings: fillSettings(section.settings, texts) }))

const isShown = (section: StoredSection, now: Date) => section.is_visible && isScheduled(section, now)

/** Is the time within a schedule? `ends_at` is exclusive. */
export const isScheduled = (
  { starts_at, ends_at }: { starts_at: Date | null; ends_at: Date | null },
  now: Date,
) => (!starts_at || starts_at <= now) && (!ends_at || now < ends_at)

const toSection = ({ area: _area, starts_at, ends_at, ...section }: StoredSection): Section => ({
  ...section,
  key: `sec_${section.id}`,
  starts_at: starts_at?.toISOString() ?? null,
  ends_at: ends_at?.toISOString() ?? null,
})
