import type { productBatchEndpoints } from '#contract/admin/catalog/product-batches.ts'
import type { productImportEndpoints } from '#contract/admin/catalog/product-imports.ts'
import { notText } from '#server/catalog/importing/check-text.ts'
import {
  addImport,
  applyImport,
  exportRefused,
  readImport,
} from '#server/catalog/importing/product-imports.ts'
import {
  readBatch,
  readRefused,
  startBatch,
  titleOf,
  undoBatch,
} from '#server/catalog/products/editing/product-batches.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { type Handlers, say, sendCsv, sendFile } from '#server/platform/kernel/handlers.ts'
import { csvFile } from '#server/platform/text/csv.ts'
import { requireFile } from '../require-file.ts'

export const productBatchHandlers: Handlers<typeof productBatchEndpoints> = {
  async create({ action, ids, filter, expected }, { db, visitor }) {
    const actor = actorOf(visitor)
    if (!ids && !filter) throw invalid({ ids: ['Please choose products'] })
    const id = await inTransaction(db, async (tx) => {
      const batch = await startBatch(tx, { action, ids, filter, expected }, actor)
      await writeAudit(tx, actor, {
        action: 'product.bulk',
        record: { type: 'product_batch', id: String(batch) },
        after: { title: titleOf(action), ...action, ...(ids ? { ids } : { filter }) },
      })
      return batch
    })
    return readBatch(db, id)
  },

  get: ({ id }, { db }) => readBatch(db, id),

  refused: async ({ id }, { db }) => {
    await readBatch(db, id)
    return sendCsv(`refused-${id}`, csvFile([await readRefused(db, id)], ['id', 'name', 'sku', 'reason']))
  },

  async undo({ id }, { db, visitor }) {
    const actor = actorOf(visitor)
    const undo = await inTransaction(db, async (tx) => {
      const batch = await undoBatch(tx, id, actor)
      await writeAudit(tx, actor, {
        action: 'product.bulk_undo',
        record: { type: 'product_batch', id: String(batch) },
        after: { undo_of: id },
      })
      return batch
    })
    return readBatch(db, undo)
  },
}

export const productImportHandlers: Handlers<typeof productImportEndpoints> = {
  async upload({ file_name }, call) {
    const bytes = requireFile(call.uploads, 'Please choose a CSV file')
    const problem = notText(bytes)
    if (problem) throw invalid({ file: [problem] })
    const name = file_name || 'products.csv'
    const id = await addImport(call, { name, bytes }, actorOf(call.visitor))
    return readImport(call.db, id)
  },

  get: ({ id }, { db }) => readImport(db, id),

  async refused({ id }, call) {
    const content = Buffer.from(await exportRefused(call, id))
    return sendFile({ type: 'text/csv; charset=utf-8', name: `refused-rows-${id}.csv`, content })
  },

  async apply({ id }, { db, visitor }) {
    await applyImport(db, id, actorOf(visitor))
    return say('The import has started', await readImport(db, id))
  },
}
