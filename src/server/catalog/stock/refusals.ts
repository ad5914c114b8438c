import type { StockTransfer } from '#contract/admin/catalog/stock-transfers.ts'
import { invalid, rejected } from '#server/platform/kernel/errors.ts'

export const outOfStock = (name: string, available: number) =>
  rejected(
    'OUT_OF_STOCK',
    available > 0 ? `${name}: only ${available} left in stock` : `${name} is out of stock`,
  )

export const unknownLocation = (field: string) => invalid({ [field]: ['Please choose a location'] })

export const locationInUse = (name: string) =>
  rejected('IN_USE', `${name} has stock or a history. Switch it off instead.`, {
    data: { count: 1, names: [] },
  })

export const transferState = (required: StockTransfer['status']) =>
  rejected(
    'TRANSFER_STATE',
    required === 'draft' ? 'This transfer was sent already' : 'This transfer is not in transit',
  )
