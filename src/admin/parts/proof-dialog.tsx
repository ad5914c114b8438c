import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ApiError, api } from '../api.ts'
import { useSession } from '../session-context.ts'
import { useRequest } from './dialog-requests.ts'
import { EntryField } from './entry-field.tsx'
import css from './parts.module.css'
import { entry, readEntries } from './read-entries.ts'

/** Asks who is signed in when an action needs a proof of the last 30 minutes; the action is then repeated. */
export function ProofDialog({ host, children }: { host: string; children: ReactNode }) {
  const settle = useRequest('proof', host)
  const { session } = useSession()
  return (
    <Dialog.Root
      open={settle !== undefined}
      onOpenChange={(next) => next || settle?.(false)}
      disablePointerDismissal
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={`${css.backdrop} ${css.upper}`} forceRender />
        <Dialog.Popup className={`${css.dialog} ${css.upper}`}>
          <Dialog.Title className={css.dialogTitle}>Confirm that it is you</Dialog.Title>
          {session.has_totp ? <ProofForm onProved={() => settle?.(true)} /> : <LinkNeeded />}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function ProofForm({ onProved }: { onProved: () => void }) {
  const { session } = useSession()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()

  async function prove(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const { code, password } = readEntries(event.currentTarget, { code: entry.text, password: entry.text })
    setBusy(true)
    try {
      await api.adminSession.prove({ code, ...(session.has_password && { password }) })
      onProved()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <>
      <Dialog.Description>
        Exports, and changes of staff, payments and your sign-in, need your{' '}
        {session.has_password ? 'password and a code' : 'authenticator code'} again after 30 minutes.
      </Dialog.Description>
      <form onSubmit={prove} noValidate className={css.form}>
        {/* Tells password managers whose password it is. */}
        <input type="email" name="email" value={session.email} autoComplete="username" readOnly hidden />
        {session.has_password && (
          <EntryField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            errors={failure?.errors.password}
          />
        )}
        <EntryField
          label="Code of your authenticator app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          errors={failure?.errors.code}
        />
        {failure && Object.keys(failure.errors).length === 0 && (
          <p role="alert" className={css.failure}>
            {failure.message}
          </p>
        )}
        <div className={css.dialogButtons}>
          <Dialog.Close render={<Button look="secondary">Cancel</Button>} />
          <Button type="submit" isBusy={isBusy}>
            Confirm
          </Button>
        </div>
      </form>
    </>
  )
}

/** Without an authenticator app only a new link proves who they are. */
function LinkNeeded() {
  const { session, onSignOut } = useSession()
  return (
    <>
      <Dialog.Description>
        You signed in by a one-time link more than 30 minutes ago. Sign in by a new one to go on: ask another
        owner for it, or run <code>npm run vitrine -- staff link {session.email}</code> where the shop runs.
        With an authenticator app, which you can set up under <em>Account</em> after that, a code is enough;
        with a passkey, sign out and sign in again.
      </Dialog.Description>
      <div className={css.dialogButtons}>
        <Dialog.Close render={<Button look="secondary">Cancel</Button>} />
        <Button onClick={() => void onSignOut()}>Sign out</Button>
      </div>
    </>
  )
}
