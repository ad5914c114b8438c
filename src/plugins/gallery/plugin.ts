import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'

/** Spec §3 "Plugins", §7 Plugins (Gallery, customGallery). */
export const gallery = definePlugin({
  module_name: 'Gallery',
  title: 'Gallery',
  description: 'Galleries as sections of pages, and further pictures of a product below its details.',
  icon: 'grid',
  config: z.object({
    product_heading: z
      .string()
      .min(1)
      .max(80)
      .default('Seen at home')
      .meta({ title: 'Heading on product pages', description: 'Above the further pictures of a product.' }),
  }),
})
