import type { PostedForm } from '#contract/posted-form.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { TextField } from '#ui/field.tsx'
import { useAlive } from '#ui/use-alive.ts'
import { authApi } from './auth-api.ts'
import css from './auth-form.module.css'
import { email } from './auth-rules.ts'
import { Hidden } from './code-form.tsx'
import { useAuthForm } from './use-auth-form.ts'

type Props = { redirect: string | undefined; posted?: PostedForm | undefined; onSent: () => void }

/** Asks for a link to set a new password. What is said afterwards is the same for every address. Spec §2 (forgot password form). */
export function ForgotForm({ redirect, posted, onSent }: Props) {
  const isAlive = useAlive()
  const form = useAuthForm({
    rules: { email },
    posted,
    send: (values) => authApi.auth.reset({ email: values.email.trim() }),
    onDone: onSent,
  })
  return (
    <form
      ref={form.form}
      className={css.form}
      method="post"
      action="/forgot-password"
      noValidate={isAlive}
      onSubmit={form.submit}
    >
      <p className={css.lead}>
        Enter your account email to receive a link allowing you to reset your password
      </p>
      {form.message && <Callout tone="error" title={form.message} isAlert />}
      <Hidden values={{ redirect }} />
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={120}
        required
      />
      <Button type="submit" isWide isBusy={form.isBusy}>
        Submit
      </Button>
    </form>
  )
}
