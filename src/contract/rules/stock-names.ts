/** The most pieces that staff enter at once. */
export const MAX_STOCK = 1_000_000

/** Why staff change stock, as they choose it. */
export const stockReasons = {
  received: 'Goods received',
  counted: 'Stock count',
  returned: 'Returned',
  damaged: 'Damaged',
  lost: 'Lost',
  other: 'Other',
} as const

/** Also the reasons that the shop records itself. */
export const allStockReasons: Readonly<Record<string, string>> = {
  ...stockReasons,
  initial: 'First stock',
  import: 'Import',
  transfer: 'Transfer',
}

/** The states of a transfer between stock locations. */
export const transferStatuses = {
  draft: 'Draft',
  sent: 'In transit',
  received: 'Received',
  cancelled: 'Cancelled',
} as const
