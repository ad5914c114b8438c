import { AccessLogList } from '#features/account/access-log-list.tsx'
import { AccountFrame } from '#features/account/account-frame.tsx'
import { Panel } from '#features/account/panel.tsx'
import { PasswordForm } from '#features/account/password-form.tsx'
import { SessionList } from '#features/account/session-list.tsx'
import { PasskeyList } from '#features/passkeys/passkey-list.tsx'
import { refresh } from '#pages/navigate.ts'
import type { ScreenData } from '#pages/screen.ts'

export default function AccountSecurityScreen({
  account,
  sessions,
  logs,
  now,
  timeZone,
}: ScreenData<typeof import('./data.ts').accountSecurity>) {
  return (
    <AccountFrame current="/account/security" title="Security" intro="Your password, and who has been in.">
      <Panel
        title="Password"
        intro={
          account.has_password
            ? 'A new one signs you out on all other devices.'
            : 'You log in by code. With a password you can log in by email too.'
        }
      >
        <PasswordForm
          hasPassword={account.has_password}
          username={account.email ?? account.phone ?? ''}
          onChanged={refresh}
        />
      </Panel>
      <PasskeyList hasPassword={account.has_password} timeZone={timeZone} />
      <Panel title="Your devices" intro="Where you are logged in. Sign out what you do not know.">
        <SessionList sessions={sessions} now={now} timeZone={timeZone} onChanged={refresh} />
      </Panel>
      <Panel title="Access log" intro="What happened to your account in the last 90 days.">
        <AccessLogList first={logs} timeZone={timeZone} />
      </Panel>
    </AccountFrame>
  )
}
