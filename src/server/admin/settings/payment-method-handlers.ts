import type { adminPaymentMethodsEndpoints } from '#contract/admin/settings/delivery.ts'
import {
  listPaymentMethods,
  readPaymentMethod,
  updatePaymentMethod,
} from '#server/commerce/checkout/editing/payment-methods.ts'
import { checkGatewayKeys } from '#server/commerce/payments/check-keys.ts'
import { requireRecentProof } from '#server/people/staff/start-staff-session.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { pageReply } from '#server/platform/kernel/list-page.ts'
import { requireToken } from '#server/platform/limits/rate-limit.ts'
import { staffOf } from '#server/platform/sessions/staff-session.ts'
import { versionOf } from '../record-version.ts'
import { recordNotFound } from '../refusals.ts'
import { saveRecord } from '../save-record.ts'

/** Of one member of staff: each one is a request to another company. */
const CHECKS = { most: 10, seconds: 600 }

export const adminPaymentMethodsHandlers: Handlers<typeof adminPaymentMethodsEndpoints> = {
  list: async (query, { db, config }) => pageReply(query, await listPaymentMethods({ db, config }, query)),

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
      write: (tx) => updatePaymentMethod(tx, call.config, id, values),
    })
    return say('Payment method saved', saved)
  },

  async check({ id }, { db, config, log, visitor }) {
    const method = await readPaymentMethod(db, id)
    if (!method) throw recordNotFound('Payment method')
    await requireToken(db, `payment keys ${staffOf({ visitor }).id}`, CHECKS)
    const result = await checkGatewayKeys(config, method.code, (error) =>
      log.warn({ err: error, gateway: method.code }, 'the payment company could not check its keys'),
    )
    await writeAudit(db, actorOf(visitor), {
      action: 'payment_method.check',
      record: { type: 'payment_method', id: String(id) },
      after: { gateway: method.code, result },
    })
    return { result }
  },
}

async function requireMethod(db: Db | Tx, id: number) {
  const found = await readPaymentMethod(db, id)
  if (!found) throw recordNotFound('Payment method')
  const { code: _, ...values } = found
  return { id, version: versionOf(values), values }
}
