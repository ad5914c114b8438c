import { readAddressBook } from '#features/address/read-address-book.server.ts'
import { defineScreen } from '#pages/screen.ts'

/** The address book. Spec §2, account menu. */
export const accountAddresses = defineScreen({
  visitor: true,
  guard: 'login',
  load: async ({ api }) => ({ book: await readAddressBook(api) }),
  meta: () => ({ title: 'Addresses', robots: 'noindex', bodyClass: 'account' }),
})
