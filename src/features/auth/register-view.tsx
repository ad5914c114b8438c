import { useShop } from '#client/shop-context.ts'
import type { Account } from '#contract/account.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import css from './auth-form.module.css'
import { authHref } from './auth-href.ts'
import { authModes, type RegisterMode } from './auth-modes.ts'
import { OtpForm } from './otp-form.tsx'
import { RegisterForm } from './register-form.tsx'
import { SwitchLink } from './switch-link.tsx'
import { TermsNote } from './terms-note.tsx'

type Props = {
  mode: RegisterMode
  redirect: string | undefined
  posted?: PostedForm | undefined
  onMode: (mode: RegisterMode) => void
  onLogin: () => void
  onSignedIn: (user: Account) => void
}

/** The registration methods, in the dialog and on the page. Spec §2 (register dialog). */
export function RegisterView({ mode, redirect, posted, onMode, onLogin, onSignedIn }: Props) {
  const { hasBoth } = authModes(useShop().settings)
  const other = mode === 'otp' ? 'legacy' : 'otp'
  return (
    <div className={css.view}>
      {mode === 'otp' ? (
        <>
          <OtpForm page="/register" {...{ redirect, posted, onSignedIn }} />
          <TermsNote />
        </>
      ) : (
        <RegisterForm {...{ redirect, posted, onSignedIn }} />
      )}
      <div className={css.others}>
        {hasBoth && (
          <SwitchLink href={authHref('/register', { mode: other, redirect })} onGo={() => onMode(other)}>
            {other === 'legacy' ? 'Register with Email' : 'Register with OTP'}
          </SwitchLink>
        )}
        {mode === 'legacy' && (
          <p className={css.question}>
            Already have an account?{' '}
            <SwitchLink href={authHref('/login', { mode: 'legacy', redirect })} onGo={onLogin}>
              LOGIN NOW
            </SwitchLink>
          </p>
        )}
      </div>
    </div>
  )
}
