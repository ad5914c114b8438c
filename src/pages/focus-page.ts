/** Tells screen readers where they are, and lets the keyboard go on from the top of the page, or from its fragment. */
export function focusPage({ hash }: URL) {
  // The browser has found the fragment's element when it scrolled there.
  const found = hash ? document.querySelector<HTMLElement>(':target') : null
  const target = found ?? document.querySelector<HTMLElement>('main h1')
  if (!target) return
  // A link or a field takes the focus as it is.
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
