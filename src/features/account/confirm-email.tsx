import { useState } from 'react'
import { api } from '#client/api.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import css from './form.module.css'

/** Confirms by a button instead of the page load, because mail scanners open links. */
export function ConfirmEmail({ isConfirmed: wasConfirmed, token }: { isConfirmed: boolean; token: string }) {
  const [isConfirmed, setConfirmed] = useState(wasConfirmed)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function confirm() {
    setBusy(true)
    const reply = await api.account.emailVerify({ token }, { silent: true })
    setBusy(false)
    if (reply.status === 'success') setConfirmed(true)
    else setRefusal(reply.message)
  }

  if (isConfirmed)
    return (
      <div className={css.form}>
        <Callout tone="success" title="Your email address is confirmed" isAlert />
        <div>
          <LinkButton href="/account">Go to your account</LinkButton>
        </div>
      </div>
    )
  return (
    <div className={css.form}>
      <p>Confirm this email address for your account.</p>
      {refusal && (
        <Callout tone="error" title={refusal} isAlert>
          <p>
            You can request a new link in your <a href="/account/profile">profile</a>.
          </p>
        </Callout>
      )}
      <div>
        <Button isBusy={isBusy} onClick={() => void confirm()}>
          Confirm email address
        </Button>
      </div>
    </div>
  )
}
