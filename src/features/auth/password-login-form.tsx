import { useState } from 'react'
import { api } from '#client/api.ts'
import type { Account } from '#contract/account.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/check-field.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import css from './auth-form.module.css'
import { AuthForm } from './auth-form.tsx'
import { authHref } from './auth-href.ts'
import { email, required } from './auth-rules.ts'
import { EmailField } from './email-field.tsx'
import { SwitchLink } from './switch-link.tsx'
import { useAuthForm } from './use-auth-form.ts'

type Props = {
  redirect: string | undefined
  posted?: PostedForm | undefined
  onForgot: () => void
  onSignedIn: (user: Account) => void
}

/** Login with e-mail and password. Spec §2 (login dialog, Legacy), §3 (auth payloads), §5. */
export function PasswordLoginForm({ redirect, posted, onForgot, onSignedIn }: Props) {
  const [isRemembered, setIsRemembered] = useState(true)
  const form = useAuthForm({
    rules: { email, password: required },
    posted,
    send: (values) => api.auth.login({ ...values, email: values.email.trim(), remember_me: isRemembered }),
    onDone: ({ user }) => onSignedIn(user),
  })
  return (
    <AuthForm form={form} action="/login" hidden={{ mode: 'legacy', redirect }}>
      <EmailField {...form.field('email')} autoComplete="username webauthn" />
      <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" required />
      <div className={css.between}>
        <CheckField
          label="Keep me logged in"
          name="remember_me"
          value="true"
          checked={isRemembered}
          onChange={({ target }) => setIsRemembered(target.checked)}
        />
        <SwitchLink href={authHref('/forgot-password', { redirect })} onGo={onForgot}>
          Forgot Password?
        </SwitchLink>
      </div>
      <Button type="submit" name="form" value="password" isWide isBusy={form.isBusy}>
        Login
      </Button>
    </AuthForm>
  )
}
