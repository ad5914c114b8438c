import { useState } from 'react'
import { useShop } from '#client/shop-context.ts'
import { authHref } from '#features/auth/auth-href.ts'
import { loginModeOf, titleOf } from '#features/auth/auth-modes.ts'
import { AuthPage, goOnAs } from '#features/auth/auth-page.tsx'
import { LoginView } from '#features/auth/login-view.tsx'
import { navigate } from '#pages/navigate.ts'
import type { ScreenData } from '#pages/screen.ts'

export default function LoginScreen({
  mode: requested,
  redirect,
  posted,
}: ScreenData<typeof import('./data.ts').login>) {
  const { settings } = useShop()
  const [mode, setMode] = useState(loginModeOf(settings, requested))
  return (
    <AuthPage title={titleOf(mode)} notice={posted?.notice}>
      <LoginView
        mode={mode}
        redirect={redirect}
        posted={posted ?? undefined}
        onMode={setMode}
        onRegister={() => navigate(authHref('/register', { mode: 'legacy', redirect }))}
        onSignedIn={(user) => goOnAs(user, redirect)}
      />
    </AuthPage>
  )
}
