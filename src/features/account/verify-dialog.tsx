import { useEffect, useRef, useState } from 'react'
import { showToast } from '#client/toasts.ts'
import { type Reply, words } from '#contract/envelope.ts'
import { limits } from '#contract/limits.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { focusFirstField } from '#ui/focus-first-field.ts'
import { OtpInput } from '#ui/otp-input.tsx'
import css from './form.module.css'

/** Spec §9: one resend in the verification popup. */
const resends = 1

type Props<Data> = {
  sentTo: string
  send: () => Promise<Reply<unknown>>
  verify: (otp: string) => Promise<Reply<Data>>
  onVerified: (data: Data) => void
  onClose: () => void
}

/** 'Verify Account': asks for the code that was sent to a phone. Spec §2 (verification popup), §5, §9. */
export function VerifyDialog<Data>({ sentTo, send, verify, onVerified, onClose }: Props<Data>) {
  const [otp, setOtp] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [sent, setSent] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const field = () => form.current?.querySelector('input')
  useEffect(() => {
    const timer = setTimeout(() => focusFirstField(form.current), limits.focusDelay)
    return () => clearTimeout(timer)
  }, [])

  async function check() {
    if (isBusy || otp.length !== limits.otpLength) return
    setBusy(true)
    const reply = await verify(otp)
    setBusy(false)
    if (reply.status === 'success') return onVerified(reply.data)
    setError(Object.values(reply.errors ?? {})[0]?.[0] ?? reply.message)
    setOtp('')
    field()?.focus()
  }

  async function resend() {
    if (sent >= resends) return showToast('error', words.tooMany)
    const reply = await send()
    if (reply.status === 'success') setSent((count) => count + 1)
    field()?.focus()
  }

  return (
    <Dialog title="Verify Account" onClose={onClose}>
      <form
        ref={form}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void check()
        }}
      >
        <p>
          We have sent a {limits.otpLength}-digit code to <strong>{sentTo}</strong>.
        </p>
        <OtpInput
          label="Code"
          name="otp"
          length={limits.otpLength}
          value={otp}
          error={error}
          onChange={(digits) => {
            setError(undefined)
            setOtp(digits)
          }}
        />
        <Button type="submit" isWide isBusy={isBusy} disabled={otp.length !== limits.otpLength}>
          VERIFY
        </Button>
        <Button look="quiet" onClick={() => void resend()}>
          RESEND OTP
        </Button>
      </form>
    </Dialog>
  )
}
