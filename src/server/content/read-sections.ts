import type { Section } from '#contract/content.ts'
import type { Db } from '../http/context.ts'
import { imagePathsIn, withImages } from './settings-images.ts'
import { readImages } from './to-image.ts'

/** A section with its times, whether it is to be shown now or not: what may be remembered. */
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

/** All sections of a page or a template in their order, the pictures of their settings resolved. */
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
    settings: withImages(row.settings as unknown as Record<string, unknown>, images),
  }))
}

/** The sections that are to be seen at a time, as the wire has them. `ends_at` is the first moment without it. */
export const shownSections = (sections: StoredSection[], now: Date): Section[] =>
  sections.filter((section) => isShown(section, now)).map(toSection)

const isShown = ({ is_visible, starts_at, ends_at }: StoredSection, now: Date) =>
  is_visible && (!starts_at || starts_at <= now) && (!ends_at || now < ends_at)

const toSection = ({ area: _area, starts_at, ends_at, ...section }: StoredSection): Section => ({
  ...section,
  key: `sec_${section.id}`,
  starts_at: starts_at?.toISOString() ?? null,
  ends_at: ends_at?.toISOString() ?? null,
})
