import { useEffect, useRef, useState } from 'react'
import { api } from '#client/api.ts'
import type { Account } from '#contract/account.ts'
import * as limits from '#contract/limits.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { Button } from '#ui/button.tsx'
import { AuthForm } from './auth-form.tsx'
import { authHref } from './auth-href.ts'
import { otpPhone } from './auth-rules.ts'
import { CodeForm } from './code-form.tsx'
import { MobileField } from './mobile-field.tsx'
import { useAuthForm } from './use-auth-form.ts'
import { useResend } from './use-resend.ts'

type Props = {
  /** The page that the form posts to without JavaScript; a login allows three resends, a registration one (spec §9). */
  page: '/login' | '/register'
  redirect: string | undefined
  posted?: PostedForm | undefined
  onSignedIn: (user: Account) => void
}

const resends = { '/login': 3, '/register': 1 }

/** A phone number, then the code that was sent to it. Spec §2, §4 (OTP flow). */
export function OtpForm({ page, redirect, posted, onSignedIn }: Props) {
  const [phone, setPhone] = useState(posted?.sentTo ?? '')
  const [step, setStep] = useState<'otp' | 'verify'>(posted?.sentTo ? 'verify' : 'otp')
  const resend = useResend(resends[page])
  const isBack = useRef(false)
  const hidden = { mode: 'otp', redirect }

  if (step === 'otp')
    return (
      <PhoneStep
        page={page}
        hidden={hidden}
        start={phone}
        posted={posted}
        isFocused={isBack.current}
        onSent={(sentTo, after) => {
          setPhone(sentTo)
          resend.sent(after)
          setStep('verify')
        }}
      />
    )
  return (
    <CodeForm
      phone={phone}
      action={page}
      hidden={hidden}
      posted={posted?.sentTo ? posted : undefined}
      resend={resend}
      verify={(code) => api.auth.otpVerify({ input: phone, otp: code }, { silent: true })}
      sendAgain={async () => {
        const reply = await api.auth.otpRequest({ input: phone })
        return reply.status === 'success' ? reply.data.resend_after : null
      }}
      change={{
        href: authHref(page, hidden),
        onGo: () => {
          isBack.current = true
          setStep('otp')
        },
      }}
      onDone={({ user }) => {
        setPhone('')
        setStep('otp')
        onSignedIn(user)
      }}
    />
  )
}

type StepProps = Pick<Props, 'page' | 'posted'> & {
  hidden: Record<string, string | undefined>
  start: string
  /** The shopper has come back to change the number. */
  isFocused: boolean
  onSent: (phone: string, resendAfter: number) => void
}

function PhoneStep({ page, hidden, start, posted, isFocused, onSent }: StepProps) {
  const form = useAuthForm({
    rules: { input: otpPhone },
    start: { input: start },
    posted,
    send: ({ input }) => api.auth.otpRequest({ input }),
    onDone: ({ resend_after }, { input }) => onSent(input, resend_after),
  })
  useEffect(() => {
    if (isFocused) form.form.current?.querySelector<HTMLInputElement>('input[name=input]')?.focus()
  }, [isFocused, form.form])
  return (
    <AuthForm form={form} action={page} hidden={hidden}>
      <MobileField
        name="input"
        length={limits.phoneDigits}
        value={form.values.input}
        error={form.errors.input}
        hint={`We send a ${limits.otpLength}-digit code to this number.`}
        onChange={(digits) => form.change('input', digits)}
        onSettled={() => form.leave('input')}
      />
      <Button type="submit" name="form" value="send" isWide isBusy={form.isBusy}>
        Send OTP
      </Button>
    </AuthForm>
  )
}
