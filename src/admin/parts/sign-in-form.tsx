import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ApiError, api } from '../api.ts'
import { EntryField } from './entry-field.tsx'
import css from './parts.module.css'
import { entry, readEntries } from './read-entries.ts'

/** Signs in, and says why it was refused. */
export function useSignIn(onSignedIn: () => void, onRefused?: (error: ApiError) => Promise<boolean>) {
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<ApiError>()

  async function signIn(work: () => Promise<unknown>) {
    setBusy(true)
    setRefused(undefined)
    try {
      await work()
      onSignedIn()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (await onRefused?.(error)) return
      setRefused(error)
    }
    setBusy(false)
  }

  return {
    isBusy,
    signIn,
    needsCode: refused?.code === 'CODE_REQUIRED' || refused?.code === 'CODE_INVALID',
    message: refused && (Object.values(refused.errors)[0]?.[0] ?? refused.message),
  }
}

type Props = {
  state: ReturnType<typeof useSignIn>
  /** Of the person who has to sign in; otherwise it is entered. */
  email?: string
}

/** Sign-in by e-mail, password and authenticator code, or by a passkey. */
export function SignInForm({ state, email }: Props) {
  const { isBusy, needsCode, signIn } = state
  const [hasNeededCode, setNeededCode] = useState(false)
  if (needsCode && !hasNeededCode) setNeededCode(true)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const { code, ...entries } = readEntries(event.currentTarget, {
      email: entry.trimmed,
      password: entry.text,
      code: entry.trimmed,
    })
    void signIn(() => api.adminSession.byPassword({ ...entries, ...(hasNeededCode && { code }) }))
  }

  return (
    <>
      <form onSubmit={submit} noValidate className={css.signIn}>
        <EntryField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          {...(email !== undefined && { value: email, readOnly: true })}
        />
        <EntryField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          autoFocus={email !== undefined}
        />
        {hasNeededCode && (
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
      <Button
        look="secondary"
        isWide
        disabled={isBusy}
        onClick={() => void signIn(async () => (await import('./passkey-browser.ts')).signIn())}
      >
        Sign in with a passkey
      </Button>
    </>
  )
}
