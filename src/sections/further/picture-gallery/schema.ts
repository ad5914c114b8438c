import { z } from 'zod'
import { field, SectionImage, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    title: text('Heading', 'Shown above the pictures and in the large view.'),
    items: field(
      z
        .array(z.object({ image: SectionImage, caption: z.string().default('') }))
        .max(60)
        .default([]),
      'Pictures',
      'Each with an optional caption. A click shows it as large as the screen.',
    ),
    columns: field(z.int().min(2).max(5).default(3), 'Columns', 'On wide screens. Phones have two.'),
  })
  .meta({ title: 'Picture gallery', description: 'Pictures in a grid that open as large as the screen.' })
