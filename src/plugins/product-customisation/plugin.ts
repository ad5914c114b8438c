import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'

/** Spec §3 "Plugins". */
export const productCustomisation = definePlugin({
  module_name: 'ProductCustomisation',
  title: 'Product customisation',
  description: 'Customers upload and crop a picture for products that are made with it.',
  icon: 'heart',
  config: z.object({
    note: z
      .string()
      .trim()
      .max(200)
      .default('JPEG, PNG or WebP. Only you and the store can see it.')
      .meta({ title: 'Note', description: 'Below the field for the picture.' }),
  }),
  publicConfig: ({ note }) => ({ note }),
})
