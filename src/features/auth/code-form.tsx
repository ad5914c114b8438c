import { type RefObject, useEffect, useRef } from 'react'
import { useShop } from '#client/shop-context.ts'
import type { Failure, Reply } from '#contract/envelope.ts'
import { limits } from '#contract/limits.ts'
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
  /** Where the form goes without scripts. */
  action?: string
  hidden?: Record<string, string | undefined>
  posted?: PostedForm | undefined
  /** What the button does with the code. */
  label?: string
  resend: Resend
  verify: (code: string) => Promise<Reply<Data>>
  /** Sends another code; answers in how many seconds the next one may follow, or null when it could not be sent. */
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
    send: async (values) => atField(await verify(values.otp)),
    onDone,
  })
  useReceivedCode(field, (code) => form.change('otp', code))
  // The button that had the focus is gone with the step before; a page from the server keeps its place.
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

/** A wrong code is the field's matter: it says so there, and how many tries are left. */
function atField<Data>(reply: Reply<Data>): Reply<Data> {
  if (reply.status === 'success' || reply.code !== 'OTP_INVALID') return reply
  const { attempts_left = 0 } = (reply.data ?? {}) as { attempts_left?: number }
  const tries = attempts_left === 1 ? '1 try' : `${attempts_left} tries`
  const left = attempts_left > 0 ? `. ${tries} left` : ''
  return { ...reply, errors: { otp: [`${reply.message}${left}`] } } satisfies Failure as Reply<Data>
}

/** Where the code went, without showing the number to whoever looks over the shoulder. */
const masked = (phone: string) => phone.slice(0, -4).replace(/\d/g, '•') + phone.slice(-4)

/** Phones that read their messages offer the code themselves. */
function useReceivedCode(field: RefObject<HTMLInputElement | null>, take: (code: string) => void) {
  const current = useRef(take)
  current.current = take
  useEffect(() => {
    const waiting = new AbortController()
    void receiveCode(waiting.signal).then((code) => {
      if (!code || waiting.signal.aborted) return
      current.current(code)
      field.current?.focus()
    })
    return () => waiting.abort()
  }, [field])
}
