import { z } from 'zod'

export const settings = z.object({
  title: z.string().default(''),
  items: z
    .array(z.object({ quote: z.string(), author: z.string(), product: z.string().nullable().default(null) }))
    .default([]),
})
