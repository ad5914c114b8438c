import { useState } from 'react'
import { api } from '#client/api.ts'
import { showToast } from '#client/toasts.ts'
import type { Account } from '#contract/account.ts'
import { formAction, type PostedForm } from '#contract/posted-form.ts'
import { takeAccount } from '#features/auth/session.ts'
import { TextField } from '#ui/field.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { isBlockedPhoneKey, phoneDigits } from '#ui/phone-input.ts'
import { EmailStanding } from './email-status.tsx'
import css from './form.module.css'
import { FormFoot } from './form-foot.tsx'
import { PhoneStanding } from './phone-status.tsx'
import { ProveDialog } from './prove-dialog.tsx'
import { useForm } from './use-form.ts'
import { VerifyDialog } from './verify-dialog.tsx'

type Typed = ReturnType<typeof valuesOf>
type Saved = Awaited<ReturnType<typeof api.account.updateProfile>>

/** A change that waits until the customer has confirmed their identity, and what is answered without. */
type Waiting = { typed: Typed; end: (reply: Saved) => void; refused: Saved }

type Props = {
  account: Account
  country: { mobile_code: string; mobile_number_length: number }
  /** As it was posted without JavaScript. */
  posted: PostedForm | null
  /** The account after the change. */
  onChange: (account: Account) => void
}

/**
 * Name, e-mail and phone. A changed value counts as unverified at once and is verified again. Spec §2, §4
 * (phone verification).
 */
export function ProfileForm({ account, country, posted, onChange }: Props) {
  /** The number that a code was sent to. */
  const [verifying, setVerifying] = useState<PhoneProps['sentTo']>()
  /** The change that waits until the customer has confirmed their identity. */
  const [waiting, setWaiting] = useState<Waiting>()
  const { form, values, isSaving, outcome, field, change, onSubmit } = useForm({
    start: valuesOf(account),
    posted,
    async save(typed) {
      const reply = await api.account.updateProfile(typed, { silent: true })
      if (reply.status === 'success' || reply.code !== 'REAUTHENTICATE') return said(reply)
      return new Promise<Saved>((end) => setWaiting({ typed, end, refused: reply }))
    },
    onSaved: (saved) => {
      onChange(saved)
      // The header greets by the name.
      takeAccount(saved)
    },
  })
  const isEmailUnchanged = values.email.trim().toLowerCase() === (account.email ?? '')
  const profile = (
    <form
      ref={form}
      className={css.form}
      method="post"
      action={formAction('update-profile')}
      noValidate
      onSubmit={onSubmit}
    >
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
            isEmailUnchanged
              ? undefined
              : 'We’ll send a confirmation link to the new address and a notice to the old one.'
          }
          {...field('email')}
        />
        {isEmailUnchanged && account.email && <EmailStanding account={account} />}
      </div>
      <div className={css.withBadge}>
        <TextField
          label="Mobile number"
          type="text"
          inputMode="numeric"
          autoComplete="tel-national"
          prefix={country.mobile_code}
          hint="For delivery updates."
          {...field('phone')}
          onKeyDown={(event) => isBlockedPhoneKey(event) && event.preventDefault()}
          onChange={(event) => change('phone', phoneDigits(event.target.value, country))}
        />
        <PhoneStanding
          account={account}
          typed={values.phone}
          country={country}
          onSent={(resendAfter) => setVerifying({ phone: values.phone, resendAfter })}
        />
      </div>
      <noscript>
        {account.has_password ? (
          <PasswordField
            label="Password"
            isOptional
            name="password"
            autoComplete="current-password"
            hint="Needed to change the email address"
            error={posted?.errors.password}
          />
        ) : (
          <p>The email address can only be changed with JavaScript, because a code confirms it’s you.</p>
        )}
      </noscript>
      <FormFoot label="Save changes" isSaving={isSaving} outcome={outcome} />
    </form>
  )
  // Beside the form, because the dialogs contain forms of their own.
  return (
    <>
      {profile}
      {waiting && (
        <ProveChange
          account={account}
          {...waiting}
          end={(reply) => {
            waiting.end(reply)
            setWaiting(undefined)
          }}
        />
      )}
      {verifying && (
        <VerifyPhone
          sentTo={verifying}
          onClose={() => setVerifying(undefined)}
          onVerified={(verified) => {
            setVerifying(undefined)
            onChange(verified)
            // The button that opened the dialog is gone after the verification.
            requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[name=phone]')?.focus())
          }}
        />
      )}
    </>
  )
}

/** Asks who the customer is, then sends the change that waits for it. */
const ProveChange = ({ account, typed, refused, end }: Waiting & { account: Account }) => (
  <ProveDialog
    title="Confirm it’s you"
    intro="Your email address gives access to your account, so please confirm your identity to change it."
    action="Change my email"
    hasPassword={account.has_password}
    phone={account.phone}
    onProved={async () => {
      end(await api.account.updateProfile(typed))
      return undefined
    }}
    onClose={() => end(refused)}
  />
)

type PhoneProps = {
  sentTo: { phone: string; resendAfter: number }
  onClose: () => void
  onVerified: (account: Account) => void
}

const VerifyPhone = ({ sentTo, ...rest }: PhoneProps) => (
  <VerifyDialog
    sentTo={sentTo}
    send={() => api.account.otpGenerate({ input: sentTo.phone, type: 'phone' })}
    verify={(otp) => api.account.otpVerify({ input: sentTo.phone, otp, type: 'phone' }, { silent: true })}
    {...rest}
  />
)

/** The outcome, without errors that are shown at their fields. */
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
