import { useEffect } from 'react'
import { AuthPage } from '#features/auth/auth-page.tsx'
import { ResetForm } from '#features/auth/reset-form.tsx'
import { navigate } from '#pages/navigate.ts'
import type { ScreenData } from '#pages/screen.ts'

type Props = ScreenData<typeof import('./data.ts').resetPassword>

export default function ResetPasswordScreen({ email, token, posted }: Props) {
  // Removes the token from the address bar, the history and bookmarks once it is read.
  useEffect(() => history.replaceState(history.state, '', '/account/reset-password'), [])
  return (
    <AuthPage title="Reset Password" notice={undefined}>
      <ResetForm
        email={email}
        token={token}
        posted={posted ?? undefined}
        onDone={() => navigate('/?login=1&mode=legacy', { replace: true })}
      />
    </AuthPage>
  )
}
