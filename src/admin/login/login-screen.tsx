import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ApiError, api } from '../api.ts'
import { EntryField } from '../parts/entry-field.tsx'
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
  const [isBusy, setBusy] = useState(token !== null)
  const [message, setMessage] = useState<string>()
  const [needsCode, setNeedsCode] = useState(false)
  // A link is used up by its first use; React may run an effect twice.
  const isUsed = useRef(false)

  async function signIn(work: () => Promise<unknown>) {
    setBusy(true)
    setMessage(undefined)
    try {
      await work()
      onSignedIn()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'LINK_INVALID' && (await onLinkRefused())) return
      if (error.code === 'CODE_REQUIRED') setNeedsCode(true)
      setMessage(Object.values(error.errors)[0]?.[0] ?? error.message)
      setBusy(false)
    }
  }

  useEffect(() => {
    document.title = 'Sign in – Back office'
    if (token === null || isUsed.current) return
    isUsed.current = true
    void signIn(() => api.adminSession.byLink({ token }))
  }, [])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entries = new FormData(event.currentTarget)
    const textOf = (name: string) => String(entries.get(name) ?? '').trim()
    void signIn(() =>
      api.adminSession.byPassword({
        email: textOf('email'),
        password: String(entries.get('password') ?? ''),
        ...(needsCode && { code: textOf('code') }),
      }),
    )
  }

  return (
    <main className={css.screen}>
      <div className={css.card}>
        <h1>Back office</h1>
        <p role="status" className={css.message}>
          {isBusy ? 'Signing in …' : (message ?? note)}
        </p>
        <form onSubmit={submit} noValidate hidden={isBusy && token !== null}>
          <EntryField label="E-mail" name="email" type="email" autoComplete="username" />
          <EntryField label="Password" name="password" type="password" autoComplete="current-password" />
          {needsCode && (
            <EntryField
              label="Code of your authenticator app"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              autoFocus
            />
          )}
          <Button type="submit" isWide isBusy={isBusy}>
            Sign in
          </Button>
        </form>
        {!(isBusy && token !== null) && (
          <Button
            look="secondary"
            isWide
            disabled={isBusy}
            onClick={() => void signIn(async () => (await import('../staff/passkey-browser.ts')).signIn())}
          >
            Sign in with a passkey
          </Button>
        )}
        <p className={css.hint}>
          First sign-in, or no password? Ask an owner for a one-time link, or run{' '}
          <code>npm run vitrine -- staff link EMAIL</code> where the shop runs.
        </p>
      </div>
    </main>
  )
}
