import { z } from 'zod'
import { productChoice } from '#sections/home/product-grid/schema.ts'
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
