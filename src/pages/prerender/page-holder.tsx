import { Activity, type ReactNode } from 'react'
import { BelowContext } from './below-fold.tsx'
import type { Below } from './outlet-state.ts'
import css from './page-holder.module.css'

type Props = {
  /** Laid out beside the screen. */
  isNext?: boolean | undefined
  /** The page before the one on screen. It is removed after the paint. */
  isLeaving?: boolean | undefined
  /** The server's page is outside an Activity, which would delay its hydration. */
  isFirst?: boolean | undefined
  below?: Below | undefined
  children: ReactNode
}

/**
 * A page and its place in the outlet. A prerendered one is laid out beside the screen, so that showing it costs
 * paint alone. Visitors cannot reach it: `inert` keeps it from focus, pointer, find-in-page and screen readers. Its
 * effects run when it is shown. ADR 0018.
 */
export function PageHolder({ isNext, isLeaving, isFirst, below = 'soon', children }: Props) {
  const content = <BelowContext value={below}>{children}</BelowContext>
  return (
    <div
      className={isNext ? css.prerendered : undefined}
      hidden={isLeaving}
      inert={isNext}
      aria-hidden={isNext}
      ref={layOut}
    >
      {isFirst ? content : <Activity mode={isNext ? 'hidden' : 'visible'}>{content}</Activity>}
    </div>
  )
}

/**
 * Removes the `display: none` of the hidden Activity as soon as React has set it, which it does with each commit inside:
 * before the next style calculation.
 */
function layOut(holder: HTMLElement | null) {
  if (!holder) return
  const watcher = new MutationObserver(() => {
    if (!holder.inert) return
    for (const child of holder.children) {
      if (child instanceof HTMLElement) child.style.removeProperty('display')
      watcher.observe(child, { attributeFilter: ['style'] })
    }
  })
  watcher.observe(holder, { childList: true })
  return () => watcher.disconnect()
}

/**
 * Puts the prerendered page on screen, before React runs its effects and removes the page on screen. It stays
 * inert. The order of the two stays until React moves the hidden one: that costs a quarter of the event's time. ADR 0018. False:
 * nothing of it is rendered yet.
 */
export function swapPrerendered(): boolean {
  const holder = document.querySelector<HTMLElement>(`.${css.prerendered}`)
  const last = holder?.previousElementSibling
  if (!holder?.firstChild || !(last instanceof HTMLElement)) return false
  last.hidden = true
  holder.className = ''
  holder.ariaHidden = null
  return true
}
