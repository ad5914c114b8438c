/**
 * While a modal dialog is open everything outside it is inert, the region too in which messages for screen readers appear: it comes
 * along into the dialog. Returns how to give it back.
 */
export function bringNews(dialog: HTMLElement | null): () => void {
  const region = document.querySelector(':is(body, dialog) > [role="status"]')
  const home = region?.parentElement
  if (!dialog || !region || !home) return () => {}
  dialog.append(region)
  return () => (home.isConnected ? home : document.body).append(region)
}
