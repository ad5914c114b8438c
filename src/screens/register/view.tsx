import { useState } from 'react'
import { useShop } from '#client/shop-context.ts'
import { authHref } from '#features/auth/auth-href.ts'
import { registerModeOf } from '#features/auth/auth-modes.ts'
import { AuthPage, goOnAs } from '#features/auth/auth-page.tsx'
import { RegisterView } from '#features/auth/register-view.tsx'
import { navigate } from '#pages/navigate.ts'
import type { ScreenData } from '#pages/screen.ts'

export default function RegisterScreen({
  mode: requested,
  redirect,
  posted,
}: ScreenData<typeof import('./data.ts').register>) {
  const { settings } = useShop()
  const [mode, setMode] = useState(registerModeOf(settings, requested))
  return (
    <AuthPage title="Register" notice={posted?.notice}>
      <RegisterView
        mode={mode}
        redirect={redirect}
        posted={posted ?? undefined}
        onMode={setMode}
        onLogin={() => navigate(authHref('/login', { mode: 'legacy', redirect }))}
        onSignedIn={(user) => goOnAs(user, redirect, 'sign_up')}
      />
    </AuthPage>
  )
}
