import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { transferStatuses } from '#contract/rules/stock-names.ts'
import { Id, IdText, pageOf, Text, Time } from '#contract/shapes.ts'
import { listQuery } from '../resource.ts'
import type { catalogRoutes } from './routes.ts'
import { LocationName } from './stock-locations.ts'

const Status = z.enum(keysOf(transferStatuses))

const Quantity = z.int().min(1).max(1_000_000)

const Values = {
  from_location_id: Id,
  to_location_id: Id,
  note: Text(500).default(''),
  /** A variation once. */
  items: z
    .array(z.object({ sku: Text(120).min(1), quantity: Quantity }))
    .min(1, 'Please enter what is moved')
    .max(500),
}
export type StockTransferValues = z.output<z.ZodObject<typeof Values>>

export const StockTransferRow = z.object({
  id: Id,
  from: z.string(),
  to: z.string(),
  status: Status,
  pieces: z.int(),
  received: z.int(),
  created_by: z.string(),
  created_at: Time,
})
export type StockTransferRow = z.infer<typeof StockTransferRow>

export const StockTransfer = z
  .object({
    ...StockTransferRow.omit({ pieces: true, received: true }).shape,
    version: z.string(),
    from_location_id: Id,
    to_location_id: Id,
    note: z.string(),
    sent_at: Time.nullable(),
    ended_at: Time.nullable(),
    items: z.array(
      z.object({
        variation_id: Id,
        sku: z.string(),
        name: z.string(),
        quantity: z.int(),
        /** So far. */
        received: z.int(),
        /** What the sending location has now. */
        in_stock: z.int(),
      }),
    ),
    /** All locations, to choose from. */
    locations: z.array(LocationName),
  })
  .meta({ id: 'AdminStockTransfer' })
export type StockTransfer = z.infer<typeof StockTransfer>

const staff = { access: 'staff', whileLocked: true } as const
const reads = { ...staff, permission: 'catalog.read' } as const
const writes = { ...staff, permission: 'catalog.write' } as const
const Ref = { id: IdText, version: z.string().min(1).max(64) }

export const stockTransferEndpoints = defineEndpoints<(typeof catalogRoutes)['adminStockTransfers']>()({
  list: {
    summary: 'A page of the transfers between stock locations',
    input: z.object({ ...listQuery(['id', 'status']), status: Status.optional() }),
    data: pageOf(StockTransferRow),
    ...reads,
  },
  get: {
    summary: 'A transfer with its items',
    input: z.object({ id: IdText }),
    data: StockTransfer,
    ...reads,
  },
  create: {
    summary: 'Adds a transfer as a draft: no stock changes yet',
    input: z.object(Values),
    data: StockTransfer,
    ...writes,
  },
  update: {
    summary: 'Changes a draft',
    input: z.object({ ...Ref, ...Values }),
    data: StockTransfer,
    refusals: ['STALE_RECORD', 'TRANSFER_STATE'],
    ...writes,
  },
  send: {
    summary: 'Takes the pieces out of the sending location; until they arrive they are not sold',
    input: z.object(Ref),
    data: StockTransfer,
    refusals: ['STALE_RECORD', 'TRANSFER_STATE', 'OUT_OF_STOCK'],
    ...writes,
  },
  receive: {
    summary: 'Puts pieces that have arrived into the receiving location; the transfer ends with the last one',
    input: z.object({
      ...Ref,
      items: z.array(z.object({ variation_id: Id, quantity: z.int().min(0).max(1_000_000) })).max(500),
    }),
    data: StockTransfer,
    refusals: ['STALE_RECORD', 'TRANSFER_STATE'],
    ...writes,
  },
  cancel: {
    summary: 'Ends a transfer: what has not arrived goes back to the sending location',
    input: z.object(Ref),
    data: StockTransfer,
    refusals: ['STALE_RECORD', 'TRANSFER_STATE'],
    ...writes,
  },
})
