import { useState } from 'react'
import { useShop } from '#client/shop-context.ts'
import { postedOf } from '#contract/posted-form.ts'
import { AccountFrame } from '#features/account/account-frame.tsx'
import { MailPreferences } from '#features/account/mail-preferences.tsx'
import { ProfileForm } from '#features/account/profile-form.tsx'
import type { ScreenData } from '#pages/screen.ts'
import { Panel } from '#ui/panel.tsx'

export default function AccountProfileScreen({
  account: loaded,
  posted,
}: ScreenData<typeof import('./data.ts').accountProfile>) {
  const { storefront } = useShop()
  const [account, setAccount] = useState(loaded)
  return (
    <AccountFrame
      current="/account/profile"
      title="Profile"
      intro="Your name and contact details."
      posted={posted}
    >
      <Panel title="Your details">
        <ProfileForm
          account={account}
          posted={postedOf(posted, 'update-profile')}
          country={storefront.channel.country}
          onChange={setAccount}
        />
      </Panel>
      <Panel title="Emails from us" intro="We always email you about your orders and your account.">
        <MailPreferences account={account} />
      </Panel>
    </AccountFrame>
  )
}
