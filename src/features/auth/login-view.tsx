import { useShop } from '#client/shop-context.ts'
import type { Account } from '#contract/account.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import css from './auth-form.module.css'
import { authHref } from './auth-href.ts'
import { authModes, type LoginMode } from './auth-modes.ts'
import { ForgotForm } from './forgot-form.tsx'
import { OptionalPasskeyLogin } from './optional-passkey-login.tsx'
import { OtpForm } from './otp-form.tsx'
import { PasswordLoginForm } from './password-login-form.tsx'
import { SwitchLink } from './switch-link.tsx'

type Props = {
  mode: LoginMode
  redirect: string | undefined
  posted?: PostedForm | undefined
  onMode: (mode: LoginMode) => void
  onRegister: () => void
  onSignedIn: (user: Account) => void
}

/** The login methods with their further links, in the dialog and on the page. Spec §2 (login dialog). */
export function LoginView({ mode, redirect, posted, onMode, onRegister, onSignedIn }: Props) {
  const { settings } = useShop()
  const { hasOtp, hasLegacy, canRegister } = authModes(settings)
  return (
    <div className={css.view}>
      {mode === 'otp' && <OtpForm page="/login" {...{ redirect, posted, onSignedIn }} />}
      {mode === 'legacy' && (
        <PasswordLoginForm onForgot={() => onMode('forgot')} {...{ redirect, posted, onSignedIn }} />
      )}
      {mode === 'forgot' && <ForgotForm {...{ redirect, posted }} onSent={() => onMode('legacy')} />}
      {mode !== 'forgot' && <OptionalPasskeyLogin hasField={mode === 'legacy'} onSignedIn={onSignedIn} />}
      {mode !== 'forgot' && settings.enable_passkey_auth && (
        <noscript>
          <p className="note">Passkeys need JavaScript, which is off in your browser.</p>
        </noscript>
      )}
      <div className={css.others}>
        {mode !== 'legacy' && hasLegacy && (
          <SwitchLink href={authHref('/login', { mode: 'legacy', redirect })} onGo={() => onMode('legacy')}>
            Login with Email
          </SwitchLink>
        )}
        {mode === 'legacy' && hasOtp && (
          <SwitchLink href={authHref('/login', { mode: 'otp', redirect })} onGo={() => onMode('otp')}>
            Login with OTP
          </SwitchLink>
        )}
        {mode === 'legacy' && canRegister && (
          <p className={css.question}>
            Don&apos;t Have an Account?{' '}
            <SwitchLink href={authHref('/register', { redirect })} onGo={onRegister}>
              REGISTER NOW
            </SwitchLink>
          </p>
        )}
      </div>
    </div>
  )
}
