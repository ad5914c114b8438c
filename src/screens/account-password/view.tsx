import { AccountFrame } from '#features/account/account-frame.tsx'
import { PasswordForm } from '#features/account/password-form.tsx'
import type { ScreenData } from '#pages/screen.ts'
import { Panel } from '#ui/panel.tsx'

export default function AccountPasswordScreen({
  hasPassword,
  username,
  posted,
}: ScreenData<typeof import('./data.ts').accountPassword>) {
  return (
    <AccountFrame
      current="/account/security"
      title="Reset Password"
      back={{ href: '/account/security', label: 'Security' }}
      posted={posted}
    >
      <Panel title="New password" intro="It signs you out on all other devices.">
        <PasswordForm
          hasPassword={hasPassword}
          username={username}
          posted={posted}
          page="/account/reset-password"
        />
      </Panel>
    </AccountFrame>
  )
}
