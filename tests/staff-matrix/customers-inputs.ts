import type { customersRoutes } from '#contract/admin/customers/routes.ts'
import type { InputsOf } from './inputs-of.ts'

const unknown = { id: 999_999_999 }

/** A harmless valid input of each customers endpoint. */
export const customersInputs: InputsOf<typeof customersRoutes> = {
  adminCustomers: {
    create: { first_name: 'Asha', last_name: '', email: 'matrix@example.com', phone: '' },
    organize: { ids: [unknown.id] },
    choices: {},
    edit: { ...unknown, version: 'none', first_name: '', last_name: '', email: '', phone: '' },
    get: unknown,
    duplicates: unknown,
    merge: { ...unknown, version: 'none', into_id: unknown.id, into_version: 'none', choice: {} },
    addNote: { ...unknown, text: 'Called' },
    block: unknown,
    unblock: unknown,
    endSessions: unknown,
    sendReset: unknown,
    exportData: unknown,
    erase: { ...unknown, confirm: 'nobody@example.com' },
  },
  adminCustomerSegments: {
    create: { name: 'Matrix', filter: { kind: 'guest' } },
    change: { ...unknown, version: 'none', name: 'Matrix' },
    remove: { ...unknown, version: 'none' },
    renameGroup: { ...unknown, version: 'none', name: 'Matrix' },
    removeGroup: { ...unknown, version: 'none' },
  },
}
