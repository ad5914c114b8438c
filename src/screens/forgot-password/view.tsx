import { authHref } from '#features/auth/auth-href.ts'
import { AuthPage, goOnAs } from '#features/auth/auth-page.tsx'
import { LoginView } from '#features/auth/login-view.tsx'
import { navigate } from '#pages/navigate.ts'
import type { ScreenData } from '#pages/screen.ts'

type Props = ScreenData<typeof import('./data.ts').forgotPassword>

export default function ForgotPasswordScreen({ redirect, posted }: Props) {
  return (
    <AuthPage title="Forgot Password?" notice={posted?.notice}>
      <LoginView
        mode="forgot"
        redirect={redirect}
        posted={posted ?? undefined}
        onMode={(mode) => navigate(authHref('/login', { mode, redirect }))}
        onRegister={() => navigate(authHref('/register', { redirect }))}
        onSignedIn={(user) => goOnAs(user, redirect)}
      />
    </AuthPage>
  )
}
