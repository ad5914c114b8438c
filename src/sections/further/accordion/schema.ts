import { z } from 'zod'
import { field, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    title: text('Heading', 'Shown above the list.'),
    items: field(
      z
        .array(z.object({ title: z.string(), text: z.string().default('') }))
        .max(40)
        .default([]),
      'Items',
      'A heading that opens its text. An empty line starts a new paragraph.',
    ),
  })
  .meta({ title: 'Accordion', description: 'Headings that open their text.' })
