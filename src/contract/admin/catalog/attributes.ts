import { z } from 'zod'
import { Id, Text } from '#contract/shapes.ts'
import { resourceEndpoints } from '../resource.ts'
import { Picture, Position } from './catalog-fields.ts'

export const AttributeRow = z.object({
  id: Id,
  label: z.string(),
  code: z.string(),
  is_variable: z.boolean(),
  /** How many values it has, and the first ones. */
  values: z.int(),
  sample: z.string(),
})
export type AttributeRow = z.infer<typeof AttributeRow>

export const AttributeDisplay = z.enum(['button', 'swatch', 'image'])

export const AttributeValues = z.object({
  label: Text(60).min(1, 'Please enter a name').meta({ title: 'Name' }),
  code: Text(50)
    .regex(/^[a-z0-9_-]*$/, 'Please use small letters, digits, - and _')
    .default('')
    .meta({ title: 'Code', description: 'Part of the links of filters; made from the name when empty.' }),
  is_variable: z.boolean().default(false).meta({
    title: 'Shoppers choose by it',
    description: 'Such as a size. Otherwise it describes products, such as a material.',
  }),
  is_filterable: z.boolean().default(true).meta({ title: 'A filter of listings' }),
  display: AttributeDisplay.default('button').meta({
    title: 'Shown as',
    description: 'A swatch needs the color of each value, an image its picture.',
  }),
  position: Position,
  values: z
    .array(
      z
        .object({
          label: Text(120).min(1, 'Please enter a name').meta({ title: 'Name' }),
          value: Text(80)
            .default('')
            .meta({ title: 'Address', description: 'Part of links; made from the name when empty.' }),
          color: Text(9)
            .regex(/^#[0-9a-f]{6}$/i, 'Please enter a color such as #2a5b57')
            .nullable()
            .default(null)
            .meta({ title: 'Color', widget: 'color' }),
          image: Picture,
        })
        .meta({ title: 'Value' }),
    )
    .max(500)
    .default([])
    .meta({ title: 'Values', description: 'In this order.' }),
})
export type AttributeValues = z.output<typeof AttributeValues>

export const attributeEndpoints = resourceEndpoints({
  one: 'attribute',
  many: 'attributes',
  area: 'catalog',
  row: AttributeRow,
  values: AttributeValues,
  sort: ['label', 'id', 'position'],
  refusals: { update: ['IN_USE'], remove: ['IN_USE'] },
})
