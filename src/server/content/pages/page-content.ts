import { sql } from 'kysely'
import { PageContent } from '#contract/admin/content/page-content.ts'
import type { FieldValues } from '#contract/custom-fields.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { parseFields } from '#server/platform/kernel/field-errors.ts'

/** Lists the problems of a section's settings, as `path: message`. The sections are not the server's to know. */
export type CheckSection = (section: { component: string; settings: unknown }) => string[]

/**
 * Content that may be saved.
 * @throws 422 with the problems by field: `sections.2` names the third section.
 */
export function validatePageContent(content: unknown, checkSection: CheckSection): PageContent {
  const parsed = parseFields(PageContent, content)
  const problems = parsed.sections.flatMap((section, at) => {
    const found = checkSection(section)
    return found.length > 0 ? [[`sections.${at}`, found] as const] : []
  })
  if (problems.length > 0) throw invalid(Object.fromEntries(problems))
  return parsed
}

/** The content that is published; undefined for an unknown page. */
export async function readPublishedContent(db: Db | Tx, pageId: number): Promise<PageContent | undefined> {
  const page = await db
    .selectFrom('pages')
    .select(['name', 'meta_title', 'meta_description', 'social_image_path'])
    .select(['is_active', 'starts_at', 'ends_at', sql<FieldValues>`custom`.as('custom')])
    .where('id', '=', pageId)
    .executeTakeFirst()
  if (!page) return undefined
  const sections = await db
    .selectFrom('sections')
    .select(['id', 'component', 'is_visible', 'starts_at', 'ends_at', 'settings'])
    .where('page_id', '=', pageId)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  const isoTimes = ({ starts_at, ends_at }: { starts_at: Date | null; ends_at: Date | null }) => ({
    starts_at: starts_at?.toISOString() ?? null,
    ends_at: ends_at?.toISOString() ?? null,
  })
  return {
    ...page,
    ...isoTimes(page),
    sections: sections.map((section) => ({
      ...section,
      ...isoTimes(section),
    })),
  }
}
