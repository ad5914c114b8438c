import { z } from 'zod'
import { Cta, field } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    items: field(
      z
        .array(Cta.extend({ look: z.enum(['primary', 'secondary']).default('secondary') }))
        .max(6)
        .default([]),
      'Buttons',
      'Up to six. Use one primary button at most.',
    ),
    align: field(
      z.enum(['start', 'center']).default('center'),
      'Alignment',
      'At the start of the line or centered.',
    ),
  })
  .meta({ title: 'Buttons', description: 'Links as a row of buttons.' })
