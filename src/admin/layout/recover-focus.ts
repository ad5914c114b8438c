import { useEffect } from 'react'

/** A dialog that closes, and a screen that opens, give the focus to something themselves within this time. */
const SETTLED_MS = 100

/** What a person still sees as the place where they were. */
const parts = 'section, article, form, nav, ul, table, main'

const canHaveFocus = (element: Element | undefined) =>
  element?.isConnected && element.checkVisibility() && !element.matches(':disabled')

/**
 * Gives the focus to the closest part of the screen that is still there when the control that had it is gone or disabled: the button of
 * an action that is done, a condition that was removed, a row that left the list. On the document, the next Tab would begin at the top
 * and a screen reader would lose its place.
 */
export function useFocusRecovery() {
  useEffect(() => {
    /** The control of the screen that had the focus last, with everything around it. */
    let path: Element[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const isLost = () => document.activeElement === document.body && path.length > 0 && !canHaveFocus(path[0])
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !target.closest('main')) return
      path = []
      for (let one: Element | null = target; one && one !== document.body; one = one.parentElement)
        path.push(one)
    }
    // A press beside all controls means to leave the one that has the focus.
    const leave = () => {
      path = []
    }
    const recover = () => {
      const part = isLost() && path.find((one, at) => at > 0 && one.matches(parts) && canHaveFocus(one))
      if (!(part instanceof HTMLElement)) return
      if (!part.hasAttribute('tabindex')) {
        part.tabIndex = -1
        part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true })
      }
      part.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      if (isLost()) timer = setTimeout(recover, SETTLED_MS)
    })
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled', 'hidden'],
    })
    addEventListener('focusin', note)
    addEventListener('pointerdown', leave, true)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      removeEventListener('focusin', note)
      removeEventListener('pointerdown', leave, true)
    }
  }, [])
}
