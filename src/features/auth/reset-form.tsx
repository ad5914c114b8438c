import { limits } from '#contract/limits.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { useAlive } from '#ui/use-alive.ts'
import { authApi } from './auth-api.ts'
import css from './auth-form.module.css'
import { newPassword, required } from './auth-rules.ts'
import { StrengthMeter } from './strength-meter.tsx'
import { useAuthForm } from './use-auth-form.ts'

type Props = { email: string; token: string; posted?: PostedForm | undefined; onDone: () => void }

/** A new password, twice, by the link of a mail. Decisions §4 (reset-complete). */
export function ResetForm({ email, token, posted, onDone }: Props) {
  const isAlive = useAlive()
  const form = useAuthForm({
    rules: { password: newPassword, password_confirmation: required },
    posted,
    send: (values) => authApi.auth.resetComplete({ email, token, ...values }),
    onDone,
  })
  return (
    <form
      ref={form.form}
      className={css.form}
      method="post"
      action={`/account/reset-password/${encodeURIComponent(email)}/${encodeURIComponent(token)}`}
      noValidate={isAlive}
      onSubmit={form.submit}
    >
      <p className={css.lead}>
        A new password for <span className={css.email}>{email}</span>. It ends all sessions.
      </p>
      {form.message && <Callout tone="error" title={form.message} isAlert />}
      {/* Password managers keep a password under a name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.field('password')}
        label="New password"
        autoComplete="new-password"
        hint={`At least ${limits.passwordMinLength} characters`}
        minLength={limits.passwordMinLength}
        required
      />
      {isAlive && <StrengthMeter password={form.values.password} />}
      <PasswordField
        {...form.field('password_confirmation')}
        label="New password again"
        autoComplete="new-password"
        required
      />
      <Button type="submit" isWide isBusy={form.isBusy}>
        Set new password
      </Button>
    </form>
  )
}
