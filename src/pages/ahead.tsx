import { Activity, type ReactNode } from 'react'
import css from './ahead.module.css'

type Props = {
  isAhead: boolean
  /** Ends a frame later than `isAhead`, because its end recalculates the styles of the whole page. */
  isInert: boolean | undefined
  children: ReactNode
}

/**
 * A page that was or may be made ahead. Until it is shown it is laid out beside the screen, so that showing it
 * costs paint alone. Visitors cannot reach it: `inert` keeps it from focus, pointer, find-in-page and screen
 * readers. Its effects run when it is shown. ADR 0085, 0102.
 */
export function MadeAhead({ isAhead, isInert, children }: Props) {
  return (
    <div
      className={isAhead ? css.ahead : undefined}
      inert={isInert}
      aria-hidden={isAhead || undefined}
      ref={layOut}
    >
      <Activity mode={isAhead ? 'hidden' : 'visible'}>{children}</Activity>
    </div>
  )
}

/** Removes the `display: none` of the hidden Activity as soon as React has set it: before the next style calculation. */
function layOut(holder: HTMLElement | null) {
  if (!holder) return
  const watcher = new MutationObserver(() => {
    if (!holder.inert) return
    for (const child of holder.children) (child as HTMLElement).style.removeProperty('display')
  })
  watcher.observe(holder, { childList: true })
  return () => watcher.disconnect()
}
