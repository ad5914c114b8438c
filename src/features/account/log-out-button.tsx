import { useState } from 'react'
import { logOut } from '#features/auth/session.ts'
import { Icon } from '#ui/icon.tsx'

/** Ends the session, in every tab, and goes home. Spec §4, logout. */
export function LogOutButton({ className }: { className?: string | undefined }) {
  const [isBusy, setBusy] = useState(false)
  async function leave() {
    setBusy(true)
    await logOut()
    setBusy(false)
  }
  return (
    <button
      type="button"
      className={className}
      aria-busy={isBusy || undefined}
      onClick={() => !isBusy && void leave()}
    >
      <Icon name="log-out" size={18} />
      {isBusy ? 'Please wait' : 'Log out'}
    </button>
  )
}
