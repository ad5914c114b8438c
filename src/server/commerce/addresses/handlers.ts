import type { addressEndpoints } from '#contract/address.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { customerOf } from '#server/platform/sessions/session.ts'
import { addAddress } from './add-address.ts'
import { readAddresses } from './read-addresses.ts'
import { removeAddress } from './remove-address.ts'
import { updateAddress } from './update-address.ts'

/** The address book endpoints: spec §7 Address, decisions §4 and §5. */
export const addressHandlers: Handlers<typeof addressEndpoints> = {
  all: (_, call) => readAddresses(call.db, customerOf(call)),

  async add(input, call) {
    return say('Address saved', await addAddress(call.db, customerOf(call), input))
  },

  async update({ id, ...changes }, call) {
    return say('Address updated', await updateAddress(call.db, customerOf(call), id, changes))
  },

  async remove({ id }, call) {
    return say('Address removed', await removeAddress(call.db, customerOf(call), id))
  },
}
