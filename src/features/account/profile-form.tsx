import { useState } from 'react'
import { showToast } from '#client/toasts.ts'
import type { Account } from '#contract/account.ts'
import { takeAccount } from '#features/auth/session.ts'
import { TextField } from '#ui/field.tsx'
import { accountApi } from './account-api.ts'
import { EmailStanding } from './email-standing.tsx'
import css from './form.module.css'
import { FormFoot } from './form-foot.tsx'
import { PhoneStanding } from './phone-standing.tsx'
import { blockedKey, typedPhone } from './phone-typing.ts'
import { ProveDialog } from './prove-dialog.tsx'
import { useForm } from './use-form.ts'
import { VerifyDialog } from './verify-dialog.tsx'

type Typed = ReturnType<typeof valuesOf>
type Saved = Awaited<ReturnType<typeof accountApi.updateProfile>>

type Props = {
  account: Account
  country: { mobile_code: string; mobile_number_length: number }
  /** The account as it is now. */
  onChange: (account: Account) => void
}

/** Name, e-mail and phone. What is changed counts as unverified at once, and is verified anew. Spec §2, §4 (phone verification). */
export function ProfileForm({ account, country, onChange }: Props) {
  /** The number that a code is on its way to. */
  const [verifying, setVerifying] = useState<{ phone: string; resendAfter: number }>()
  /** What waits until it is proved that it is still the customer. */
  const [waiting, setWaiting] = useState<{ typed: Typed; end: (reply: Saved) => void; refused: Saved }>()
  const { form, values, isSaving, outcome, field, change, onSubmit } = useForm({
    start: valuesOf(account),
    async save(typed) {
      const reply = await accountApi.updateProfile(typed, { silent: true })
      if (reply.status === 'success' || reply.code !== 'REAUTHENTICATE') return said(reply)
      return new Promise<Saved>((end) => setWaiting({ typed, end, refused: reply }))
    },
    onSaved: (saved) => {
      onChange(saved)
      // The header greets by it.
      takeAccount(saved)
    },
  })
  const isEmailKept = values.email.trim().toLowerCase() === (account.email ?? '')
  const profile = (
    <form ref={form} className={css.form} method="post" noValidate onSubmit={onSubmit}>
      <div className={css.pair}>
        <TextField label="First name" autoComplete="given-name" maxLength={60} {...field('first_name')} />
        <TextField label="Last name" autoComplete="family-name" maxLength={60} {...field('last_name')} />
      </div>
      <div className={css.withBadge}>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          spellCheck={false}
          hint={
            isEmailKept
              ? undefined
              : 'We will mail a link to the new address to confirm it, and a note to the old one.'
          }
          {...field('email')}
        />
        {isEmailKept && account.email && <EmailStanding account={account} />}
      </div>
      <div className={css.withBadge}>
        <TextField
          label="Mobile number"
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          prefix={country.mobile_code}
          hint="For delivery updates."
          {...field('phone')}
          onKeyDown={(event) => blockedKey(event) && event.preventDefault()}
          onChange={(event) => change('phone', typedPhone(event.target.value, country))}
        />
        <PhoneStanding
          account={account}
          typed={values.phone}
          country={country}
          onSent={(resendAfter) => setVerifying({ phone: values.phone, resendAfter })}
        />
      </div>
      <FormFoot label="Save changes" isSaving={isSaving} outcome={outcome} />
    </form>
  )
  // Beside the form, not in it: the dialog has a form of its own.
  return (
    <>
      {profile}
      {waiting && (
        <ProveDialog
          title="Confirm that it is you"
          intro="Whoever reads your mail can open your account, so a new address needs a proof."
          action="Change my email"
          hasPassword={account.has_password}
          phone={account.phone}
          onProved={async () => {
            waiting.end(await accountApi.updateProfile(waiting.typed))
            setWaiting(undefined)
            return undefined
          }}
          onClose={() => {
            waiting.end(waiting.refused)
            setWaiting(undefined)
          }}
        />
      )}
      {verifying && (
        <VerifyDialog
          sentTo={verifying}
          send={() => accountApi.otpGenerate({ input: verifying.phone, type: 'phone' })}
          verify={(otp) => accountApi.otpVerify({ input: verifying.phone, otp, type: 'phone' })}
          onClose={() => setVerifying(undefined)}
          onVerified={(verified) => {
            setVerifying(undefined)
            onChange(verified)
            // The button that opened the dialog is gone: it is verified now.
            requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[name=phone]')?.focus())
          }}
        />
      )}
    </>
  )
}

/** Says what came of it, but for what stands at the fields. */
function said(reply: Saved): Saved {
  if (reply.status === 'success') showToast('success', reply.message ?? 'Saved')
  else if (!reply.errors) showToast('error', reply.message)
  return reply
}

const valuesOf = ({ first_name, last_name, email, phone }: Account) => ({
  first_name,
  last_name,
  email: email ?? '',
  phone: phone ?? '',
})
