import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { AdminIcon as Icon } from '../parts/admin-icon.tsx'
import { DialogHost } from '../parts/dialog-host.tsx'
import { useFormat } from '../parts/format.ts'
import { useLeaveQuestion } from '../parts/use-unsaved-warning.ts'
import { useSession } from '../session-context.ts'
import css from './layout.module.css'
import { Navigation } from './navigation.tsx'
import { useFocusRecovery } from './recover-focus.ts'
import { SearchField } from './search-field.tsx'
import { Shortcuts } from './shortcuts.tsx'

/** Navigation, search and the screen. On a phone the navigation is at the bottom. */
export function Layout({
  children,
  isFirstSignIn = false,
}: {
  children: ReactNode
  isFirstSignIn?: boolean
}) {
  const { session, onSignOut } = useSession()
  useLeaveQuestion()
  useFocusRecovery()
  return (
    <div className={css.frame}>
      <a className={css.skip} href="#content">
        Skip to content
      </a>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is a banner landmark, and the shop in a preview frame has one too. */}
      <header className={css.top} aria-label="Back office">
        <a className={css.brand} href="/">
          {session.shop.name}
        </a>
        {!isFirstSignIn && <SearchField />}
        <div className={css.person}>
          {!isFirstSignIn && <Shortcuts />}
          <NavLink to="/account">{session.name || session.email}</NavLink>
          <button type="button" onClick={() => void onSignOut()}>
            <Icon name="log-out" size={18} />
            <span>Sign out</span>
          </button>
        </div>
      </header>
      {!isFirstSignIn && <Navigation />}
      <main id="content" aria-label="Back office" className={css.content} tabIndex={-1}>
        {session.enroll_by && <EnrollNotice by={session.enroll_by} />}
        {children}
      </main>
      <DialogHost />
    </div>
  )
}

function EnrollNotice({ by }: { by: string }) {
  const { moment } = useFormat()
  return (
    <p role="note">
      Owners need a second factor from {moment(by)} on.{' '}
      <NavLink to="/account">Set up a passkey or an authenticator app</NavLink>
    </p>
  )
}
