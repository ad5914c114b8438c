import { createStore } from 'zustand/vanilla'
import { ApiError, api } from '#admin/api.ts'
import type { EditablePage } from '#contract/admin/content/pages.ts'
import { type EditorContent, toStored } from './editor-content.ts'

export type SaveState = {
  /** `stale`: another editor saved first; `refused`: the content is invalid; `offline`: tried again by itself. */
  status: 'saved' | 'unsaved' | 'saving' | 'stale' | 'refused' | 'offline'
  page: Omit<EditablePage, 'content'>
  savedAt?: Date
  failure?: ApiError
}

const PAUSE_MS = 800
const RETRY_MS = 5_000

/**
 * Saves a page's draft some moments after the last change, one save at a time, so that each names the revision of the one before.
 * A refused save stops until the next change; an unreachable shop is tried again.
 */
export function createDraftSaver(page: EditablePage) {
  const { content: _content, ...first } = page
  const store = createStore<SaveState>(() => ({ status: 'saved', page: first }))
  let pending: EditorContent | undefined
  let saving: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const saveSoon = (delay: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), delay)
  }

  async function saveAll() {
    while (pending) {
      const content = pending
      pending = undefined
      const { id, revision } = store.getState().page
      store.setState({ status: 'saving' })
      try {
        const { data } = await api.adminPages.saveDraft({ id, revision, content: toStored(content) })
        store.setState({ page: data, savedAt: new Date(), status: pending ? 'unsaved' : 'saved' })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        pending ??= content
        const isAway = error.status === 0 || error.status >= 500
        store.setState({ failure: error, status: isAway ? 'offline' : statusOf(error) })
        if (isAway) saveSoon(RETRY_MS)
        return
      }
    }
  }

  /** Saves what is not saved yet. @returns whether everything is saved. */
  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    await saving
    if (pending && store.getState().status !== 'stale') {
      saving = saveAll()
      await saving
      saving = undefined
    }
    return store.getState().status === 'saved'
  }

  return {
    store,
    flush,
    change(content: EditorContent) {
      pending = content
      if (store.getState().status === 'stale') return
      store.setState({ status: 'unsaved' })
      saveSoon(PAUSE_MS)
    },
    /** The page as the server answered to another write. */
    reset({ content: _saved, ...next }: EditablePage) {
      clearTimeout(timer)
      pending = undefined
      store.setState({ status: 'saved', page: next })
    },
    /** Saves the own content over what another editor saved. */
    overwrite({ content: _theirs, ...theirs }: EditablePage) {
      store.setState({ status: 'unsaved', page: theirs })
      return flush()
    },
    stop: () => clearTimeout(timer),
  }
}

const statusOf = ({ code }: ApiError) => (code === 'STALE_RECORD' ? 'stale' : 'refused')

export type DraftSaver = ReturnType<typeof createDraftSaver>
