import { useRef, useState } from 'react'
import { api } from '#client/api.ts'
import { useShop } from '#client/shop-context.ts'
import { CodeForm } from '#features/auth/code-form.tsx'
import { useResend } from '#features/auth/use-resend.ts'
import { DialogMessages } from '#features/session/dialog-messages.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { useFocusOnFirstField } from '#ui/use-focus-on-first-field.ts'
import css from './form.module.css'
import { resends } from './verify-dialog.tsx'

type Props = {
  title: string
  /** Text before the field: what happens next. */
  intro: string
  /** Label of the button. */
  action: string
  hasPassword: boolean
  phone: string | null
  /** Runs after the confirmation; a returned text is shown as an error. */
  onProved: () => Promise<string | undefined>
  onClose: () => void
}

const quietly = { silent: true }

/** Asks the customer to confirm their identity, by password or OTP, and continues. Security §19. */
export const ProveDialog = (props: Props) =>
  props.hasPassword ? <ByPassword {...props} /> : <ByCode {...props} />

function ByPassword({ title, intro, action, onProved, onClose }: Props) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useFocusOnFirstField(form)

  async function goOn() {
    if (isBusy) return
    setBusy(true)
    const reply = await api.account.reauthenticate({ password }, quietly)
    const refusal = reply.status === 'success' ? await onProved() : reply.message
    setBusy(false)
    if (refusal === undefined) return
    setError(refusal)
    setPassword('')
    form.current?.querySelector('input')?.focus()
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form
        ref={form}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void goOn()
        }}
      >
        <p>{intro}</p>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          error={error}
          onChange={({ target }) => {
            setPassword(target.value)
            setError(undefined)
          }}
        />
        <Button type="submit" isWide isBusy={isBusy} disabled={password === ''}>
          {action}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </form>
    </Dialog>
  )
}

function ByCode({ title, intro, action, phone, onProved, onClose }: Props) {
  const { mobile_code } = useShop().storefront.channel.country
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)
  const resend = useResend(resends)

  /** @returns seconds until the next code may be sent; null when none was sent. */
  async function sendCode() {
    setBusy(true)
    const reply = await api.account.reauthenticateGenerate()
    setBusy(false)
    if (reply.status === 'error') return null
    resend.sent(reply.data.resend_after)
    setSent(true)
    return reply.data.resend_after
  }

  /** The action after the confirmation may be refused, too. */
  async function verify(otp: string) {
    const reply = await api.account.reauthenticate({ otp }, quietly)
    const message = reply.status === 'success' ? await onProved() : undefined
    return message === undefined ? reply : ({ status: 'error', code: 'REFUSED', message } as const)
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <div className={css.form}>
        <p>{intro}</p>
        {isSent ? (
          <CodeForm
            phone={phone ?? ''}
            label={action}
            resend={resend}
            verify={verify}
            sendAgain={sendCode}
            onDone={() => {}}
          />
        ) : (
          <>
            <p>
              We send a code to{' '}
              <strong>
                {mobile_code} {phone}
              </strong>{' '}
              to confirm it’s you.
            </p>
            <Button isWide isBusy={isBusy} onClick={() => void sendCode()}>
              Send code
            </Button>
          </>
        )}
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <DialogMessages />
    </Dialog>
  )
}
