import { api } from '#client/api.ts'
import { showToast } from '#client/toasts.ts'
import type { Address } from '#contract/cart.ts'

/**
 * Deletes a saved address at once, without a confirmation: the message offers to undo it. `keep` receives the
 * address book after each step.
 */
export async function forgetAddress(address: Address, keep: (addresses: readonly Address[]) => void) {
  const reply = await api.address.remove({ id: address.id }, { silent: true })
  if (reply.status === 'error') return showToast('error', reply.message)
  keep(reply.data)
  showToast('success', reply.message ?? 'Address removed', {
    label: 'Undo',
    run: () => void restock(address, keep),
  })
}

/** Adds the address again, as the default if it was. */
async function restock(address: Address, keep: (addresses: readonly Address[]) => void) {
  const { country_id, state_id, state_name, address_type, first_name, last_name, phone, city, postcode } =
    address
  const { address_line_1, address_line_2, tax_no } = address
  const street = { address_line_1, address_line_2, tax_no, city, postcode, state_id, state_name, country_id }
  const reply = await api.address.add(
    { first_name, last_name, phone, ...street, address_type, default: address.default },
    { silent: true },
  )
  if (reply.status === 'error') return showToast('error', reply.message)
  const book = await api.address.all({}, { silent: true })
  if (book.status === 'success') keep(book.data)
}
