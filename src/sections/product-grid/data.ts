import { withFilledCardSlots } from '#client/load-slots.ts'
import type { SectionLoader } from '../section.ts'
import { loadCards } from './load-cards.server.ts'
import type { settings } from './schema.ts'

export const load = (async (choice, { api }) => ({
  cards: await withFilledCardSlots(api, await loadCards(api, choice)),
})) satisfies SectionLoader<typeof settings>
