import { z } from 'zod'
import { Cta, field, SectionImage, text } from '#sections/section-shapes.ts'

const Column = z.object({
  image: SectionImage.nullable().default(null),
  title: z.string().default(''),
  text: z.string().default(''),
  cta: Cta.nullable().default(null),
})

export const settings = z
  .object({
    title: text('Heading', 'Shown above the columns.'),
    align: field(z.enum(['start', 'center']).default('start'), 'Alignment', 'Of the text in all columns.'),
    items: field(
      z.array(Column).max(12).default([]),
      'Columns',
      'Two to four in a row; more continue in the next row. On phones they are below each other.',
    ),
  })
  .meta({
    title: 'Columns',
    description: 'Short texts side by side, each with an optional picture and link.',
  })
