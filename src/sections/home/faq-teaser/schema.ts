import { z } from 'zod'
import { cta, field } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    title: field(z.string().default('Questions'), 'Heading', 'Shown above the questions.'),
    items: field(
      z.array(z.object({ question: z.string(), answer: z.string() })).default([]),
      'Questions',
      'A few questions with their answers.',
    ),
    cta: cta('Link', 'Shown beside the heading, to the whole FAQ.'),
  })
  .meta({ title: 'FAQ teaser', description: 'A few questions with a link to all.' })
