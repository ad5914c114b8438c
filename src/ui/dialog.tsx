import { type ReactNode, useEffect, useId, useRef } from 'react'
import { bringNews } from './bring-news.ts'
import css from './dialog.module.css'
import { Icon } from './icon.tsx'

type Props = {
  title: string
  /** Where it stands: in the middle, or a drawer at an edge. */
  side?: 'end' | 'start' | 'bottom'
  onClose: () => void
  children: ReactNode
  foot?: ReactNode
}

/**
 * A modal dialog on the platform's own: focus goes in and comes back, the page behind is inert, Escape closes.
 * Mounting opens it. The opener gets the focus back from the browser.
 */
export function Dialog({ title, side, onClose, children, foot }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    const giveNewsBack = bringNews(element)
    document.documentElement.style.overflow = 'hidden'
    return () => {
      giveNewsBack()
      element?.close()
      document.documentElement.style.overflow = ''
      // React removes the element at once, so the browser may not get to give the focus back.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
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
        <button type="button" className={css.close} aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className={css.body}>{children}</div>
      {foot && <div className={css.foot}>{foot}</div>}
    </dialog>
  )
}
