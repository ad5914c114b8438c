/** That nobody has to reload. */
export function FreshNote({ isShown }: { isShown: boolean }) {
  return isShown && <p className="note">This page looks for news every minute while it is open.</p>
}
