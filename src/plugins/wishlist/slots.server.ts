import { orThrow } from '#contract/envelope.ts'
import type { SlotLoaders } from '#server/platform/kernel/plugin.ts'
import { readPriceNotices } from './price-notices.server.ts'

export const wishlistSlots: SlotLoaders = {
  // Cached pages contain no visitor data: the buttons fill in the browser. ADR 0051.
  'card.actions': () => null,
  'product.actions': () => null,
  'cart.line-actions': () => null,
  async 'account.panel'({ panel }, { api, db, visitor }) {
    if (panel !== 'wishlist' || visitor.customerId === null) return undefined
    const [items, notices] = await Promise.all([
      api.wishlist.get().then(orThrow),
      readPriceNotices(db, visitor.customerId),
    ])
    return { items, notices }
  },
}
