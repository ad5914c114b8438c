import { AccountFrame } from '#features/account/account-frame.tsx'
import { YourData } from '#features/account/your-data.tsx'
import type { ScreenData } from '#pages/screen.ts'

export default function AccountDataScreen({
  account,
  posted,
}: ScreenData<typeof import('./data.ts').accountData>) {
  return (
    <AccountFrame
      current="/account/your-data"
      title="Your data"
      intro="Download your data or delete your account."
      posted={posted}
    >
      <YourData account={account} posted={posted} />
    </AccountFrame>
  )
}
