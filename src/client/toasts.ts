import { createStore } from 'zustand/vanilla'

export type Toast = {
  id: number
  type: 'success' | 'error'
  text: string
  action?: { label: string; run: () => void }
}

const SHOWN_FOR_MS = 5_000
const WITH_ACTION_MS = 9_000

export const toasts = createStore<{ list: Toast[] }>(() => ({ list: [] }))

let lastId = 0

/** Shows a message. A visible message of the same text and type is not shown twice (spec §7, decisions §6). */
export function showToast(type: Toast['type'], text: string, action?: Toast['action']) {
  if (toasts.getState().list.some((toast) => toast.type === type && toast.text === text)) return
  lastId += 1
  const id = lastId
  toasts.setState(({ list }) => ({
    list: [...list.slice(-2), { id, type, text, ...(action ? { action } : {}) }],
  }))
  setTimeout(() => closeToast(id), action ? WITH_ACTION_MS : SHOWN_FOR_MS)
}

export const closeToast = (id: number) =>
  toasts.setState(({ list }) => ({ list: list.filter((toast) => toast.id !== id) }))
