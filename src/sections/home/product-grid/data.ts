import { withFilledCardSlots } from '#client/load-slots.ts'
import type { SectionLoader } from '#sections/section.ts'
import { loadCards } from './load-cards.server.ts'
import type { settings } from './schema.ts'

export const load = (async (choice, { api }) => {
  const cards = await withFilledCardSlots(api, await loadCards(api, choice))
  const { source, label, category, tag, price_min, price_max } = choice
  const isNarrowed = label || category || tag || price_min !== null || price_max !== null
  return {
    cards,
    /** The newest of all products are asked for, and there is none. Absent otherwise: most documents have several grids. */
    isShopEmpty: (cards.length === 0 && source === 'newest' && !isNarrowed) || undefined,
  }
}) satisfies SectionLoader<typeof settings>
