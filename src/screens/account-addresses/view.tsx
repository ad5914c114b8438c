import { AddressBook } from '#features/address/address-book.tsx'
import type { ScreenData } from '#pages/screen.ts'
import css from './view.module.css'

export default function AccountAddressesScreen({
  book,
}: ScreenData<typeof import('./data.ts').accountAddresses>) {
  return (
    <div className="wide">
      <header className={css.head}>
        <h1>Addresses</h1>
        <p>Save addresses for a hassle-free checkout</p>
      </header>
      <AddressBook {...book} />
    </div>
  )
}
