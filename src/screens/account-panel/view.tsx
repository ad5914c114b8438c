import { Slot } from '#client/slot.tsx'
import { AccountFrame } from '#features/account/account-frame.tsx'
import type { ScreenData } from '#pages/screen.ts'
import { Callout } from '#ui/callout.tsx'

export default function AccountPanelScreen({
  panel,
  path,
  title,
  intro,
  message,
}: ScreenData<typeof import('./data.ts').accountPanel>) {
  return (
    <AccountFrame current={path} title={title} intro={intro}>
      {message && <Callout tone="error" title={message} isAlert />}
      <Slot name="account.panel" props={{ panel }} />
    </AccountFrame>
  )
}
