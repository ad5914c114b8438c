import { z } from 'zod'
import { type IconName, icons } from '#ui/icon-names.ts'

const names = Object.keys(icons) as [IconName, ...IconName[]]

export const settings = z.object({
  items: z
    .array(z.object({ icon: z.enum(names).catch('check'), title: z.string(), text: z.string().default('') }))
    .default([]),
})
