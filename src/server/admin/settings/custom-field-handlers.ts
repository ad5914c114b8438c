import {
  customFieldEndpoints,
  type fieldValueEndpoints,
  type RecordFields,
} from '#contract/admin/settings/custom-fields.ts'
import type { FieldValues } from '#contract/custom-fields.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { customColumn } from '#server/shop/custom-fields/accept-values.ts'
import {
  clearField,
  createField,
  listFields,
  noteField,
  readField,
  removeField,
  requireField,
  updateField,
} from '#server/shop/custom-fields/editing/definitions.ts'
import { readRecordValues, usageOf, writeRecordValues } from '#server/shop/custom-fields/field-records.ts'
import { readFields } from '#server/shop/custom-fields/read-fields.ts'
import { versionOf } from '../record-version.ts'
import { recordNotFound } from '../refusals.ts'
import { resourceHandlers } from '../resource-handlers.ts'
import { saveRecord } from '../save-record.ts'

export const customFieldHandlers = resourceHandlers(customFieldEndpoints, {
  type: 'custom_field',
  label: 'Custom field',
  list: listFields,
  read: readField,
  create: createField,
  update: updateField,
  remove: removeField,
})

export const fieldValueHandlers: Handlers<typeof fieldValueEndpoints> = {
  usage: async ({ id }, { db }) => usageOf(db, await requireField(db, id)),
  async clear(input, { db, visitor }) {
    const { field, used } = await clearField(db, input)
    await inTransaction(db, async (tx) => {
      await noteField(tx, [field])
      await writeAudit(tx, actorOf(visitor), {
        action: 'custom_field.clear',
        record: { type: 'custom_field', id: String(input.id) },
        before: { values: used.count },
        after: { values: 0 },
      })
    })
    return say(`${used.count} values of ${field.label} deleted`, used)
  },
  ofCatalog: (_input, { db }) => readFields(db, ['product', 'variation', 'category']),
  ofContent: (_input, { db }) => readFields(db, ['page']),
  ofCustomer: ({ id }, { db }) => readRecordFields(db, 'customer', id),
  saveCustomer: (input, call) => saveRecordFields(call, 'customer', input),
  ofOrder: ({ id }, { db }) => readRecordFields(db, 'order', id),
  saveOrder: (input, call) => saveRecordFields(call, 'order', input),
}

/** A customer or an order. @throws 404 */
async function readRecordFields(db: Db | Tx, owner: 'customer' | 'order', id: number): Promise<RecordFields> {
  const values = await readRecordValues(db, owner, id)
  if (!values) throw recordNotFound(labels[owner])
  return { id, version: versionOf(values), fields: await readFields(db, [owner]), values }
}

const labels = { customer: 'Customer', order: 'Order' } as const

/** @throws 404; 409 STALE_RECORD with the present values; 422 by field */
async function saveRecordFields(
  call: Parameters<typeof saveRecord>[0],
  owner: 'customer' | 'order',
  { id, version, values }: { id: number; version: string; values: FieldValues },
) {
  const saved = await saveRecord(call, {
    type: `${owner}_fields`,
    id: String(id),
    label: labels[owner],
    version,
    read: (db) => readRecordFields(db, owner, id),
    // What is in them may be personal: the log outlives it.
    logged: (record) => ({ fields: Object.keys(record.values).join(', ') }),
    write: async (tx, before) =>
      writeRecordValues(
        tx,
        owner,
        id,
        await customColumn(tx, owner, { path: 'values', values, before: before.values }),
      ),
  })
  return say('Saved', saved)
}
