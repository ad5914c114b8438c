import { withFilledCardSlots } from '#client/load-slots.ts'
import type { Api } from '#contract/client.ts'
import { type Card, toCard } from '#features/card/card.ts'
import { optional } from '#pages/reads.ts'

/** Four best sellers for a page that has nothing else to show; none if they cannot be read. */
export async function loadBestSellers(api: Api): Promise<Card[]> {
  const products = await optional(api.product.grid({ source: 'best_selling', limit: 4 }), [])
  return products.length > 0 ? withFilledCardSlots(api, products.map(toCard)) : []
}
