/** The calls of a customer on the own credit and cart. Without schemas, because browsers import it. */
export const storeCreditRoutes = {
  get: 'GET /api/plugins/StoreCredit/get',
  apply: 'POST /api/plugins/StoreCredit/apply',
  remove: 'POST /api/plugins/StoreCredit/remove',
} as const

/** The back office's calls. */
export const storeCreditAdminRoutes = {
  get: 'GET /api/admin/store-credit',
  adjust: 'POST /api/admin/store-credit/adjust',
  undo: 'POST /api/admin/store-credit/undo',
} as const

/** What an entry of the ledger is for. */
export const entryPurposes = ['issue', 'withdrawal', 'payment', 'release', 'refund', 'expiry'] as const

type Purpose = (typeof entryPurposes)[number]

/** Of an entry that undoes nothing. */
export const purposeLabels: Readonly<Record<Purpose, string>> = {
  issue: 'Added by the shop',
  withdrawal: 'Taken off by the shop',
  payment: 'Paid with it',
  release: 'Returned',
  refund: 'Refunded',
  expiry: 'Expired',
}
