import { useState } from 'react'
import { api } from '#client/api.ts'
import * as limits from '#contract/limits.ts'
import { formAction, type PostedForm } from '#contract/posted-form.ts'
import { StrengthMeter } from '#features/auth/strength-meter.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { HiddenFields } from '#ui/post-form.tsx'
import css from './form.module.css'
import { FormFoot } from './form-foot.tsx'
import { useForm } from './use-form.ts'

type Props = {
  hasPassword: boolean
  /** The account's name for password managers, which store the new password with it. */
  username: string
  /** As it was posted without JavaScript, from this page. */
  posted: PostedForm | null
  page: string
  onChanged?: () => void
}

const empty = { current_password: '', password: '', password_confirmation: '' }

/** A new password, or the first one of a customer who logs in by OTP. Spec §2 (security), §4 (strength meter), §5. */
export function PasswordForm({
  hasPassword: hadPassword,
  username,
  posted,
  page,
  onChanged = () => {},
}: Props) {
  const [hasPassword, setHasPassword] = useState(hadPassword)
  const { form, values, isSaving, outcome, field, reset, onSubmit } = useForm({
    start: empty,
    posted,
    save: ({ current_password, ...typed }) =>
      api.account.updatePassword(hasPassword ? { current_password, ...typed } : typed),
    onSaved() {
      setHasPassword(true)
      reset(empty)
      onChanged()
    },
    fieldOf: ({ code }) => (code === 'INVALID_CREDENTIALS' ? 'current_password' : undefined),
  })
  return (
    <form
      ref={form}
      className={css.form}
      method="post"
      action={formAction('update-password')}
      noValidate
      onSubmit={onSubmit}
    >
      <HiddenFields fields={{ return_to: page }} />
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {hasPassword && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...field('current_password')}
        />
      )}
      <div className={css.withBadge}>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={`At least ${limits.passwordMinLength} characters. Capitals, digits and symbols make it stronger.`}
          {...field('password')}
        />
        <StrengthMeter password={values.password} />
      </div>
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        {...field('password_confirmation')}
      />
      <FormFoot
        label={hasPassword ? 'Change password' : 'Set password'}
        isSaving={isSaving}
        outcome={outcome}
      />
    </form>
  )
}
