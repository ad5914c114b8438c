import { sql } from 'kysely'
import type { PageContent } from '#contract/admin/content/page-content.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { missingPictures } from '#server/platform/media/missing-pictures.ts'
import { type CheckSection, validatePageContent } from '../page-content.ts'
import { draftNotFound, draftScheduled } from '../refusals.ts'
import { type PageEdit, raiseRevision } from './edit-page.ts'

/**
 * Saves the page's draft, which visitors do not see, and returns the new revision.
 *
 * @throws 404; 409 STALE_RECORD as `raiseRevision`, DRAFT_SCHEDULED; 422 when the content is invalid.
 */
export async function saveDraft(
  db: Db | Tx,
  edit: PageEdit & { content: unknown },
  checkSection: CheckSection,
): Promise<number> {
  const content = validatePageContent(edit.content, checkSection)
  return inTransaction(db, async (tx) => {
    const revision = await raiseRevision(tx, edit)
    await requireUnscheduled(tx, edit.pageId)
    await requireKnownPicture(tx, content)
    await writeDraft(tx, edit, content)
    return revision
  })
}

/**
 * Deletes the page's draft: the editor shows the published page again. Returns the new revision.
 *
 * @throws 404 without page or draft; 409 STALE_RECORD as `raiseRevision`.
 */
export const discardDraft = (db: Db | Tx, edit: PageEdit): Promise<number> =>
  inTransaction(db, async (tx) => {
    const revision = await raiseRevision(tx, edit)
    const draft = await tx
      .deleteFrom('page_drafts')
      .where('page_id', '=', edit.pageId)
      .returning('author')
      .executeTakeFirst()
    if (!draft) throw draftNotFound()
    return revision
  })

/** @throws 422 for a picture that the media library does not have */
async function requireKnownPicture(tx: Tx, { social_image_path }: PageContent) {
  const errors = await missingPictures(tx, [['social_image_path', social_image_path]])
  if (errors.size > 0) throw invalid(Object.fromEntries([...errors].map(([field, text]) => [field, [text]])))
}

/** A scheduled draft must not change unnoticed before it is published. @throws 409 DRAFT_SCHEDULED */
export async function requireUnscheduled(tx: Tx, pageId: number) {
  const draft = await tx
    .selectFrom('page_drafts')
    .select('publish_at')
    .where('page_id', '=', pageId)
    .executeTakeFirst()
  if (draft?.publish_at) throw draftScheduled(draft.publish_at)
}

export async function writeDraft(tx: Tx, { pageId, author }: PageEdit, content: PageContent) {
  await tx
    .insertInto('page_drafts')
    .values({ page_id: pageId, content: json(content), author })
    .onConflict((conflict) =>
      conflict.column('page_id').doUpdateSet({
        content: json(content),
        author,
        updated_at: sql<never>`now()`,
        publish_problem: null,
      }),
    )
    .execute()
}
