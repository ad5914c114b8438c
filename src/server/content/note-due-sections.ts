import type { Db } from '../http/context.ts'
import { noteChange } from '../http/note-change.ts'

/**
 * Notes the pages and templates of which a section has begun or ended in the time after `since` up to `until`, since
 * cached pages know no clock. Run it every minute; several processes may. Returns the tags.
 */
export async function noteDueSections(db: Db, since: Date, until: Date): Promise<string[]> {
  const due = await db
    .selectFrom('sections')
    .leftJoin('pages', 'pages.id', 'sections.page_id')
    .select(['pages.slug', 'sections.template_id'])
    .where((eb) =>
      eb.or(
        (['sections.starts_at', 'sections.ends_at'] as const).map((time) =>
          eb.and([eb(time, '>', since), eb(time, '<=', until)]),
        ),
      ),
    )
    .where('sections.is_visible', '=', true)
    .execute()
  const tags = [
    ...new Set(
      due.map(({ slug, template_id }) => (template_id ? `template:${template_id}` : `page:${slug}`)),
    ),
  ]
  await noteChange(db, tags)
  return tags
}
