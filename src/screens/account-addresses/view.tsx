import { AccountFrame } from '#features/account/account-frame.tsx'
import { AddressBook } from '#features/address/address-book.tsx'
import type { ScreenData } from '#pages/screen.ts'

export default function AccountAddressesScreen({
  book,
  posted,
}: ScreenData<typeof import('./data.ts').accountAddresses>) {
  return (
    <AccountFrame
      current="/account/addresses"
      title="Addresses"
      intro="Save addresses for a hassle-free checkout"
      posted={posted}
    >
      <AddressBook {...book} />
    </AccountFrame>
  )
}
