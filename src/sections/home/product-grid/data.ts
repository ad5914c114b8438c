import type { z } from 'zod'
import { withFilledCardSlots } from '#client/load-slots.ts'
import type { Api } from '#contract/client.ts'
import { type Card, toCard } from '#features/card/card.ts'
import { optional } from '#pages/reads.ts'
import type { SectionLoader } from '#sections/section.ts'
import type { productChoice, settings } from './schema.ts'

export const load = (async (choice, { api }) => {
  const cards = await withFilledCardSlots(api, await loadCards(api, choice))
  const { source, label, category, tag, price_min, price_max } = choice
  const isNarrowed = label || category || tag || price_min !== null || price_max !== null
  return {
    cards,
    /** The newest of all products are requested, and there is none. Absent otherwise: most documents have several grids. */
    isShopEmpty: (cards.length === 0 && source === 'newest' && !isNarrowed) || undefined,
  }
}) satisfies SectionLoader<typeof settings>

type Choice = { [Key in keyof typeof productChoice]: z.output<(typeof productChoice)[Key]> }

/** The cards that a grid's settings choose. The browser's own recently viewed products are none on the server. */
export async function loadCards(api: Api, choice: Choice): Promise<Card[]> {
  const { source, items, limit, label, category, tag, price_min, price_max } = choice
  if (source === 'recently_viewed') return []
  const products = await optional(
    api.product.grid({
      source,
      items,
      limit,
      ...(label ? { label } : {}),
      ...(category ? { category } : {}),
      ...(tag ? { tag } : {}),
      ...(price_min === null ? {} : { price_min }),
      ...(price_max === null ? {} : { price_max }),
    }),
    [],
  )
  return products.map(toCard)
}
