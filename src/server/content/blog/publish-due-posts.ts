import { sql } from 'kysely'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { BLOG_TAG } from './visible-posts.ts'

/**
 * Marks due posts as published and invalidates the pages that list posts, because cached pages do not check the time. Also notes
 * posts whose date lies after `since` without having been scheduled. Returns the number of posts that became visible.
 */
export async function publishDuePosts(db: Db, since: Date, until: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .updateTable('blog_posts')
      .set({ status: 'published' })
      .where('published_at', '<=', until)
      .where((eb) =>
        eb.or([
          eb('status', '=', 'scheduled'),
          eb.and([eb('status', '=', 'published'), eb('published_at', '>', since)]),
        ]),
      )
      .returning(sql<number>`1`.as('one'))
      .execute()
    if (due.length > 0) await noteChange(tx, [BLOG_TAG])
    return due.length
  })
}

/** Starts where the last successful run ended, so that downtime misses no post. */
export const publishDuePostsJob = defineJob({
  name: 'publish-due-posts',
  schedule: { every: 60 },
  async run(_, { db, lastSucceededAt }) {
    const until = new Date()
    await publishDuePosts(db, lastSucceededAt ?? new Date(until.getTime() - 60_000), until)
  },
})
