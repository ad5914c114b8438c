import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { IdText } from '#contract/shapes.ts'

const Fraction = z.coerce.number().min(0).max(1)

export const customisationEndpoints = defineEndpoints<typeof customisationRoutes>()({
  uploadImage: {
    summary: 'Stores a picture for a customised product, cropped as the product requires',
    input: z.object({
      /** The variation's id. The picture is the file `image`. */
      product_id: IdText,
      /** The part of the picture, as fractions of its sides; its ratio is the product's. Not in the spec. */
      crop_x: Fraction.optional(),
      crop_y: Fraction.optional(),
      crop_width: Fraction.optional(),
    }),
    data: z.object({ image_path: z.string(), url: z.string(), width: z.int(), height: z.int() }),
    takesForm: true,
    takesFiles: ['image'],
  },
})

declare module '#contract/plugin.ts' {
  interface PluginEndpoints {
    productCustomisation: typeof customisationEndpoints
  }
}

/** Imported by browser code too, so the file contains no schemas. */
export const customisationRoutes = {
  uploadImage: 'POST /api/plugins/ProductCustomisation/uploadImage',
} as const
