import { AccountFrame } from '#features/account/account-frame.tsx'
import { ConfirmEmail } from '#features/account/confirm-email.tsx'
import type { ScreenData } from '#pages/screen.ts'
import { Panel } from '#ui/panel.tsx'

export default function AccountConfirmEmailScreen({
  email,
  isConfirmed,
  token,
}: ScreenData<typeof import('./data.ts').accountConfirmEmail>) {
  return (
    <AccountFrame
      current="/account/profile"
      title="Confirm your email"
      back={{ href: '/account/profile', label: 'Profile' }}
    >
      <Panel title={email ?? 'There is no email address in your account'}>
        {email && <ConfirmEmail isConfirmed={isConfirmed} token={token} />}
      </Panel>
    </AccountFrame>
  )
}
