import { z } from 'zod'
import { keysOf } from '#contract/rules/own-value.ts'
import { field } from '#sections/section-shapes.ts'
import { icons } from '#ui/icon-names.ts'

const names = keysOf(icons)

export const settings = z
  .object({
    items: field(
      z
        .array(
          z.object({ icon: z.enum(names).catch('check'), title: z.string(), text: z.string().default('') }),
        )
        .default([]),
      'Promises',
      'Three or four, each with an icon, a title and a few words.',
    ),
  })
  .meta({ title: 'Promise bar', description: 'Delivery, returns and other promises in a row.' })
