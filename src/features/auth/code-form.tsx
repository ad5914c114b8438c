import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useShop } from '#client/shop-context.ts'
import { showToast } from '#client/toasts.ts'
import type { Failure, Reply } from '#contract/envelope.ts'
import * as limits from '#contract/limits.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { Button } from '#ui/button.tsx'
import { OtpInput } from '#ui/otp-input.tsx'
import { useAlive } from '#ui/use-alive.ts'
import css from './auth-form.module.css'
import { AuthForm } from './auth-form.tsx'
import { otp } from './auth-rules.ts'
import { receiveCode } from './receive-code.ts'
import { SwitchLink } from './switch-link.tsx'
import { useAuthForm } from './use-auth-form.ts'
import type { Resend } from './use-resend.ts'

type Props<Data> = {
  phone: string
  /** Target of the form without JavaScript. */
  action?: string
  hidden?: Record<string, string | undefined>
  posted?: PostedForm | undefined
  /** Label of the button. */
  label?: string
  resend: Resend
  /** A silent call. */
  verify: (code: string) => Promise<Reply<Data>>
  /** Sends another code and returns the seconds until the next one, or null when it could not be sent. */
  sendAgain: () => Promise<number | null>
  change?: { href: string; onGo: () => void }
  onDone: (data: Data) => void
}

/** Asks for the code that was sent to a phone. Spec §2 (verification popup), §4 (OTP flow), §5, §9. */
export function CodeForm<Data>(props: Props<Data>) {
  const {
    phone,
    action,
    hidden = {},
    posted,
    label = 'VERIFY',
    resend,
    verify,
    sendAgain,
    change,
    onDone,
  } = props
  const { mobile_code } = useShop().storefront.channel.country
  const isAlive = useAlive()
  const field = useRef<HTMLInputElement>(null)
  const form = useAuthForm({
    rules: { otp },
    posted,
    emptied: ['otp'],
    // The field says what is wrong with a code, so the call is silent.
    async send(values) {
      const reply = await verify(values.otp)
      if (reply.status === 'success' && reply.message) showToast('success', reply.message)
      return atField(reply)
    },
    onDone,
  })
  useReceivedCode(field, (code) => form.change('otp', code))
  // Focuses the field, because the focused button of the previous step is gone; a server-rendered page keeps
  // its focus.
  const isFromServer = useRef(Boolean(posted))
  useEffect(() => {
    if (!isFromServer.current) field.current?.focus()
  }, [])

  async function again() {
    if (resend.seconds > 0 || !resend.mayResend()) return
    const seconds = await sendAgain()
    form.clear()
    field.current?.focus()
    if (seconds === null) return
    resend.resent()
    resend.sent(seconds)
  }

  return (
    <AuthForm
      form={form}
      lead={
        <>
          Enter the {limits.otpLength}-digit code that we sent to{' '}
          <span className={css.phone}>
            {mobile_code} {masked(phone)}
          </span>
          .
        </>
      }
      action={action}
      hidden={{ input: phone, ...hidden }}
    >
      <OtpInput
        ref={field}
        value={form.values.otp}
        error={form.errors.otp}
        onChange={(digits) => form.change('otp', digits)}
      />
      <Button
        type="submit"
        name="form"
        value="verify"
        isWide
        isBusy={form.isBusy}
        disabled={isAlive && form.values.otp.length < limits.otpLength}
      >
        {label}
      </Button>
      <div className={css.between}>
        {change && <SwitchLink {...change}>Change Phone</SwitchLink>}
        <button
          type="submit"
          name="form"
          value="send"
          formNoValidate
          className={css.textButton}
          aria-disabled={resend.seconds > 0 || undefined}
          onClick={(event) => {
            event.preventDefault()
            void again()
          }}
        >
          {resend.seconds > 0 ? `RESEND OTP in ${resend.seconds} s` : 'RESEND OTP'}
        </button>
      </div>
    </AuthForm>
  )
}

/** Shows a wrong code at the field, with the number of attempts left. */
function atField<Data>(reply: Reply<Data>): Reply<Data> {
  if (reply.status === 'success' || reply.code !== 'OTP_INVALID') return reply
  const { attempts_left = 0 } = (reply.data ?? {}) as { attempts_left?: number }
  const tries = attempts_left === 1 ? '1 try' : `${attempts_left} tries`
  const left = attempts_left > 0 ? `. ${tries} left` : ''
  return { ...reply, errors: { otp: [`${reply.message}${left}`] } } satisfies Failure as Reply<Data>
}

/** Masks the number, so that it cannot be read over the shopper's shoulder. */
const masked = (phone: string) => phone.slice(0, -4).replace(/\d/g, '•') + phone.slice(-4)

/** Fills in the code on phones that read it from the message. */
function useReceivedCode(field: RefObject<HTMLInputElement | null>, take: (code: string) => void) {
  const takeLatest = useEffectEvent(take)
  useEffect(() => {
    const waiting = new AbortController()
    void receiveCode(waiting.signal).then((code) => {
      if (!code || waiting.signal.aborted) return
      takeLatest(code)
      field.current?.focus()
    })
    return () => waiting.abort()
  }, [field])
}
