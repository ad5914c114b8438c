import { useState } from 'react'
import type { Account } from '#contract/account.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { CheckField } from '#ui/check-field.tsx'
import { TextField } from '#ui/field.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { useAlive } from '#ui/use-alive.ts'
import { authApi } from './auth-api.ts'
import css from './auth-form.module.css'
import { authHref } from './auth-href.ts'
import { email, required } from './auth-rules.ts'
import { Hidden } from './code-form.tsx'
import { SwitchLink } from './switch-link.tsx'
import { useAuthForm } from './use-auth-form.ts'

type Props = {
  redirect: string | undefined
  posted?: PostedForm | undefined
  onForgot: () => void
  onSignedIn: (user: Account) => void
}

/** E-mail and password. Spec §2 (login dialog, Legacy), §3 (auth payloads), §5. */
export function PasswordLoginForm({ redirect, posted, onForgot, onSignedIn }: Props) {
  const isAlive = useAlive()
  const [isRemembered, setIsRemembered] = useState(true)
  const form = useAuthForm({
    rules: { email, password: required },
    posted,
    send: (values) =>
      authApi.auth.login({ ...values, email: values.email.trim(), remember_me: isRemembered }),
    onDone: ({ user }) => onSignedIn(user),
  })
  return (
    <form
      ref={form.form}
      className={css.form}
      method="post"
      action="/login"
      noValidate={isAlive}
      onSubmit={form.submit}
    >
      {form.message && <Callout tone="error" title={form.message} isAlert />}
      <Hidden values={{ mode: 'legacy', redirect }} />
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={120}
        required
      />
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
    </form>
  )
}
