import { loadCards } from '#sections/home/product-grid/load-cards.server.ts'
import type { SectionLoader } from '#sections/section.ts'
import type { settings } from './schema.ts'

export const load = (async ({ tabs }, { api }) => {
  const loaded = await Promise.all(
    tabs.map(async ({ title, ...choice }) => ({ title, cards: await loadCards(api, choice) })),
  )
  return { tabs: loaded.filter(({ cards }) => cards.length > 0) }
}) satisfies SectionLoader<typeof settings>
