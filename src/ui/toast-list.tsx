import { useLayoutEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import { raiseMessages } from './raise-messages.ts'
import css from './toast-list.module.css'

export type Toast = {
  id: number
  type: 'success' | 'error'
  text: string
  action?: { label: string; run: () => void }
}

/**
 * Toasts, announced politely and removed after a while: an alert within a live region is read twice. The list exists before its first message. That of a dialog
 * takes over the messages outside, which do not arrive a second time. It covers no control and no price.
 */
export function ToastList({ toasts, onClose }: { toasts: readonly Toast[]; onClose: (id: number) => void }) {
  const [earlier] = useState(toasts)
  const list = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // Before the next paint, but after what the same reply changes in the page: a coupon that is removed takes lines away.
    const frame = requestAnimationFrame(() => list.current && raiseMessages(list.current))
    return () => cancelAnimationFrame(frame)
  }, [toasts])
  return (
    <section ref={list} className={css.list} aria-label="Messages" aria-live="polite">
      {toasts.map(({ id, type, text, action }) => (
        <div
          key={id}
          className={css.toast}
          data-type={type}
          data-earlier={earlier.some((toast) => toast.id === id)}
        >
          <span>{text}</span>
          {action && (
            <button
              type="button"
              className={css.action}
              onClick={() => {
                action.run()
                onClose(id)
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" className={css.close} aria-label="Dismiss" onClick={() => onClose(id)}>
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
    </section>
  )
}
