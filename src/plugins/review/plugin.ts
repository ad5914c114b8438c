import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'
import { defaultFields, reviewFieldTypes } from './review-fields.ts'

const FieldSetting = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,29}$/),
  label: z.string().trim().min(1).max(60),
  type: z.enum(reviewFieldTypes),
  is_required: z.boolean().default(false),
  /** Largest rating, longest text, or the number of images. */
  max: z.int().min(1).max(5_000).default(200),
  options: z.array(z.string().trim().min(1).max(60)).min(1).max(20).nullable().default(null),
})

/** Spec §3 "Plugins" and §5 "Reviews". */
export const review = definePlugin({
  module_name: 'Review',
  title: 'Reviews',
  description: 'Customers rate and review what they bought; the shop moderates and replies.',
  icon: 'star',
  config: z.object({
    fields: z
      .array(FieldSetting)
      .max(12)
      .refine((fields) => new Set(fields.map(({ name }) => name)).size === fields.length, {
        message: 'Each field needs a name of its own',
      })
      .refine((fields) => fields.filter(({ type }) => type === 'rating').length === 1, {
        message: 'One field must have the type rating',
      })
      .refine((fields) => fields.some(({ name, type }) => name === 'rating' && type === 'rating'), {
        message: 'The field of the type rating must be called rating',
      })
      .refine((fields) => fields.every(({ name, type }) => (type === 'image') === (name === 'images')), {
        message: 'A field of the type image must be called images',
      })
      .refine((fields) => fields.every(({ type, options }) => type !== 'select' || options !== null), {
        message: 'A field of the type select needs options',
      })
      .default(() => structuredClone(defaultFields))
      .meta({ title: 'Fields', description: 'The fields of a review, in their order.' }),
    review_open: z.boolean().default(false).meta({
      title: 'Open to everyone',
      description: 'Customers can review products that they have not bought here.',
    }),
    is_moderated: z
      .boolean()
      .default(true)
      .meta({ title: 'Moderation', description: 'Reviews appear only after the shop has published them.' }),
    request_days: z.int().min(0).max(90).default(7).meta({
      title: 'Review request',
      description: 'Days after delivery at which customers are asked for a review by email; 0 sends none.',
    }),
  }),
})
