import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { type CheckSection, validatePageContent } from '../page-content.ts'
import { draftNotFound } from '../refusals.ts'
import { type PageEdit, raiseRevision } from './edit-page.ts'

/**
 * Has the page's draft published at a time, until when it cannot be changed. Returns the new revision.
 *
 * @throws 404 without page or draft; 409 STALE_RECORD; 422 for a time that has passed, or a draft that is not valid.
 */
export const scheduleDraft = (
  db: Db | Tx,
  edit: PageEdit & { at: Date },
  checkSection: CheckSection,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    if (edit.at.getTime() <= Date.now()) throw invalid({ at: ['Choose a time in the future'] })
    const revision = await raiseRevision(tx, edit)
    validatePageContent((await setTime(tx, edit.pageId, edit.at)).content, checkSection)
    return revision
  })

/** Keeps the draft, and publishes it by hand only. Returns the new revision. @throws as `scheduleDraft` */
export const unscheduleDraft = (db: Db | Tx, edit: PageEdit): Promise<number> =>
  inTransaction(db, async (tx) => {
    const revision = await raiseRevision(tx, edit)
    await setTime(tx, edit.pageId, null)
    return revision
  })

async function setTime(tx: Tx, pageId: number, publish_at: Date | null) {
  const draft = await tx
    .updateTable('page_drafts')
    .set({ publish_at, publish_problem: null })
    .where('page_id', '=', pageId)
    .returning('content')
    .executeTakeFirst()
  if (!draft) throw draftNotFound()
  return draft
}
