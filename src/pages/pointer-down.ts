import { linkOf, softLink } from './links.ts'
import type { Routes } from './route-table.ts'

/** Links that do something else, are dragged, or stand in something that is. */
const NOT_AT_ONCE = '[role], [aria-haspopup], [aria-expanded], [draggable=true], [contenteditable]'
const NOT_WITHIN = '[data-press=click]'

/**
 * Follows links when the mouse button goes down, some 80 ms before its click would. A finger that goes down may be
 * about to scroll; only a mouse has decided. `data-press="click"` on a link or around it leaves the press alone.
 */
export function navigateOnPointerDown(routes: Routes) {
  document.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'mouse' || event.button !== 0 || event.defaultPrevented) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = linkOf(event)
    if (!link || link.matches(NOT_AT_ONCE) || link.closest(NOT_WITHIN) || !softLink(event, routes)) return
    swallowPress()
    // The click itself, only earlier: whoever listens for it hears it, and may still prevent it.
    event.target?.dispatchEvent(new PointerEvent('click', event))
  })
}

/**
 * The rest of the press may fall on the new page, even on its 'Add to cart': it must reach nothing, not even
 * move the focus. Over when the button is up and its click, which follows at once, is gone.
 */
function swallowPress() {
  const press = new AbortController()
  const swallow = (event: Event) => {
    if (!event.isTrusted) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const end = () => setTimeout(() => press.abort())
  for (const type of ['mousedown', 'mouseup', 'click', 'dragstart']) {
    addEventListener(type, swallow, { capture: true, signal: press.signal })
  }
  for (const type of ['pointerup', 'pointercancel']) {
    addEventListener(type, end, { capture: true, signal: press.signal })
  }
}
