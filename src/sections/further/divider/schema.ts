import { z } from 'zod'
import { field } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    look: field(z.enum(['line', 'space']).default('line'), 'Look', 'A thin line, or empty space.'),
    size: field(z.enum(['small', 'normal', 'large']).default('normal'), 'Size', 'The height of the space.'),
  })
  .meta({ title: 'Divider', description: 'A line or space between two sections.' })
