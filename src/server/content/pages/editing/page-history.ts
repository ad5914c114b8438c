import { PageContent } from '#contract/admin/content/page-content.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { versionNotFound } from '../refusals.ts'
import { type PageEdit, raiseRevision } from './edit-page.ts'
import { requireUnscheduled, writeDraft } from './save-draft.ts'

export type PageVersion = { number: number; author: string; created_at: Date }

/** The published versions of a page, the newest first. */
export const listVersions = (db: Db, pageId: number): Promise<PageVersion[]> =>
  db
    .selectFrom('page_versions')
    .select(['number', 'author', 'created_at'])
    .where('page_id', '=', pageId)
    .orderBy('number', 'desc')
    .execute()

/** What a version has. @throws 404 */
export async function readVersion(db: Db | Tx, pageId: number, number: number): Promise<PageContent> {
  const version = await db
    .selectFrom('page_versions')
    .select('content')
    .where('page_id', '=', pageId)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!version) throw versionNotFound()
  return PageContent.parse(version.content)
}

/**
 * Copies a version into the page's draft, where it can be reviewed before it is published. Returns the new revision.
 *
 * @throws 404 without page or version; 409 STALE_RECORD as `raiseRevision`, DRAFT_SCHEDULED.
 */
export const restoreVersion = (db: Db | Tx, edit: PageEdit & { number: number }): Promise<number> =>
  inTransaction(db, async (tx) => {
    const revision = await raiseRevision(tx, edit)
    await requireUnscheduled(tx, edit.pageId)
    await writeDraft(tx, edit, await readVersion(tx, edit.pageId, edit.number))
    return revision
  })
