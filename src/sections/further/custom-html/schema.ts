import { z } from 'zod'
import { text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    title: text('Heading', 'Shown above the content.'),
    html: text(
      'HTML',
      'Text, lists, tables, links and pictures of this shop. Scripts, styles and frames are removed.',
    ),
  })
  .meta({ title: 'Custom HTML', description: 'HTML of your own, sanitized.' })
