/** The calls of a visitor. Without schemas, because browsers import it. */
export const abandonedCartRoutes = {
  left: 'GET /api/plugins/AbandonedCart/left',
  restore: 'POST /api/plugins/AbandonedCart/restore',
} as const

/** The back office's calls. */
export const abandonedCartAdminRoutes = {
  list: 'GET /api/admin/abandoned-carts',
  results: 'GET /api/admin/abandoned-carts/results',
} as const

/**
 * What became of a cart: a mail is due, it was mailed, its order counts for the mails, an order came without them, its goods are gone, or
 * no mail may go to its address.
 */
export const cartStates = [
  'waiting',
  'mailed',
  'recovered',
  'ordered',
  'emptied',
  'sold_out',
  'no_consent',
  'unsubscribed',
] as const
export type CartState = (typeof cartStates)[number]
