import { z } from 'zod'
import { Address, AddressFields } from './cart.ts'
import { defineEndpoints } from './define-endpoints.ts'
import type { Routes } from './routes.ts'
import { Id, IdText, Text } from './shapes.ts'

const addressType = z.enum(['Shipping', 'Billing'])

/** Fields of a saved address besides its country. */
const details = {
  ...AddressFields.partial().shape,
  state_id: Id.nullish(),
  /** Free text where the country has no list of states. Not in the spec. */
  state_name: Text(80).optional(),
  /** Ignored for the first address of its type, because each type has exactly one default. */
  default: z.boolean().optional(),
}

export const addressEndpoints = defineEndpoints<Routes['address']>()({
  all: {
    summary: 'The saved addresses of the customer: defaults first, then the newest',
    input: z.object({}),
    data: z.array(Address),
    access: 'customer',
  },
  add: {
    summary: 'Saves an address; every field that its country requires must be filled',
    input: z.object({ ...details, country_id: Id, address_type: addressType.default('Shipping') }),
    data: Address,
    refusals: ['ADDRESS_BOOK_FULL'],
    access: 'customer',
  },
  update: {
    summary: 'Changes a saved address; what is not given stays',
    input: z.object({
      id: IdText,
      ...details,
      country_id: Id.optional(),
      address_type: addressType.optional(),
    }),
    data: Address,
    access: 'customer',
  },
  remove: {
    summary: 'Forgets a saved address; the newest of its type takes the place of a default',
    input: z.object({ id: IdText }),
    data: z.array(Address),
    access: 'customer',
  },
})
