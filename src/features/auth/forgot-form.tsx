import { api } from '#client/api.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { Button } from '#ui/button.tsx'
import { AuthForm } from './auth-form.tsx'
import { email } from './auth-rules.ts'
import { EmailField } from './email-field.tsx'
import { useAuthForm } from './use-auth-form.ts'

type Props = { redirect: string | undefined; posted?: PostedForm | undefined; onSent: () => void }

/**
 * Requests a password reset link. The message afterwards is the same for every address. Spec §2 (forgot
 * password form).
 */
export function ForgotForm({ redirect, posted, onSent }: Props) {
  const form = useAuthForm({
    rules: { email },
    posted,
    send: (values) => api.auth.reset({ email: values.email.trim() }),
    onDone: onSent,
  })
  return (
    <AuthForm
      form={form}
      lead="Enter your account email to receive a link allowing you to reset your password"
      action="/forgot-password"
      hidden={{ redirect }}
    >
      <EmailField {...form.field('email')} />
      <Button type="submit" isWide isBusy={form.isBusy}>
        Submit
      </Button>
    </AuthForm>
  )
}
