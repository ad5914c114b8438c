import { z } from 'zod'
import { Cta } from '../section-shapes.ts'

export const settings = z.object({
  title: z.string().default('Questions'),
  items: z.array(z.object({ question: z.string(), answer: z.string() })).default([]),
  cta: Cta.nullable().default(null),
})
