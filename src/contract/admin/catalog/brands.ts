import { z } from 'zod'
import { Id, Text } from '#contract/shapes.ts'
import { resourceEndpoints } from '../resource.ts'

export const BrandRow = z.object({ id: Id, name: z.string(), slug: z.string(), products: z.int() })
export type BrandRow = z.infer<typeof BrandRow>

export const BrandValues = z.object({
  name: Text(120).min(1, 'Please enter a name').meta({ title: 'Name' }),
  slug: Text(200)
    .default('')
    .meta({ title: 'Address', description: 'Part of links; made from the name when empty.' }),
  description: Text(5_000).default('').meta({ title: 'Description', widget: 'textarea' }),
  place: Text(120).default('').meta({ title: 'Place', description: 'Where its goods are made.' }),
})
export type BrandValues = z.output<typeof BrandValues>

export const brandEndpoints = resourceEndpoints({
  one: 'brand',
  many: 'brands',
  area: 'catalog',
  row: BrandRow,
  values: BrandValues,
  sort: ['name', 'id', 'products'],
  refusals: { remove: ['IN_USE'] },
})
