import { z } from 'zod'
import { Id, Text } from '#contract/shapes.ts'
import { resourceEndpoints } from '../resource.ts'

/** A location by name, as forms choose it and lists show it. */
export const LocationName = z.object({ id: Id, name: z.string() })
export type LocationName = z.infer<typeof LocationName>

export const StockLocationRow = LocationName.extend({
  code: z.string(),
  priority: z.int(),
  is_main: z.boolean(),
  is_active: z.boolean(),
  sells_online: z.boolean(),
})
export type StockLocationRow = z.infer<typeof StockLocationRow>

export const StockLocationValues = z.object({
  name: Text(80).min(1, 'Please enter a name').meta({ title: 'Name' }),
  code: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'Use lower-case letters, digits and hyphens')
    .meta({ title: 'Code', description: 'In files, such as “Stock: pune”.' }),
  address: Text(500).default('').meta({
    title: 'Address',
    widget: 'textarea',
    description: 'For customers who pick their order up here.',
  }),
  opening_hours: Text(300).default('').meta({
    title: 'Opening hours',
    widget: 'textarea',
    description: 'For customers who pick their order up here, such as “Mon–Sat 10–19”.',
  }),
  priority: z.int().min(0).max(1_000).default(0).meta({
    title: 'Priority',
    description:
      'Orders leave the lowest number first: one location that has all of an order, otherwise the fewest.',
  }),
  sells_online: z.boolean().default(true).meta({
    title: 'Sells online',
    description: 'Its pieces can be ordered in the shop.',
  }),
  is_active: z.boolean().default(true).meta({
    title: 'Active',
    description: 'A closed location sells nothing and keeps its stock and its history.',
  }),
})
export type StockLocationValues = z.output<typeof StockLocationValues>

export const stockLocationEndpoints = resourceEndpoints({
  one: 'stock location',
  many: 'stock locations',
  area: 'catalog',
  row: StockLocationRow,
  values: StockLocationValues,
  sort: ['priority', 'name', 'id'],
  refusals: { remove: ['IN_USE'] },
})
