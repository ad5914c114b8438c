import { stockLocationEndpoints } from '#contract/admin/catalog/stock-locations.ts'
import type { StockTransfer, stockTransferEndpoints } from '#contract/admin/catalog/stock-transfers.ts'
import {
  createStockLocation,
  listStockLocations,
  readStockLocation,
  removeStockLocation,
  updateStockLocation,
} from '#server/catalog/stock/locations.ts'
import type { StockActor } from '#server/catalog/stock/stock-changes.ts'
import {
  cancelTransfer,
  createTransfer,
  findTransfer,
  listTransfers,
  receiveTransfer,
  sendTransfer,
  updateTransfer,
} from '#server/catalog/stock/transfers.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx, Visitor } from '#server/platform/kernel/context.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { pageReply } from '#server/platform/kernel/list-page.ts'
import { requireVersion, versionOf } from '../record-version.ts'
import { recordNotFound } from '../refusals.ts'
import { resourceHandlers } from '../resource-handlers.ts'

export const stockLocationHandlers = resourceHandlers(stockLocationEndpoints, {
  type: 'stock_location',
  label: 'Location',
  list: listStockLocations,
  read: readStockLocation,
  create: createStockLocation,
  update: updateStockLocation,
  remove: removeStockLocation,
})

const type = 'stock_transfer'
const label = 'Transfer'

export const stockTransferHandlers: Handlers<typeof stockTransferEndpoints> = {
  list: async (query, { db }) => pageReply(query, await listTransfers(db, query)),

  get: ({ id }, { db }) => requireTransfer(db, id),

  async create(values, { db, visitor }) {
    const actor = actorOf(visitor)
    const made = await inTransaction(db, async (tx) => {
      const after = await requireTransfer(tx, await createTransfer(tx, values, actor))
      await writeAudit(tx, actor, {
        action: `${type}.create`,
        record: recordOf(after),
        after: loggedOf(after),
      })
      return after
    })
    return say('Draft saved. Send it when the items leave.', made)
  },

  update: ({ id, version, ...values }, call) =>
    change(call, { id, version, action: 'update', message: 'Draft saved' }, (tx, transfer) =>
      updateTransfer(tx, transfer, values),
    ),

  send: (ref, call) => change(call, { ...ref, action: 'send', message: 'Sent' }, sendTransfer),

  receive: ({ items, ...ref }, call) =>
    change(call, { ...ref, action: 'receive', message: 'Received' }, (tx, transfer, actor) =>
      receiveTransfer(tx, transfer, items, actor),
    ),

  cancel: (ref, call) => change(call, { ...ref, action: 'cancel', message: 'Cancelled' }, cancelTransfer),
}

async function requireTransfer(db: Db | Tx, id: number): Promise<StockTransfer> {
  const found = await findTransfer(db, id)
  if (!found) throw recordNotFound(label)
  const { status, note, from_location_id, to_location_id, items } = found
  const lines = items.map(({ variation_id, quantity, received }) => [variation_id, quantity, received])
  return { ...found, version: versionOf([status, note, from_location_id, to_location_id, lines]) }
}

type Change = { id: number; version: string; action: string; message: string }

/** A step of a transfer with its entry in the audit log. Two at once: the second is refused with the transfer as it is then. */
async function change(
  { db, visitor }: { db: Db; visitor: Visitor },
  { id, version, action, message }: Change,
  work: (tx: Tx, transfer: StockTransfer, actor: StockActor) => Promise<void>,
) {
  const actor = actorOf(visitor)
  const changed = await inTransaction(db, async (tx) => {
    const before = await requireVersion(tx, { type, label, id, version }, requireTransfer)
    await work(tx, before, actor)
    const after = await requireTransfer(tx, id)
    await writeAudit(tx, actor, {
      action: `${type}.${action}`,
      record: recordOf(after),
      before: loggedOf(before),
      after: loggedOf(after),
    })
    return after
  })
  return say(message, changed)
}

const recordOf = ({ id }: StockTransfer) => ({ type, id: String(id) })

const loggedOf = ({ from, to, status, note, items }: StockTransfer) => ({
  ...{ from, to, status, note },
  items: items.map(({ sku, quantity, received }) => ({ sku, quantity, received })),
})
