import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useEffectEvent, useState } from 'react'
import type { StaffSession } from '#contract/admin/session.ts'
import { Button } from '#ui/button.tsx'
import { ApiError, api } from '../api.ts'
import { useSession } from '../session-context.ts'
import { useRequest } from './dialog-requests.ts'
import { Messages } from './messages.tsx'
import css from './parts.module.css'
import { SignInForm, useSignIn } from './sign-in-form.tsx'

/**
 * Asks for a new sign-in over the screen when the session has ended; the call that found it is then repeated. Another person does not
 * go on with the entered values: their sign-in opens the back office again.
 */
export function SignInDialog({ host }: { host: string }) {
  const settle = useRequest('sign-in', host)
  return (
    <Dialog.Root open={settle !== undefined} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className={`${css.backdrop} ${css.upper}`} forceRender />
        <Dialog.Popup className={`${css.dialog} ${css.upper}`}>
          <SignInAgain settle={settle ?? (() => {})} />
          <Messages />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function SignInAgain({ settle }: { settle: (isSignedIn: boolean) => void }) {
  const { session, onSessionChange, onPersonChange } = useSession()
  const [other, setOther] = useState<StaffSession>()
  const state = useSignIn(() => void check())
  const check = useEffectEvent(async () => {
    const present = await readSession()
    setOther(present && present.id !== session.id ? present : undefined)
    if (present?.id !== session.id) return
    settle(true)
    onSessionChange()
  })
  // A link, or a sign-in in another tab, is enough.
  useEffect(() => {
    const look = () => void check()
    look()
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [])

  function leave() {
    settle(false)
    onPersonChange()
  }

  return (
    <>
      <Dialog.Title className={css.dialogTitle}>
        {other ? `${nameOf(other)} has signed in` : 'Your session has ended'}
      </Dialog.Title>
      <Dialog.Description>
        {other
          ? `This screen was opened by ${nameOf(session)}. To go on with it, sign in as ${session.email}.`
          : 'Sign in again to go on. What you have entered is kept, and the action that you started is repeated.'}
      </Dialog.Description>
      {state.message && (
        <p role="alert" className={css.failure}>
          {state.message}
        </p>
      )}
      <SignInForm state={state} email={session.email} />
      <p>A one-time link works too: open it in another tab and return to this one.</p>
      <div className={css.dialogButtons}>
        <Button look="quiet" disabled={state.isBusy} onClick={leave}>
          {other ? `Go on as ${nameOf(other)}` : 'Sign in as someone else'}
        </Button>
      </div>
    </>
  )
}

const nameOf = ({ name, email }: StaffSession) => name || email

async function readSession(): Promise<StaffSession | undefined> {
  try {
    return (await api.adminSession.get({})).data
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return undefined
  }
}
