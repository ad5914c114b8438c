import type { adminPaymentMethodsEndpoints } from '#contract/admin/settings/delivery.ts'
import {
  listPaymentMethods,
  readPaymentMethod,
  updatePaymentMethod,
} from '#server/checkout-editing/payment-methods.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { type Handlers, say } from '#server/kernel/handlers.ts'
import { requireRecentProof } from '#server/staff/start-staff-session.ts'
import { recordNotFound } from '../refusals.ts'
import { versionOf } from '../resource-handlers.ts'
import { saveRecord } from './save-record.ts'

export const adminPaymentMethodsHandlers: Handlers<typeof adminPaymentMethodsEndpoints> = {
  async list(query, { db, config }) {
    const { page, per_page } = query
    const { rows, total } = await listPaymentMethods({ db, config }, query)
    const last_page = Math.max(1, Math.ceil(total / per_page))
    return { data: rows, current_page: page, last_page, per_page, total }
  },

  get: ({ id }, { db }) => requireMethod(db, id),

  async update({ id, version, values }, call) {
    requireRecentProof(call)
    const saved = await saveRecord(call, {
      type: 'payment_method',
      id: String(id),
      label: 'Payment method',
      version,
      read: (db) => requireMethod(db, id),
      logged: (record) => record.values,
      write: (tx) => updatePaymentMethod(tx, id, values),
    })
    return say('Payment method saved', saved)
  },
}

async function requireMethod(db: Db | Tx, id: number) {
  const found = await readPaymentMethod(db, id)
  if (!found) throw recordNotFound('Payment method')
  const { code: _, ...values } = found
  return { id, version: versionOf(values), values }
}
