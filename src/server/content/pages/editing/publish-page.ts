import type { PageContent } from '#contract/admin/content/page-content.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { EMBEDS_TAG, pageHasEmbeds } from '#server/shop/consent/find-embeds.ts'
import { customColumn } from '#server/shop/custom-fields/accept-values.ts'
import { readRecordValues } from '#server/shop/custom-fields/field-records.ts'
import { type CheckSection, readPublishedContent, validatePageContent } from '../page-content.ts'
import { draftNotFound, pageNotFound } from '../refusals.ts'
import { type PageEdit, raiseRevision } from './edit-page.ts'

/** Older versions are deleted when a page is published. */
const KEPT_VERSIONS = 50

/** The author of the first version, which is the content before the first publication by an editor. */
const INITIAL_AUTHOR = 'initial'

/**
 * Makes the page's draft its content, records it as a version and removes the draft. Sections keep their ids. Returns the new revision
 * and the version's number.
 *
 * @throws 404 without page or draft; 409 STALE_RECORD as `raiseRevision`; 422 when the draft is no longer valid.
 */
export async function publishPage(
  db: Db | Tx,
  edit: PageEdit,
  checkSection: CheckSection,
): Promise<{ revision: number; number: number }> {
  return inTransaction(db, async (tx) => {
    const revision = await raiseRevision(tx, edit)
    const { pageId, author } = edit
    const draft = await tx
      .deleteFrom('page_drafts')
      .where('page_id', '=', pageId)
      .returning('content')
      .executeTakeFirst()
    if (!draft) throw draftNotFound()
    const content = validatePageContent(draft.content, checkSection)
    const last = (await readLastNumber(tx, pageId)) ?? (await recordInitial(tx, pageId))
    const hadEmbeds = await pageHasEmbeds(tx, pageId)
    const sections = await replaceSections(tx, pageId, content.sections)
    const embedsChanged = (await pageHasEmbeds(tx, pageId)) !== hadEmbeds
    const { slug } = await updatePage(tx, pageId, content)
    const number = last + 1
    await recordVersion(tx, { pageId, number, author, content: { ...content, sections } })
    await tx
      .deleteFrom('page_versions')
      .where('page_id', '=', pageId)
      .where('number', '<=', number - KEPT_VERSIONS)
      .execute()
    await noteChange(tx, [`page:${slug}`, 'pages', ...(embedsChanged ? [EMBEDS_TAG] : [])])
    return { revision, number }
  })
}

async function readLastNumber(tx: Tx, pageId: number): Promise<number | undefined> {
  const last = await tx
    .selectFrom('page_versions')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('page_id', '=', pageId)
    .executeTakeFirst()
  return last?.number ?? undefined
}

/** The content that no publication has recorded yet, so that it can be restored as well. */
async function recordInitial(tx: Tx, pageId: number): Promise<number> {
  const content = await readPublishedContent(tx, pageId)
  if (!content) throw pageNotFound()
  await recordVersion(tx, { pageId, number: 1, author: INITIAL_AUTHOR, content })
  return 1
}

async function recordVersion(
  tx: Tx,
  {
    pageId,
    number,
    author,
    content,
  }: { pageId: number; number: number; author: string; content: PageContent },
) {
  await tx
    .insertInto('page_versions')
    .values({ page_id: pageId, number, author, content: json(content) })
    .execute()
}

const timesOf = ({ starts_at, ends_at }: { starts_at: string | null; ends_at: string | null }) => ({
  starts_at: starts_at === null ? null : new Date(starts_at),
  ends_at: ends_at === null ? null : new Date(ends_at),
})

async function updatePage(tx: Tx, pageId: number, { sections: _sections, custom, ...page }: PageContent) {
  const before = await readRecordValues(tx, 'page', pageId)
  const column = await customColumn(tx, 'page', { path: 'custom', values: custom, before })
  return tx
    .updateTable('pages')
    .set({ ...page, ...timesOf(page), ...column })
    .where('id', '=', pageId)
    .returning('slug')
    .executeTakeFirstOrThrow()
}

/** Writes the sections in their order. An id is preserved only when the section belonged to this page. Returns them with their ids. */
async function replaceSections(
  tx: Tx,
  pageId: number,
  sections: PageContent['sections'],
): Promise<PageContent['sections']> {
  const removed = await tx.deleteFrom('sections').where('page_id', '=', pageId).returning('id').execute()
  const own = new Set(removed.map(({ id }) => id))
  const written: PageContent['sections'] = []
  for (const [at, { id, key: _key, settings, ...section }] of sections.entries()) {
    // An id that is named twice belongs to the first section with it.
    const isExisting = id !== null && own.delete(id)
    const row = await tx
      .insertInto('sections')
      .values({
        ...section,
        ...timesOf(section),
        ...(isExisting && { id }),
        page_id: pageId,
        sort_order: at + 1,
        settings: json(settings),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    written.push({ ...section, settings, id: row.id })
  }
  return written
}
