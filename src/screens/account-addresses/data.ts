import type { Api } from '#contract/client.ts'
import { postedOf } from '#contract/posted-form.ts'
import { readPostedForm } from '#contract/read-posted-form.ts'
import { readAddressBook } from '#features/address/read-address-book.server.ts'
import { defineScreen, type LoadRequest } from '#pages/screen.ts'

/** The address book. Spec §2, account menu. */
export const accountAddresses = defineScreen({
  visitor: true,
  guard: 'login',
  load: async (request: LoadRequest<Api>) => {
    const posted = readPostedForm(request)
    const form = postedOf(posted, 'save-address')
    const country = Number(form?.values['shipping.country_id']) || null
    // Without JavaScript the form is opened by the address: `?edit=new` or the id of an address.
    const edit = form?.notice ? null : form ? form.values.id || 'new' : request.url.searchParams.get('edit')
    const book = { ...(await readAddressBook(request.api, edit, country)), edit, posted: form }
    return { view: { book, posted } }
  },
  meta: () => ({ title: 'Addresses', robots: 'noindex', bodyClass: 'account' }),
})
