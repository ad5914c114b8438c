import { sql } from 'kysely'
import { sectionCheck } from '#server/content/pages/check-section.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { ShopError } from '#server/platform/kernel/errors.ts'
import { publishPageAs } from './edit-pages.ts'

/**
 * Publishes the drafts whose time has come. One that is refused, because its content is no longer valid, keeps its draft with the
 * reason, which the editor shows. Returns the number of published pages.
 */
export async function publishScheduledPages(
  services: Pick<Services, 'db' | 'sections' | 'plugins' | 'log'>,
  now = new Date(),
): Promise<number> {
  const { db, log } = services
  const due = await db
    .selectFrom('page_drafts as d')
    .innerJoin('pages as p', 'p.id', 'd.page_id')
    .select(['p.id', 'p.revision', 'd.author'])
    .where('d.publish_at', '<=', now)
    .orderBy('d.publish_at')
    .execute()
  let published = 0
  for (const { id, revision, author } of due) {
    const editor = { author, actor: { staffId: null, name: `${author} (scheduled)`, ip: '' } }
    try {
      await publishPageAs(db, editor, { pageId: id, revision }, sectionCheck(services))
      published += 1
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      // Changed at this moment: the next run sees what became of it.
      if (error.code === 'STALE_RECORD') continue
      log.warn({ err: error, page: id }, 'a scheduled page was not published')
      const { errors = {} } = error.extra
      const problem = [error.message, ...Object.values(errors).flat()].join(' ').slice(0, 500)
      await db
        .updateTable('page_drafts')
        .set({ publish_at: null, publish_problem: problem, updated_at: sql<never>`now()` })
        .where('page_id', '=', id)
        .execute()
    }
  }
  return published
}

export const publishScheduledPagesJob = defineJob<Services>({
  name: 'publish-scheduled-pages',
  schedule: { every: 20 },
  async run(_payload, services) {
    await publishScheduledPages(services)
  },
})
