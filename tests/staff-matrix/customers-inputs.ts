import type { customersRoutes } from '#contract/admin/customers/routes.ts'
import type { InputsOf } from './inputs-of.ts'

const unknown = { id: 999_999_999 }

/** A harmless valid input of each customers endpoint. */
export const customersInputs: InputsOf<typeof customersRoutes> = {
  adminCustomers: {
    get: unknown,
    addNote: { ...unknown, text: 'Called' },
    block: unknown,
    unblock: unknown,
    endSessions: unknown,
    sendReset: unknown,
    exportData: unknown,
    erase: { ...unknown, confirm: 'nobody@example.com' },
  },
}
