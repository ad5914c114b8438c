import { postedOf } from '#contract/posted-form.ts'
import { AccessLogList } from '#features/account/access-log-list.tsx'
import { AccountFrame } from '#features/account/account-frame.tsx'
import { PasswordForm } from '#features/account/password-form.tsx'
import { SessionList } from '#features/account/session-list.tsx'
import { PasskeyList } from '#features/passkeys/passkey-list.tsx'
import { refresh } from '#pages/navigate.ts'
import type { ScreenData } from '#pages/screen.ts'
import { Panel } from '#ui/panel.tsx'

export default function AccountSecurityScreen({
  account,
  passkeys,
  sessions,
  logs,
  now,
  timeZone,
  posted,
}: ScreenData<typeof import('./data.ts').accountSecurity>) {
  return (
    <AccountFrame
      current="/account/security"
      title="Security"
      intro="Your password, devices and recent activity."
      posted={posted}
    >
      <Panel
        title="Password"
        intro={
          account.has_password
            ? 'Changing it signs you out on all other devices.'
            : 'You log in with a code. Set a password to log in with your email address too.'
        }
      >
        <PasswordForm
          hasPassword={account.has_password}
          username={account.email ?? account.phone ?? ''}
          posted={postedOf(posted, 'update-password')}
          page="/account/security"
          onChanged={refresh}
        />
      </Panel>
      <PasskeyList first={passkeys} hasPassword={account.has_password} timeZone={timeZone} />
      <Panel
        title="Your devices"
        intro="Devices where you are logged in. Sign out any that you don’t recognise."
      >
        <SessionList sessions={sessions} now={now} timeZone={timeZone} onChanged={refresh} />
      </Panel>
      <Panel title="Access log" intro="What happened to your account in the last 90 days.">
        <AccessLogList first={logs} timeZone={timeZone} />
      </Panel>
    </AccountFrame>
  )
}
