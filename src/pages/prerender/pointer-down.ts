import { linkOf, softLink } from '../links.ts'
import type { Routes } from '../route-table.ts'

/** Links that do something else, are dragged, or are inside such an element. */
const NOT_AT_ONCE = '[role], [aria-haspopup], [aria-expanded], [draggable=true], [contenteditable]'
const NOT_WITHIN = '[data-press=click]'

/**
 * Follows links on mousedown, some 80 ms before the click. Only for a mouse, because a touch may begin a
 * scroll. `data-press="click"` on a link or around it disables this.
 */
export function navigateOnPointerDown(routes: Routes) {
  document.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'mouse' || event.button !== 0 || event.defaultPrevented) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = linkOf(event)
    if (!link || link.matches(NOT_AT_ONCE) || link.closest(NOT_WITHIN) || !softLink(event, routes)) return
    swallowPress()
    // A real click event, only earlier: listeners receive it and may prevent it.
    event.target?.dispatchEvent(new PointerEvent('click', event))
  })
}

/**
 * Blocks the rest of the press, which may hit a button of the new page such as 'Add to cart', including its
 * focus change. Ends after the button is up and its click, which follows at once, has passed.
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
