import { useStore } from 'zustand'
import { closeToast, toasts } from '#client/toasts.ts'
import { ToastList } from '#ui/toast-list.tsx'
import css from './dialog-messages.module.css'

/** Toasts inside an open dialog, because the page's own list is inert. */
export function DialogMessages() {
  const messages = useStore(toasts, (state) => state.list)
  return (
    <div className={css.messages}>
      {messages.length > 0 && <ToastList toasts={messages} onClose={closeToast} />}
    </div>
  )
}
