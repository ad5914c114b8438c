import { z } from 'zod'
import { loadCards } from '#sections/home/product-grid/data.ts'
import { productChoice } from '#sections/home/product-grid/schema.ts'
import type { SectionLoader } from '#sections/section.ts'
import { field, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    title: text('Heading', 'Shown above the tabs.'),
    tabs: field(
      z
        .array(z.object({ title: z.string(), ...productChoice }))
        .max(6)
        .default([]),
      'Tabs',
      'Up to six, each with products chosen by hand or by a rule. A tab without products is left out.',
    ),
    columns: field(z.int().min(2).max(6).default(4), 'Columns', 'On wide screens. Phones have two.'),
  })
  .meta({ title: 'Product tabs', description: 'Several product grids, one shown at a time.' })

export const load = (async ({ tabs }, { api }) => {
  const loaded = await Promise.all(
    tabs.map(async ({ title, ...choice }) => ({ title, cards: await loadCards(api, choice) })),
  )
  return { tabs: loaded.filter(({ cards }) => cards.length > 0) }
}) satisfies SectionLoader<typeof settings>
