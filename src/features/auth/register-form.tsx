import { api } from '#client/api.ts'
import { useShop } from '#client/shop-context.ts'
import type { Account } from '#contract/account.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import css from './auth-form.module.css'
import { AuthForm } from './auth-form.tsx'
import { email, newPassword, phoneOf, required } from './auth-rules.ts'
import { EmailField } from './email-field.tsx'
import { MobileField } from './mobile-field.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { TermsNote } from './terms-note.tsx'
import { useAuthForm } from './use-auth-form.ts'

type Props = {
  redirect: string | undefined
  posted?: PostedForm | undefined
  onSignedIn: (user: Account) => void
}

/** Registration with e-mail and password. Spec §2 (register dialog, Legacy), §5. */
export function RegisterForm({ redirect, posted, onSignedIn }: Props) {
  const { mobile_number_length } = useShop().storefront.channel.country
  const form = useAuthForm({
    rules: {
      first_name: required,
      last_name: required,
      phone: phoneOf(mobile_number_length),
      email,
      password: newPassword,
    },
    posted,
    send: (values) => api.auth.register({ ...values, email: values.email.trim() }),
    onDone: ({ user }) => onSignedIn(user),
  })
  return (
    <AuthForm form={form} action="/register" hidden={{ mode: 'legacy', redirect }}>
      <div className={css.names}>
        <TextField
          {...form.field('first_name')}
          label="First name"
          autoComplete="given-name"
          maxLength={60}
          required
        />
        <TextField
          {...form.field('last_name')}
          label="Last name"
          autoComplete="family-name"
          maxLength={60}
          required
        />
      </div>
      <MobileField
        name="phone"
        value={form.values.phone}
        error={form.errors.phone}
        onChange={(digits) => form.change('phone', digits)}
        onSettled={() => form.leave('phone')}
      />
      <EmailField {...form.field('email')} />
      <NewPasswordField {...form.field('password')} label="Password" />
      <TermsNote />
      <Button type="submit" name="form" value="password" isWide isBusy={form.isBusy}>
        Register
      </Button>
    </AuthForm>
  )
}
