import { type FormEvent, useState } from 'react'
import { staffPasswordMinLength } from '#contract/admin/agreed-values.ts'
import { Button } from '#ui/button.tsx'
import { ApiError, api } from '../api.ts'
import { EntryField } from '../parts/entry-field.tsx'
import { showMessage } from '../parts/messages.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { useTitle } from '../parts/screen-frame.tsx'
import { useSession } from '../session-context.ts'
import { Passkeys } from './passkeys.tsx'
import css from './staff.module.css'

/** The own sign-in: authenticator app and password. Both are needed to sign in without a link. */
export default function AccountScreen() {
  const { session, onSessionChange } = useSession()
  useTitle(session.must_enroll ? 'Protect your sign-in' : 'Your account')
  const [errors, setErrors] = useState<Record<string, string[]>>({})

  async function run(work: () => Promise<{ message: string | undefined }>) {
    try {
      const { message } = await work()
      setErrors({})
      if (message) showMessage(message)
      onSessionChange()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setErrors(error.errors)
      if (Object.keys(error.errors).length === 0) showMessage(error.message, 'bad')
      return false
    }
  }

  return (
    <>
      <div className={css.person}>
        <h1>{session.must_enroll ? 'Protect your sign-in' : 'Your account'}</h1>
        <p>{[session.name, session.email, session.role].filter(Boolean).join(' · ')}</p>
      </div>
      {session.must_enroll && (
        <p className={css.lead}>
          Owners can do everything in this shop, so their sign-in needs a second factor: a passkey of this
          device, or an authenticator app on your phone. Set up one of them to go on; it takes a minute.
        </p>
      )}
      <Passkeys />
      <Authenticator errors={errors.code} run={run} />
      {!session.must_enroll && <Password errors={errors.password} run={run} />}
    </>
  )
}

const submit = (work: (form: HTMLFormElement) => Promise<unknown>) => (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault()
  void work(event.currentTarget)
}

type CardProps = {
  errors: string[] | undefined
  /** @returns whether it was done; otherwise the errors are shown. */
  run: (work: () => Promise<{ message: string | undefined }>) => Promise<boolean>
}

function Authenticator({ errors, run }: CardProps) {
  const { session } = useSession()
  const [secret, setSecret] = useState<{ secret: string; uri: string }>()
  return (
    <section className={css.card}>
      <h2>Authenticator app</h2>
      <p>{session.has_totp ? 'It is set up.' : 'Not set up yet. You need it to sign in with a password.'}</p>
      {secret ? (
        <form
          className={css.form}
          onSubmit={submit(async (form) => {
            const entries = readEntries(form, { code: entry.text })
            const isOn = await run(() => api.adminSession.confirmTotp(entries))
            if (isOn) setSecret(undefined)
          })}
        >
          <p>
            Enter this key in the app, or <a href={secret.uri}>open the app on this device</a>:
          </p>
          <code className={css.secret}>{secret.secret.match(/.{1,4}/g)?.join(' ')}</code>
          <EntryField
            label="Code that the app shows"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            errors={errors}
          />
          <Button type="submit">Switch on</Button>
        </form>
      ) : (
        <Button
          look="secondary"
          onClick={() =>
            run(async () => {
              setSecret((await api.adminSession.startTotp({})).data)
              return { message: undefined }
            })
          }
        >
          {session.has_totp ? 'Set up another app' : 'Set up'}
        </Button>
      )}
    </section>
  )
}

function Password({ errors, run }: CardProps) {
  const { session } = useSession()
  return (
    <section className={css.card}>
      <h2>Password</h2>
      <form
        className={css.form}
        onSubmit={submit((form) =>
          run(() => api.adminSession.setPassword(readEntries(form, { password: entry.text }))),
        )}
      >
        <EntryField
          label={session.has_password ? 'New password' : 'Password'}
          name="password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${staffPasswordMinLength} characters. Your other sessions end.`}
          errors={errors}
        />
        <Button type="submit">Save password</Button>
      </form>
    </section>
  )
}
