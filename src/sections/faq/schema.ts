import { z } from 'zod'

export const settings = z.object({
  title: z.string().default(''),
  groups: z
    .array(
      z.object({
        title: z.string(),
        slug: z.string().default(''),
        items: z.array(z.object({ question: z.string(), answer: z.string() })),
      }),
    )
    .default([]),
})
