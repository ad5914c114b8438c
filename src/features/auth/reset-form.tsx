import type { PostedForm } from '#contract/posted-form.ts'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { authApi } from './auth-api.ts'
import css from './auth-form.module.css'
import { AuthForm } from './auth-form.tsx'
import { newPassword, required } from './auth-rules.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { useAuthForm } from './use-auth-form.ts'

type Props = { email: string; token: string; posted?: PostedForm | undefined; onDone: () => void }

/** A new password, twice, by the link of a mail. Decisions §4 (reset-complete). */
export function ResetForm({ email, token, posted, onDone }: Props) {
  const form = useAuthForm({
    rules: { password: newPassword, password_confirmation: required },
    posted,
    send: (values) => authApi.auth.resetComplete({ email, token, ...values }),
    onDone,
  })
  return (
    <AuthForm
      form={form}
      lead={
        <>
          A new password for <span className={css.email}>{email}</span>. It ends all sessions.
        </>
      }
      action={`/account/reset-password/${encodeURIComponent(email)}/${encodeURIComponent(token)}`}
    >
      {/* Password managers keep a password under a name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField {...form.field('password')} label="New password" />
      <PasswordField
        {...form.field('password_confirmation')}
        label="New password again"
        autoComplete="new-password"
        required
      />
      <Button type="submit" isWide isBusy={form.isBusy}>
        Set new password
      </Button>
    </AuthForm>
  )
}
