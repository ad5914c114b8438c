import { useEffect, useRef } from 'react'
import { api } from '../api.ts'
import { SignInForm, useSignIn } from '../parts/sign-in-form.tsx'
import css from './login-screen.module.css'

type Props = {
  token: string | null
  note?: string | undefined
  onSignedIn: () => void
  /** Goes on with the session that the browser has already; false when there is none. */
  onLinkRefused: () => Promise<boolean>
}

/** Sign-in by one-time link, or by e-mail, password and authenticator code. */
export function LoginScreen({ token, note, onSignedIn, onLinkRefused }: Props) {
  const state = useSignIn(onSignedIn, async ({ code }) => code === 'LINK_INVALID' && (await onLinkRefused()))
  const { isBusy, message, signIn } = state
  // A link is used up by its first use; React may run an effect twice.
  const isUsed = useRef(false)

  useEffect(() => {
    document.title = 'Sign in – Back office'
    if (token === null || isUsed.current) return
    isUsed.current = true
    void signIn(() => api.adminSession.byLink({ token }))
  }, [])

  return (
    <main className={css.screen}>
      <div className={css.card}>
        <h1>Back office</h1>
        <p role="status" className={css.message}>
          {isBusy ? 'Signing in …' : (message ?? note)}
        </p>
        {!(token !== null && message === undefined) && <SignInForm state={state} />}
        <p className={css.hint}>
          First sign-in, or no password? Ask an owner for a one-time link, or run{' '}
          <code>npm run vitrine -- staff link EMAIL</code> where the shop runs.
        </p>
      </div>
    </main>
  )
}
