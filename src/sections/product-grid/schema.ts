import { z } from 'zod'
import { Cta } from '../section-shapes.ts'

export const settings = z.object({
  title: z.string().default(''),
  source: z
    .enum(['custom', 'newest', 'best_selling', 'featured', 'on_sale', 'top_rated', 'recently_viewed'])
    .default('featured'),
  label: z.string().nullable().default(null),
  items: z.array(z.int().positive()).default([]),
  limit: z.int().min(1).max(24).default(8),
  columns: z.int().min(2).max(6).default(4),
  cta: Cta.nullable().default(null),
})
