import { useState } from 'react'
import { Button, LinkButton } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { accountApi } from './account-api.ts'
import css from './form.module.css'

/** One button: confirming is a step of the customer's own, not of whatever opened the link. */
export function ConfirmEmail({ isConfirmed: wasConfirmed, token }: { isConfirmed: boolean; token: string }) {
  const [isConfirmed, setConfirmed] = useState(wasConfirmed)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function confirm() {
    setBusy(true)
    const reply = await accountApi.emailVerify({ token }, { silent: true })
    setBusy(false)
    if (reply.status === 'success') setConfirmed(true)
    else setRefusal(reply.message)
  }

  if (isConfirmed)
    return (
      <div className={css.form}>
        <Callout tone="success" title="This email address is confirmed" isAlert />
        <div>
          <LinkButton href="/account">Go to your account</LinkButton>
        </div>
      </div>
    )
  return (
    <div className={css.form}>
      <p>Is this your email address?</p>
      {refusal && (
        <Callout tone="error" title={refusal} isAlert>
          <p>
            You can have a new link sent from your <a href="/account/profile">profile</a>.
          </p>
        </Callout>
      )}
      <div>
        <Button isBusy={isBusy} onClick={() => void confirm()}>
          Yes, confirm it
        </Button>
      </div>
    </div>
  )
}
