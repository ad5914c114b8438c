import { Link } from 'react-router'
import { api } from '#admin/api.ts'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { AdminIcon } from '#admin/parts/admin-icon.tsx'
import { useFormat } from '#admin/parts/format.ts'
import { useSession } from '#admin/session-context.ts'
import type { EditablePage } from '#contract/admin/content/pages.ts'
import type { SaveState } from './draft-saver.ts'
import type { EditorContent, SectionTypes, WritePage } from './editor-content.ts'
import { HistoryDialog } from './history-dialog.tsx'
import css from './page-editor.module.css'
import { PublishDialog } from './publish-dialog.tsx'
import type { OtherEditor } from './use-other-editors.ts'

type Props = {
  page: Omit<EditablePage, 'content'>
  name: string
  content: EditorContent
  types: SectionTypes
  state: Pick<SaveState, 'status'> & Partial<Pick<SaveState, 'savedAt' | 'failure'>>
  others: readonly OtherEditor[]
  canUndo: boolean
  canRedo: boolean
  onUndo: () => void
  onRedo: () => void
  write: WritePage
}

/** Name and state of the page, undo and redo, history, discard and publish. */
export function EditorToolbar(props: Props) {
  const { page, name, content, types, state, others, canUndo, canRedo, onUndo, onRedo, write } = props
  const { may } = useSession()
  const { time } = useFormat()
  const isScheduled = page.draft?.publish_at != null
  const hasDraft = page.draft !== null || state.status !== 'saved'
  return (
    <header className={css.toolbar}>
      <Link to="/pages" className={css.back}>
        <AdminIcon name="chevron-left" size={18} />
        Pages
      </Link>
      <h1>{name}</h1>
      <p role="status" className={css.state} data-tone={tones[state.status]}>
        {stateText(state, page, time)}
      </p>
      {others.length > 0 && (
        <p className={css.others}>
          <AdminIcon name="users" size={16} />
          {others.map((one) => `${one.name} is editing, ${one.seconds_ago} s ago`).join('; ')}
        </p>
      )}
      <div className={css.actions}>
        <button
          type="button"
          aria-label="Undo"
          title="Undo (Ctrl+Z)"
          aria-keyshortcuts="Control+Z"
          disabled={!canUndo}
          onClick={onUndo}
        >
          <AdminIcon name="undo" size={18} />
        </button>
        <button
          type="button"
          aria-label="Redo"
          title="Redo (Ctrl+Shift+Z)"
          aria-keyshortcuts="Control+Shift+Z"
          disabled={!canRedo}
          onClick={onRedo}
        >
          <AdminIcon name="redo" size={18} />
        </button>
        <a href={`/${page.slug}`} target="_blank" rel="noreferrer" className={css.view}>
          View
          <AdminIcon name="external" size={16} />
        </a>
        <HistoryDialog page={page} content={content} types={types} isLocked={isScheduled} write={write} />
        {may('content.write') && page.draft && !isScheduled && (
          <ActionDialog
            label="Discard draft"
            title="Discard the draft?"
            submit="Discard"
            look="quiet"
            onSubmit={() => write((ref) => api.adminPages.discardDraft(ref))}
          >
            <p>The page goes back to what visitors see now. The draft cannot be brought back.</p>
          </ActionDialog>
        )}
        {may('content.publish') &&
          (isScheduled ? (
            <ActionDialog
              label="Cancel publication"
              title="Cancel the publication?"
              submit="Cancel publication"
              look="secondary"
              onSubmit={() => write((ref) => api.adminPages.unschedule(ref))}
            >
              <p>The draft is kept and can be edited again.</p>
            </ActionDialog>
          ) : (
            <PublishDialog hasDraft={hasDraft} page={page} write={write} />
          ))}
      </div>
    </header>
  )
}

const tones: Partial<Record<SaveState['status'], 'bad'>> = { stale: 'bad', refused: 'bad', offline: 'bad' }

function stateText(
  { status, savedAt, failure }: Props['state'],
  page: Props['page'],
  time: (text: string) => string,
) {
  if (page.draft?.publish_at)
    return `Will be published on ${time(page.draft.publish_at)}. Cancel that to edit.`
  switch (status) {
    case 'unsaved':
    case 'saving':
      return 'Saving …'
    case 'refused':
      return failure && Object.keys(failure.errors).length > 0
        ? 'Not saved: check the marked sections'
        : `Not saved: ${failure?.message ?? ''}`
    case 'offline':
      return 'Not saved: the shop does not answer. Trying again …'
    case 'stale':
      return 'Not saved'
    case 'saved':
      if (!page.draft) return 'Everything is published'
      if (savedAt) return `Draft saved, ${time(savedAt.toISOString())}`
      return `Draft by ${page.draft.author}, ${time(page.draft.saved_at)}`
  }
}
