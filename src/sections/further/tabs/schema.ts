import { z } from 'zod'
import { field, text } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    title: text('Heading', 'Shown above the tabs.'),
    items: field(
      z
        .array(z.object({ title: z.string(), text: z.string().default('') }))
        .max(6)
        .default([]),
      'Tabs',
      'Up to six. An empty line in the text starts a new paragraph.',
    ),
  })
  .meta({ title: 'Tabs', description: 'Texts, one shown at a time.' })
