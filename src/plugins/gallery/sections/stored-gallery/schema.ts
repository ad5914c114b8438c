import { z } from 'zod'

export const settings = z
  .object({
    title: z.string().default('').meta({ title: 'Heading', description: 'Shown above the pictures.' }),
    /** Null or 0: none is chosen. */
    gallery_id: z
      .int()
      .min(0)
      .nullable()
      .default(null)
      .meta({ title: 'Gallery', description: 'Its pictures are shown.', widget: 'gallery' }),
    per_page: z
      .int()
      .min(1)
      .max(96)
      .default(24)
      .meta({ title: 'Pictures per page', description: 'Links lead to the other pages.' }),
  })
  .meta({ title: 'Stored gallery', description: 'A gallery of the plugin, page by page.' })
