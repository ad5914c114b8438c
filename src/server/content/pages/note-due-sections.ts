import { noteChange } from '#server/platform/changes/note-change.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Db } from '#server/platform/kernel/context.ts'

/**
 * Invalidates pages and templates with a section, and pages, that start or end after `since` and up to `until`, because cached pages
 * do not check the time. A countdown ends with its own date. Returns the tags.
 */
export async function noteDueSections(db: Db, since: Date, until: Date): Promise<string[]> {
  const isDue = (time: Date | null) => time !== null && since < time && time <= until
  const times = ['starts_at', 'ends_at'] as const
  const [sections, countdowns, pages] = await Promise.all([
    ownedSections(db)
      .where((eb) =>
        eb.or(
          times.map((name) =>
            eb.and([eb(`sections.${name}`, '>', since), eb(`sections.${name}`, '<=', until)]),
          ),
        ),
      )
      .execute(),
    ownedSections(db).where('component', '=', 'Countdown').execute(),
    db
      .selectFrom('pages')
      .select('slug')
      .where((eb) => eb.or(times.map((name) => eb.and([eb(name, '>', since), eb(name, '<=', until)]))))
      .execute(),
  ])
  const endOf = ({ settings: { ends_on } }: { settings: Record<string, unknown> }) => {
    return typeof ends_on === 'string' ? new Date(ends_on) : null
  }
  const due = [...sections, ...countdowns.filter((section) => isDue(endOf(section)))]
  const tags = new Set(
    due.map(({ slug, template_id }) => (template_id ? `template:${template_id}` : `page:${slug}`)),
  )
  for (const { slug } of pages) tags.add(`page:${slug}`).add('pages')
  await noteChange(db, [...tags])
  return [...tags]
}

const ownedSections = (db: Db) =>
  db
    .selectFrom('sections')
    .leftJoin('pages', 'pages.id', 'sections.page_id')
    .select(['pages.slug', 'sections.template_id', 'sections.settings'])
    .where('sections.is_visible', '=', true)

/** Starts where the last successful run ended, so that downtime misses no change. */
export const noteDueSectionsJob = defineJob({
  name: 'note-due-sections',
  schedule: { every: 60 },
  async run(_, { db, lastSucceededAt }) {
    const until = new Date()
    await noteDueSections(db, lastSucceededAt ?? new Date(until.getTime() - 60_000), until)
  },
})
