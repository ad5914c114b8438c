import { type ReactNode, useEffect, useId, useRef } from 'react'
import css from './dialog.module.css'
import { Icon } from './icon.tsx'
import { iconButtonClass } from './icon-button.ts'

type Props = {
  title: string
  /** In the middle by default, or a drawer at an edge. */
  side?: 'end' | 'start' | 'bottom'
  onClose: () => void
  children: ReactNode
  foot?: ReactNode
  /** Between body and foot. */
  messages?: ReactNode
}

/**
 * A modal dialog on the native element: it moves the focus in and back, makes the page behind inert and
 * closes with Escape. Mounting opens it.
 */
export function Dialog({ title, side, onClose, children, foot, messages }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    const restoreLiveRegions = moveLiveRegionsInto(element)
    document.documentElement.style.overflow = 'hidden'
    return () => {
      restoreLiveRegions()
      element?.close()
      document.documentElement.style.overflow = ''
      // React removes the element at once, so the browser may not restore the focus itself. A dialog that a redirect
      // has opened has no opener: the focus goes to the page's content. Where the opener is gone, its feature places the focus.
      const hasOpener = opener instanceof HTMLElement && opener !== document.body
      const target = hasOpener ? opener : document.querySelector<HTMLElement>('main[tabindex]')
      if (target?.isConnected) target.focus({ preventScroll: true })
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      className={`${css.dialog} ${side ? css[side] : ''}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
    >
      <div className={css.head}>
        <h2 id={titleId}>{title}</h2>
        <button type="button" className={iconButtonClass} aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className={css.body}>{children}</div>
      {messages}
      {foot && <div className={css.foot}>{foot}</div>}
    </dialog>
  )
}

/**
 * Moves the screen reader live regions into a modal dialog, because everything outside it is inert. Returns a
 * function that restores them.
 */
export function moveLiveRegionsInto(dialog: HTMLElement | null): () => void {
  const region = document.querySelector(':is(body, dialog) > [role="status"]')
  const home = region?.parentElement
  if (!dialog || !region || !home) return () => {}
  dialog.append(region)
  return () => (home.isConnected ? home : document.body).append(region)
}
