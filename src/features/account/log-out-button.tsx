import { useState } from 'react'
import { send } from '#client/api.ts'
import { Icon } from '#ui/icon.tsx'

/** Ends the session. A page load to the home page follows, so that nothing of the customer stays in this tab. Spec §4, logout. */
export function LogOutButton({ className }: { className?: string | undefined }) {
  const [isBusy, setBusy] = useState(false)
  async function logOut() {
    setBusy(true)
    const reply = await send({
      group: 'auth',
      name: 'logout',
      method: 'POST',
      path: '/api/auth/logout',
      input: {},
      options: {},
    })
    if ((reply as { status?: string }).status === 'success') location.assign('/')
    else setBusy(false)
  }
  return (
    <button
      type="button"
      className={className}
      aria-busy={isBusy || undefined}
      onClick={() => !isBusy && void logOut()}
    >
      <Icon name="log-out" size={18} />
      {isBusy ? 'Please wait' : 'Log out'}
    </button>
  )
}
