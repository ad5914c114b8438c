/** The calls of a visitor on the own cart. Without schemas, because browsers import it. */
export const giftCardRoutes = {
  apply: 'POST /api/plugins/GiftCard/apply',
  remove: 'POST /api/plugins/GiftCard/remove',
} as const

/** The back office's calls. */
export const giftCardAdminRoutes = {
  list: 'GET /api/admin/gift-cards',
  issue: 'POST /api/admin/gift-cards',
  import: 'POST /api/admin/gift-cards/import',
  block: 'POST /api/admin/gift-cards/block',
  resend: 'POST /api/admin/gift-cards/resend',
} as const

/** A code as it is typed: in any case, with spaces or other signs. */
export const plainCode = (typed: string) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Of a card: it can pay, it has paid all it had, its time is over, staff have blocked it. */
export const giftCardStates = ['active', 'used', 'expired', 'blocked'] as const

export type GiftCardState = (typeof giftCardStates)[number]
