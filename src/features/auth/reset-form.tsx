import { api } from '#client/api.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import css from './auth-form.module.css'
import { AuthForm } from './auth-form.tsx'
import { newPassword, required } from './auth-rules.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { useAuthForm } from './use-auth-form.ts'

type Props = { email: string; token: string; posted?: PostedForm | undefined; onDone: () => void }

/** Sets a new password, entered twice, with the mailed token. Decisions §4 (reset-complete). */
export function ResetForm({ email, token, posted, onDone }: Props) {
  const form = useAuthForm({
    rules: { password: newPassword, password_confirmation: required },
    posted,
    send: (values) => api.auth.resetComplete({ email, token, ...values }),
    onDone,
  })
  return (
    <AuthForm
      form={form}
      lead={
        <>
          A new password for <span className={css.email}>{email}</span>. This signs you out on all devices.
        </>
      }
      action={`/account/reset-password/${encodeURIComponent(email)}/${encodeURIComponent(token)}`}
    >
      {/* Password managers store a password under a user name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField {...form.field('password')} label="New password" />
      <PasswordField
        {...form.field('password_confirmation')}
        label="Confirm new password"
        autoComplete="new-password"
        required
      />
      <Button type="submit" isWide isBusy={form.isBusy}>
        Set new password
      </Button>
    </AuthForm>
  )
}
