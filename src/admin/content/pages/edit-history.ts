import type { EditorContent } from './editor-content.ts'

/** What is edited, with the states before and after it for undo and redo. */
export type EditHistory = {
  content: EditorContent
  past: readonly EditorContent[]
  future: readonly EditorContent[]
  /** What the last change was about, and when (ms), so that typing in one field is one step. */
  last?: { about: string; at: number }
}

export type EditAction =
  /** Changes with the same `about` in quick succession are undone together. */
  | { type: 'change'; change: (content: EditorContent) => EditorContent; about?: string; at: number }
  | { type: 'undo' | 'redo' }
  | { type: 'reset'; content: EditorContent }

const MAX_STEPS = 200
const TYPING_PAUSE_MS = 1_500

export const startHistory = (content: EditorContent): EditHistory => ({ content, past: [], future: [] })

export function editHistory(state: EditHistory, action: EditAction): EditHistory {
  const { content, past, future, last } = state
  switch (action.type) {
    case 'change': {
      const next = action.change(content)
      if (next === content) return state
      const { about, at } = action
      const isSameStep = about !== undefined && last?.about === about && at - last.at < TYPING_PAUSE_MS
      return {
        content: next,
        past: isSameStep ? past : [...past, content].slice(-MAX_STEPS),
        future: [],
        ...(about !== undefined && { last: { about, at } }),
      }
    }
    case 'undo': {
      const before = past.at(-1)
      return before ? { content: before, past: past.slice(0, -1), future: [content, ...future] } : state
    }
    case 'redo': {
      const [after, ...rest] = future
      return after ? { content: after, past: [...past, content], future: rest } : state
    }
    case 'reset':
      return startHistory(action.content)
  }
}
