import { AccountFrame } from '#features/account/account-frame.tsx'
import { YourData } from '#features/account/your-data.tsx'
import type { ScreenData } from '#pages/screen.ts'

export default function AccountDataScreen({ account }: ScreenData<typeof import('./data.ts').accountData>) {
  return (
    <AccountFrame
      current="/account/your-data"
      title="Your data"
      intro="It is yours: take it with you, or have it erased."
    >
      <YourData account={account} />
    </AccountFrame>
  )
}
