import { defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { storeCredit } from './contract.ts'
import { adminStoreCreditGroup, storeCreditGroup } from './handlers.server.ts'
import { storeCreditForms, storeCreditSlots } from './slots.server.ts'
import { readCredit, toOwnEntry } from './store-credit.server.ts'

export const storeCreditPlugin = defineServerPlugin(storeCredit, {
  apiVersion: 1,
  endpoints: [storeCreditGroup],
  admin: { groups: [adminStoreCreditGroup] },
  slots: storeCreditSlots,
  postForms: storeCreditForms,
  personalData: [
    {
      // The accounts are among those of the core.
      tables: [],
      read: async (db, { id: customerId }) => {
        const { entries } = await readCredit(db, { customerId, currency: null, page: 1 })
        return { store_credit: entries.data.map(toOwnEntry) }
      },
    },
  ],
  holdsCredit: true,
  demo: { config: {} },
})
