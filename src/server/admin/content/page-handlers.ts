import type { adminPagesEndpoints } from '#contract/admin/content/pages.ts'
import { sectionCheck } from '#server/content/pages/check-section.ts'
import {
  addPageAs,
  deletePageAs,
  discardDraftAs,
  publishPageAs,
  restoreVersionAs,
  saveDraftAs,
  scheduleDraftAs,
  unscheduleDraftAs,
} from '#server/content/pages/editing/edit-pages.ts'
import { forgetPageEditor, notePageEditor } from '#server/content/pages/editing/page-editors.ts'
import { listVersions, readVersion } from '#server/content/pages/editing/page-history.ts'
import { createPreviewToken, previewTokenSeconds } from '#server/content/pages/preview-token.ts'
import { readEditablePage } from '#server/content/pages/read-editable-page.ts'
import { actorOf } from '#server/platform/audit/audit-log.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { staffOf } from '#server/platform/sessions/staff-session.ts'
import { readPluginSectionTypes } from '#server/shop/plugins/section-types.ts'
import { listPages } from './list-pages.ts'

/** Who edits, by the name that other editors see. */
const editorOf = (call: Parameters<typeof staffOf>[0]) => {
  const { name, email } = staffOf(call)
  return { author: name || email, actor: actorOf(call.visitor) }
}

export const adminPagesHandlers: Handlers<typeof adminPagesEndpoints> = {
  list: (query, { db }) => listPages(db, query),

  async sectionTypes(_input, { sections, plugins }) {
    return {
      types: [...sections.types(), ...(await readPluginSectionTypes({ plugins }))],
      layout: sections.layout(),
    }
  },

  get: ({ id }, { db }) => readEditablePage(db, id),

  async create({ copy_of, ...page }, call) {
    const id = await addPageAs(call.db, editorOf(call), { ...page, copyOf: copy_of })
    return say('Page created', await readEditablePage(call.db, id))
  },

  async saveDraft({ id, revision, content }, call) {
    await saveDraftAs(call.db, editorOf(call), { pageId: id, revision, content }, sectionCheck(call))
    const { content: _saved, ...page } = await readEditablePage(call.db, id)
    return page
  },

  async discardDraft({ id, revision }, call) {
    await discardDraftAs(call.db, editorOf(call), { pageId: id, revision })
    return say('Draft discarded', await readEditablePage(call.db, id))
  },

  async publish({ id, revision, at }, call) {
    const edit = { pageId: id, revision }
    const check = sectionCheck(call)
    if (at === undefined) await publishPageAs(call.db, editorOf(call), edit, check)
    else await scheduleDraftAs(call.db, editorOf(call), { ...edit, at: new Date(at) }, check)
    return say(at === undefined ? 'Published' : 'Publication scheduled', await readEditablePage(call.db, id))
  },

  async unschedule({ id, revision }, call) {
    await unscheduleDraftAs(call.db, editorOf(call), { pageId: id, revision })
    return say('Publication cancelled. The draft is kept.', await readEditablePage(call.db, id))
  },

  async versions({ id }, { db }) {
    const versions = await listVersions(db, id)
    return {
      versions: versions.map(({ created_at, ...version }) => ({ ...version, at: created_at.toISOString() })),
    }
  },

  version: async ({ id, number }, { db }) => ({ number, content: await readVersion(db, id, number) }),

  async restore({ id, revision, number }, call) {
    await restoreVersionAs(call.db, editorOf(call), { pageId: id, revision, number })
    return say(`Version ${number} is the draft now`, await readEditablePage(call.db, id))
  },

  async remove({ id, revision }, call) {
    const { name } = await deletePageAs(call.db, editorOf(call), { pageId: id, revision })
    return say(`${name} deleted`, {})
  },

  async previewToken({ id }, { db, config }) {
    const { slug } = await readEditablePage(db, id)
    return {
      token: createPreviewToken(config, id, { kind: 'back office' }),
      path: `/${encodeURIComponent(slug)}`,
      expires_at: new Date(Date.now() + previewTokenSeconds * 1_000).toISOString(),
    }
  },

  async presence({ id, is_closing }, call) {
    const { revision, last_change } = await readEditablePage(call.db, id)
    const editor = { pageId: id, staffId: staffOf(call).id }
    if (is_closing) await forgetPageEditor(call.db, editor)
    return { others: is_closing ? [] : await notePageEditor(call.db, editor), revision, last_change }
  },
}
