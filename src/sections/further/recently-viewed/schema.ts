import { z } from 'zod'
import { field } from '#sections/section-shapes.ts'

export const settings = z
  .object({
    title: field(z.string().default('Recently viewed'), 'Heading', 'Shown above the products.'),
    limit: field(z.int().min(2).max(12).default(4), 'Number of products', 'At most 12.'),
  })
  .meta({
    title: 'Recently viewed',
    description: 'Products that this browser has opened; nothing when there are none.',
  })
