import { type Card, toCard } from '#features/catalog/card.ts'
import type { SectionLoader } from '../section.ts'
import type { settings } from './schema.ts'

export const load = (async ({ source, items, limit, label }, { api }) => {
  const reply = await api.product.grid({ source, items, limit, ...(label ? { label } : {}) })
  const cards: Card[] = reply.status === 'success' ? reply.data.map(toCard) : []
  return { cards }
}) satisfies SectionLoader<typeof settings>
