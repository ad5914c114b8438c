import { useEffect, useReducer, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { useStore } from 'zustand'
import { ApiError, api } from '#admin/api.ts'
import { showMessage } from '#admin/parts/messages.tsx'
import { PreviewFrame } from '#admin/parts/preview-frame.tsx'
import { StaleNotice } from '#admin/parts/record-notices.tsx'
import { RecordFailure, useTitle, Waiting } from '#admin/parts/screen-frame.tsx'
import { useCloseWarning, useSaveShortcut } from '#admin/parts/unsaved-changes.ts'
import { queryKeys, useAnswer } from '#admin/query-keys.ts'
import { useSession } from '#admin/session-context.ts'
import type { EditablePage } from '#contract/admin/content/pages.ts'
import { ChangeList } from './change-list.tsx'
import { createDraftSaver, type DraftSaver } from './draft-saver.ts'
import { editHistory, startHistory } from './edit-history.ts'
import type { SectionTypes, Selection, WritePage } from './editor-content.ts'
import {
  addSection,
  changeSection,
  duplicateSection,
  type EditorContent,
  moveSection,
  newKey,
  removeSection,
  toEditor,
  toStored,
} from './editor-content.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import css from './page-editor.module.css'
import { PageSettings } from './page-settings.tsx'
import { sectionErrors, sectionsWithErrors } from './section-errors.ts'
import { SectionList } from './section-list.tsx'
import { SectionSettings } from './section-settings.tsx'
import { useOtherEditors } from './use-other-editors.ts'
import { usePreviewFrame } from './use-preview-frame.ts'
import { useUndoShortcuts } from './use-undo-shortcuts.ts'

/** The page editor: sections, the storefront beside them, and the settings of the selected section. Back office, "Page editor". */
export default function PageEditorScreen() {
  const id = Number(useParams().id)
  const page = useAnswer(queryKeys.record('pages', id), (signal) => api.adminPages.get({ id }, signal), {
    // A later reading would replace what is being typed; other editors are found when saving.
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  const types = useAnswer(queryKeys.sectionTypes, (signal) => api.adminPages.sectionTypes({}, signal), {
    staleTime: Number.POSITIVE_INFINITY,
  })
  const error = page.error ?? types.error
  if (error) return <RecordFailure title="Page editor" error={error} to="/pages" all="All pages" />
  if (!page.data || !types.data) return <Waiting />
  return <Editor key={id} page={page.data} types={types.data} />
}

type EditorProps = { page: EditablePage; types: SectionTypes }

function Editor({ page: loaded, types }: EditorProps) {
  const editor = usePageEditor(loaded)
  const { content, page, state, history, canWrite, dispatch, write } = editor
  const { may } = useSession()
  useTitle(content.name)
  useUndoShortcuts((type) => canWrite && dispatch({ type }))
  const others = useOtherEditors(page.id, may('content.write'))
  return (
    <div className={css.editor} data-full-window="">
      <EditorToolbar
        page={page}
        name={content.name}
        state={state}
        others={others}
        canUndo={canWrite && history.past.length > 0}
        canRedo={canWrite && history.future.length > 0}
        onUndo={() => dispatch({ type: 'undo' })}
        onRedo={() => dispatch({ type: 'redo' })}
        write={write}
        content={content}
        types={types}
      />
      <Stale editor={editor} types={types} />
      {page.draft?.publish_problem && (
        <p role="alert" className={css.notice}>
          The scheduled publication failed. {page.draft.publish_problem}
        </p>
      )}
      <div className={css.columns}>
        <Sections editor={editor} types={types} />
        <PreviewFrame frame={editor.frame} name={content.name} />
        <Settings editor={editor} types={types} />
      </div>
    </div>
  )
}

/** The content with its history, the draft that is saved from it, what is selected, and the storefront that shows it. */
function usePageEditor(loaded: EditablePage) {
  const [history, dispatch] = useReducer(editHistory, loaded, ({ content }) =>
    startHistory(toEditor(content)),
  )
  const { content } = history
  const [selection, setSelection] = useState<Selection>({ area: 'page' })
  const [saver] = useState(() => createDraftSaver(loaded))
  const { status, page, failure, savedAt } = useStore(saver.store)
  const { may } = useSession()
  const canWrite = may('content.write') && page.draft?.publish_at == null
  const selected = 'section' in selection ? selection.section : null

  const change = (edit: (before: EditorContent) => EditorContent, about?: string) => {
    if (canWrite)
      dispatch({ type: 'change', change: edit, at: Date.now(), ...(about !== undefined && { about }) })
  }
  const select = (key: string) => setSelection({ section: key })

  const frame = usePreviewFrame({
    pageId: page.id,
    content,
    selected,
    onEdit: (edit) => {
      if (edit.action === 'edit') return select(edit.key)
      if (edit.action === 'hide')
        return change((before) => changeSection(before, edit.key, { is_visible: false }))
      change((before) => moveSection(before, edit.key, edit.before))
    },
    onArea: (area) => setSelection({ area }),
  })
  const onReset = useSavedDraft(saver, content)

  /** Shows the page as the server answered. */
  function reset(next: EditablePage) {
    const fresh = toEditor(next.content)
    saver.reset(next)
    onReset(fresh)
    dispatch({ type: 'reset', content: fresh })
    // New sections have other keys once they are published.
    const place = content.sections.findIndex(({ key }) => key === selected)
    const same = fresh.sections[place]
    if (selected !== null) setSelection(same ? { section: same.key } : { area: 'page' })
    frame.reload(fresh)
  }

  const write: WritePage = (work) => writeAfterDraft(saver, work, reset)
  const state = { status, savedAt, failure }
  const edited = { content, history, page, state, selection, selected, canWrite, frame, saver }
  return { ...edited, dispatch, change, select, setSelection, reset, write }
}

type PageEditor = ReturnType<typeof usePageEditor>
type PartProps = { editor: PageEditor; types: SectionTypes }

/** Saves the content as the draft: a moment after each change, by the shortcut, and when the editor is left. */
function useSavedDraft(saver: DraftSaver, content: EditorContent) {
  /** The content that the saver or the server has. */
  const known = useRef(content)
  useEffect(() => {
    if (content === known.current) return
    known.current = content
    saver.change(content)
  }, [content, saver])
  useSaveShortcut(() => void saver.flush())
  useCloseWarning(useStore(saver.store, ({ status }) => status !== 'saved'))
  useEffect(
    () => () => {
      // The screen was left within the back office.
      void saver.flush()
      saver.stop()
    },
    [saver],
  )
  return (fresh: EditorContent) => {
    known.current = fresh
  }
}

/** Runs a write that answers with the page, after the draft is saved. @returns whether it succeeded. */
async function writeAfterDraft(
  saver: DraftSaver,
  work: Parameters<WritePage>[0],
  reset: (page: EditablePage) => void,
): Promise<boolean> {
  if (!(await saver.flush())) {
    showMessage('Save the draft first: see the message above the page.', 'bad')
    return false
  }
  const { id, revision } = saver.store.getState().page
  try {
    const { data, message } = await work({ id, revision })
    reset(data)
    if (message) showMessage(message)
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'STALE_RECORD') throw error
    saver.store.setState({ status: 'stale', failure: error })
    return false
  }
}

function Stale({ editor: { content, state, saver, reset }, types }: PartProps) {
  const { status, failure } = state
  const theirs = failure?.stale<EditablePage>()
  if (status !== 'stale' || !failure || !theirs) return null
  return (
    <StaleNotice
      refusal={failure}
      isInterruption
      className={css.notice}
      onTake={() => reset(theirs)}
      onKeep={() => void saver.overwrite(theirs)}
    >
      <details>
        <summary>What differs</summary>
        <ChangeList
          before={theirs.content}
          after={toStored(content)}
          types={types}
          labels={['Theirs', 'Yours']}
        />
      </details>
    </StaleNotice>
  )
}

const errorsOf = ({ status, failure }: PageEditor['state']) =>
  status === 'refused' ? (failure?.errors ?? {}) : {}

function Sections({ editor, types }: PartProps) {
  const { content, state, selection, selected, canWrite, frame, change, select, setSelection } = editor
  return (
    <SectionList
      content={content}
      types={types.types}
      selection={selection}
      errors={sectionsWithErrors(errorsOf(state))}
      isReadOnly={!canWrite}
      onSelect={(next) => {
        setSelection(next)
        const payload = 'section' in next ? { key: next.section } : { area: next.area }
        frame.ref.current?.contentWindow?.postMessage(
          { source: 'builder', type: 'scroll:to', payload },
          location.origin,
        )
      }}
      onChange={change}
      onAdd={({ component, defaults }) => {
        const key = newKey()
        change((before) => addSection(before, { key, component, settings: defaults }, selected))
        select(key)
      }}
      onDuplicate={(source) => {
        const key = newKey()
        change((before) => duplicateSection(before, source, key))
        select(key)
      }}
      onRemove={(key) => {
        change((before) => removeSection(before, key))
        if (key === selected) setSelection({ area: 'page' })
      }}
    />
  )
}

function Settings({ editor, types }: PartProps) {
  const { content, page, state, selection, selected, canWrite, frame, change } = editor
  const errors = errorsOf(state)
  const at = content.sections.findIndex(({ key }) => key === selected)
  const section = content.sections[at]
  return (
    <aside className={css.settings} aria-label="Settings">
      {section ? (
        <SectionSettings
          key={section.key}
          section={section}
          type={types.types.find(({ component }) => component === section.component)}
          layout={types.layout}
          errors={sectionErrors(errors, at)}
          isReadOnly={!canWrite}
          onChange={(next, about) => {
            if (canWrite && next.settings) frame.showSettings({ ...section, settings: next.settings })
            change((before) => changeSection(before, section.key, next), `${section.key} ${about}`)
          }}
        />
      ) : (
        <PageSettings
          area={'area' in selection ? selection.area : 'page'}
          page={page}
          content={content}
          errors={errors}
          isReadOnly={!canWrite}
          onChange={(next, about) => change((before) => ({ ...before, ...next }), `page ${about}`)}
        />
      )}
    </aside>
  )
}
