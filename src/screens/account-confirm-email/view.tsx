import { AccountFrame } from '#features/account/account-frame.tsx'
import { ConfirmEmail } from '#features/account/confirm-email.tsx'
import { Panel } from '#features/account/panel.tsx'
import type { ScreenData } from '#pages/screen.ts'

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
