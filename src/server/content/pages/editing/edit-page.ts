import type { Tx } from '#server/platform/kernel/context.ts'
import { readEditablePage } from '../read-editable-page.ts'
import { pageChanged } from '../refusals.ts'

/** Who edits which page, and the revision that the edit is based on. */
export type PageEdit = { pageId: number; revision: number; author: string }

/**
 * Raises the page's revision and locks the page until the transaction ends, so that of two edits based on the same revision one is
 * refused. Returns the new revision.
 *
 * @throws 404 for an unknown page.
 * @throws 409 STALE_RECORD when the page has been edited since, with the page as it is now.
 */
export async function raiseRevision(tx: Tx, { pageId, revision }: PageEdit): Promise<number> {
  const page = await tx
    .updateTable('pages')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', pageId)
    .where('revision', '=', revision)
    .returning('revision')
    .executeTakeFirst()
  if (page) return page.revision
  throw pageChanged(await readEditablePage(tx, pageId))
}
