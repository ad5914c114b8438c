import { useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { focusFirstField } from '#ui/focus-first-field.ts'
import { OtpInput } from '#ui/otp-input.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { accountApi } from './account-api.ts'
import css from './form.module.css'

type Props = {
  title: string
  /** Said before the field: what follows. */
  intro: string
  /** What the button does. */
  action: string
  hasPassword: boolean
  phone: string | null
  /** Done once it is proved; what it says stands as an error. */
  onProved: () => Promise<string | undefined>
  onClose: () => void
}

/** Asks whether it is still the customer, by password or by code, and goes on. Security §19. */
export function ProveDialog({ title, intro, action, hasPassword, phone, onProved, onClose }: Props) {
  const [given, setGiven] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const needsCode = !hasPassword && !isSent
  useEffect(() => {
    const timer = setTimeout(() => focusFirstField(form.current), limits.focusDelay)
    return () => clearTimeout(timer)
  }, [])

  async function sendCode() {
    setBusy(true)
    const reply = await accountApi.reauthenticateGenerate()
    setBusy(false)
    if (reply.status === 'success') setSent(true)
  }

  async function goOn() {
    setBusy(true)
    const reply = await accountApi.reauthenticate(hasPassword ? { password: given } : { otp: given }, {
      silent: true,
    })
    const refusal = reply.status === 'success' ? await onProved() : reply.message
    setBusy(false)
    if (refusal === undefined) return
    setError(refusal)
    setGiven('')
    form.current?.querySelector('input')?.focus()
  }

  const change = (next: string) => {
    setGiven(next)
    setError(undefined)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        ref={form}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void (needsCode ? sendCode() : goOn())
        }}
      >
        <p>{intro}</p>
        {hasPassword && (
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            value={given}
            error={error}
            onChange={({ target }) => change(target.value)}
          />
        )}
        {needsCode && <p>We send a code to {phone} to make sure that it is you.</p>}
        {isSent && (
          <OtpInput
            label="Code"
            name="otp"
            length={limits.otpLength}
            value={given}
            error={error}
            onChange={change}
          />
        )}
        <Button type="submit" isWide isBusy={isBusy} disabled={!needsCode && given === ''}>
          {needsCode ? 'Send code' : action}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </form>
    </Dialog>
  )
}
