/** Moves the focus to the top of the new page, or to its fragment, for screen readers and keyboards. */
export function focusPage({ hash }: URL) {
  // The browser has found the fragment's element when it scrolled there.
  const found = hash ? document.querySelector<HTMLElement>(':target') : null
  const target = found ?? document.querySelector<HTMLElement>('main h1')
  if (!target) return
  // A link or a field is focusable already.
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
