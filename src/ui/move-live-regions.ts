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
