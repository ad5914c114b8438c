/** Tells that the page updates automatically. */
export function FreshNote({ isShown }: { isShown: boolean }) {
  return isShown && <p className="note">This page updates automatically.</p>
}
