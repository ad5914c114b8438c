import { z } from 'zod'
import { field, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    title: text('Heading', 'As the first section of a page it is the heading of the page.'),
    faq_id: field(
      z.union([z.int().positive(), z.string()]).nullable().default(null).meta({ widget: 'faq' }),
      'FAQ',
      'The FAQ that is shown.',
    ),
  })
  .meta({ title: 'FAQ', description: 'All questions of an FAQ in groups, with a search.' })
