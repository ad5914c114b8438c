import { comparePages } from '#contract/admin/content/compare-pages.ts'
import type { PageContent } from '#contract/admin/content/page-content.ts'
import { addPage, deletePage } from '#server/content/pages/editing/add-page.ts'
import { restoreVersion } from '#server/content/pages/editing/page-history.ts'
import { publishPage } from '#server/content/pages/editing/publish-page.ts'
import { discardDraft, saveDraft } from '#server/content/pages/editing/save-draft.ts'
import { scheduleDraft, unscheduleDraft } from '#server/content/pages/editing/schedule-draft.ts'
import { type CheckSection, readPublishedContent } from '#server/content/pages/page-content.ts'
import { type Actor, type Change, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'

/** `author` is the name in drafts and versions, `actor` the one in the audit log. */
export type PageEditor = { author: string; actor: Actor }

type Ref = { pageId: number; revision: number }

/** Further saves of the same draft by the same editor within this time are one entry of the audit log. */
const SESSION_MINUTES = 30

/** Saves a draft. The audit log has one entry per editor and session, because drafts are saved while people type. */
export const saveDraftAs = (
  db: Db,
  { author, actor }: PageEditor,
  edit: Ref & { content: unknown },
  checkSection: CheckSection,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const former = await tx
      .selectFrom('page_drafts')
      .select(['author', 'updated_at'])
      .where('page_id', '=', edit.pageId)
      .executeTakeFirst()
    const revision = await saveDraft(tx, { ...edit, author }, checkSection)
    const idleMs = former ? Date.now() - former.updated_at.getTime() : Number.POSITIVE_INFINITY
    if (former?.author !== author || idleMs > SESSION_MINUTES * 60_000)
      await audit(tx, actor, edit.pageId, {
        action: 'page.edit',
        after: { draft: former ? 'continued' : 'started' },
      })
    return revision
  })

export const discardDraftAs = (db: Db, { author, actor }: PageEditor, edit: Ref): Promise<number> =>
  inTransaction(db, async (tx) => {
    const revision = await discardDraft(tx, { ...edit, author })
    await audit(tx, actor, edit.pageId, { action: 'page.discard_draft' })
    return revision
  })

/** Publishes the draft; the audit log has what changed in the shop. */
export const publishPageAs = (
  db: Db,
  { author, actor }: PageEditor,
  edit: Ref,
  checkSection: CheckSection,
): Promise<{ revision: number; number: number }> =>
  inTransaction(db, async (tx) => {
    const before = await readPublishedContent(tx, edit.pageId)
    const result = await publishPage(tx, { ...edit, author }, checkSection)
    const after = await readPublishedContent(tx, edit.pageId)
    await audit(tx, actor, edit.pageId, { action: 'page.publish', ...changedIn(before, after) })
    return result
  })

export const scheduleDraftAs = (
  db: Db,
  { author, actor }: PageEditor,
  edit: Ref & { at: Date },
  checkSection: CheckSection,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const revision = await scheduleDraft(tx, { ...edit, author }, checkSection)
    await audit(tx, actor, edit.pageId, {
      action: 'page.schedule',
      after: { publish_at: edit.at.toISOString() },
    })
    return revision
  })

export const unscheduleDraftAs = (db: Db, { author, actor }: PageEditor, edit: Ref): Promise<number> =>
  inTransaction(db, async (tx) => {
    const revision = await unscheduleDraft(tx, { ...edit, author })
    await audit(tx, actor, edit.pageId, { action: 'page.unschedule' })
    return revision
  })

export const restoreVersionAs = (
  db: Db,
  { author, actor }: PageEditor,
  edit: Ref & { number: number },
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const revision = await restoreVersion(tx, { ...edit, author })
    await audit(tx, actor, edit.pageId, { action: 'page.restore', after: { version: edit.number } })
    return revision
  })

export const addPageAs = (
  db: Db,
  { author, actor }: PageEditor,
  page: { name: string; slug: string; copyOf?: number | undefined },
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const id = await addPage(tx, { ...page, author })
    const { name, slug, copyOf } = page
    await audit(tx, actor, id, {
      action: 'page.create',
      after: { name, slug, ...(copyOf !== undefined && { copy_of: copyOf }) },
    })
    return id
  })

export const deletePageAs = (db: Db, { author, actor }: PageEditor, edit: Ref) =>
  inTransaction(db, async (tx) => {
    const page = await deletePage(tx, { ...edit, author })
    await writeAudit(tx, actor, {
      action: 'page.delete',
      record: { type: 'page', id: recordId(page.slug) },
      before: page,
    })
    return page
  })

/** Pages are named by their address, which is what people search the log for. */
const recordId = (slug: string) => `/${slug}`

async function audit(tx: Tx, actor: Actor, pageId: number, change: Omit<Change, 'record'>) {
  const { slug } = await tx
    .selectFrom('pages')
    .select('slug')
    .where('id', '=', pageId)
    .executeTakeFirstOrThrow()
  await writeAudit(tx, actor, { ...change, record: { type: 'page', id: recordId(slug) } })
}

/** Longer lists of changes are cut in the log; the history has all of them. */
const MAX_LOGGED = 50

/** What changed, by section and setting, as fields of the audit log. */
function changedIn(before: PageContent | undefined, after: PageContent | undefined) {
  if (!before || !after) return {}
  const changes = comparePages(before, after).slice(0, MAX_LOGGED)
  const nameOf = ({ section, field }: (typeof changes)[number]) =>
    [section && `${section.component} ${section.key}`, field].filter(Boolean).join(' ')
  return {
    before: Object.fromEntries(
      changes.map((change) => [nameOf(change), change.kind === 'removed' ? 'present' : short(change.before)]),
    ),
    after: Object.fromEntries(
      changes.map((change) => [
        nameOf(change),
        change.kind === 'changed' ? short(change.after) : change.kind,
      ]),
    ),
  }
}

const short = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : value
}
