import { useState } from 'react'
import { logOut } from '#features/auth/session.ts'
import { Icon } from '#ui/icon.tsx'
import { PostForm } from '#ui/post-form.tsx'

/** Ends the session, in every tab, and opens the home page. Spec §4, logout. */
export function LogOutButton({ className }: { className?: string | undefined }) {
  const [isBusy, setBusy] = useState(false)
  async function leave() {
    setBusy(true)
    await logOut()
    setBusy(false)
  }
  return (
    <PostForm action="/logout" onPost={() => !isBusy && void leave()}>
      <button type="submit" className={className} aria-busy={isBusy || undefined}>
        <Icon name="log-out" size={18} />
        {isBusy ? 'Please wait' : 'Log out'}
      </button>
    </PostForm>
  )
}
