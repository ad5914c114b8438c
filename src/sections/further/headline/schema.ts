import { z } from 'zod'
import { field, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    eyebrow: text('Small line', 'A few words above the heading.'),
    title: text('Heading', 'As the first section of a page it is the heading of the page.'),
    text: text('Text', 'A sentence or two below the heading.'),
    align: field(
      z.enum(['start', 'center']).default('center'),
      'Alignment',
      'At the start of the line or centered.',
    ),
  })
  .meta({ title: 'Headline', description: 'A heading with a line above and text below.' })
