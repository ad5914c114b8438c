import { z } from 'zod'
import { field, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    title: text('Heading', 'Shown above the quotes.'),
    items: field(
      z
        .array(
          z.object({
            quote: z.string(),
            author: z.string(),
            product: z.string().nullable().default(null),
            rating: z.int().min(1).max(5).nullable().default(null),
          }),
        )
        .default([]),
      'Quotes',
      'The text, who said it, the product it is about (slug), and 1 to 5 stars.',
    ),
  })
  .meta({ title: 'Testimonials', description: 'What customers said.' })
